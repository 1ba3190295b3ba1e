/** The generator of a rehearsal in a process of its own, open all day as `watch` is: documents in, dataset out. */
import { setTimeout as wait } from 'node:timers/promises';
import type { EpochMs } from '#core/time.ts';
import { commitReports } from '../../generator/cli/commit-reports.ts';
import { withContext } from '../../generator/cli/context.ts';
import { generate } from '../../generator/cli/generate.ts';
import { ingestFiles } from '../../generator/ingest.ts';

export interface Order {
  /** The clock of this process jumps to it. */
  at: EpochMs;
  /** Paths of documents. */
  documents: string[];
}

export interface Publication {
  /** New rows, and documents that were held back. */
  rows: number;
  held: number;
  /** Of the build alone. */
  seconds: number;
  files: number;
  bytes: number;
  earthquakes: number;
}

const NEAR_MS = 10_000;

process.once('disconnect', () => process.exit());

await withContext(process.env, async (context) => {
  for (;;) {
    const order = await new Promise<Order | 'end'>((resolve) => void process.once('message', resolve));
    if (order === 'end') break;
    while (Math.abs(Date.now() - order.at) > NEAR_MS) await wait(1);
    const { documents } = await ingestFiles(context.poll, order.documents);
    await commitReports(context);
    const begun = performance.now();
    const { counts, earthquakes } = await generate(context);
    const publication: Publication = {
      rows: documents.reduce((sum, { fresh }) => sum + fresh, 0),
      held: documents.filter(({ held }) => held !== null).length,
      ...{ seconds: (performance.now() - begun) / 1000, files: counts.written, bytes: counts.bytes, earthquakes },
    };
    process.send?.(publication);
  }
});
process.disconnect?.();
