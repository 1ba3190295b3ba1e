/** The generator of `npm run bench -- day` in a process of its own, open all day as `watch` is. */
import { once } from 'node:events';
import type { EpochMs } from '#core/time.ts';
import { commitReports } from '../../generator/cli/commit-reports.ts';
import { withContext } from '../../generator/cli/context.ts';
import { generate } from '../../generator/cli/generate.ts';
import { ingestFiles } from '../../generator/ingest.ts';

export interface Order {
  /** The time of day for the generator. */
  at: EpochMs;
  /** Paths of documents. */
  documents: string[];
}

export interface Publication {
  /** New rows. */
  rows: number;
  /** Of the build alone. */
  seconds: number;
  bytes: number;
  earthquakes: number;
}

process.once('disconnect', () => process.exit());

await withContext(process.env, async (context) => {
  for (;;) {
    const [{ at, documents: paths }] = (await once(process, 'message')) as [Order];
    const then = { ...context, poll: { ...context.poll, now: () => at } };
    const { documents } = await ingestFiles(then.poll, paths);
    await commitReports(then);
    const begun = performance.now();
    const { counts, earthquakes } = await generate(then);
    const publication: Publication = {
      rows: documents.reduce((sum, { fresh }) => sum + fresh, 0),
      ...{ seconds: (performance.now() - begun) / 1000, bytes: counts.bytes, earthquakes },
    };
    process.send!(publication);
  }
});
