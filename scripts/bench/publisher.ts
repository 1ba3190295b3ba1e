/** The generator in a process of its own, open as `watch` is: it takes documents in and builds, at any time of day. */
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpochMs } from '#core/time.ts';
import { commitReports } from '../../generator/cli/commit-reports.ts';
import { withContext } from '../../generator/cli/context.ts';
import { generate } from '../../generator/cli/generate.ts';
import { ingestFiles } from '../../generator/ingest.ts';
import { PROJECT } from './catalogue.ts';
import type { Servers } from './servers.ts';

/** Documents by file name. */
export type Documents = readonly (readonly [name: string, content: string | Uint8Array])[];

interface Order {
  /** The time of day for the generator. */
  at: EpochMs;
  /** Paths of documents. */
  paths: string[];
}

export interface Publication {
  /** New rows. */
  rows: number;
  /** Of the build alone. */
  seconds: number;
  /** Seconds of the process. */
  cpu: { ingest: number; build: number };
  /** Of files that were written. */
  bytes: number;
  earthquakes: number;
}

/** Forks this file of a checkout; it ends with the servers. @param folders the settings of the generator */
export function startPublisher(t: Servers, folders: Record<string, string>, checkout = PROJECT) {
  const child = fork(join(checkout, 'scripts/bench/publisher.ts'), {
    env: { ...process.env, ...folders, OFFLINE: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  t.after(() => child.kill('SIGKILL'));
  const folder = mkdtempSync(t.path('documents-'));
  const publish = async (at: EpochMs, documents: Documents): Promise<Publication> => {
    const paths = documents.map(([name]) => join(folder, name));
    for (const [index, [, content]] of documents.entries()) writeFileSync(paths[index]!, content);
    child.send({ at, paths } satisfies Order);
    const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Publication | number];
    if (typeof answer !== 'object') throw new Error(`the generator ended with ${answer}`);
    return answer;
  };
  return { pid: child.pid!, publish };
}

/** As hard links, if both are on one disk, but for the lock. */
export function shareFolder(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    cpSync(from, to, { recursive: true });
  }
  rmSync(join(to, '.lock'), { force: true });
}

/** CPU time of this process with its threads. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

const publishOrders = (): Promise<void> =>
  withContext(process.env, async (context) => {
    for (;;) {
      const [{ at, paths }] = (await once(process, 'message')) as [Order];
      const then = { ...context, poll: { ...context.poll, now: () => at } };
      const began = spent();
      const { documents } = await ingestFiles(then.poll, paths);
      await commitReports(then);
      const [ingested, since] = [spent(), performance.now()];
      const { counts, earthquakes } = await generate(then);
      process.send!({
        rows: documents.reduce((sum, { fresh }) => sum + fresh, 0),
        seconds: (performance.now() - since) / 1000,
        cpu: { ingest: ingested - began, build: spent() - ingested },
        ...{ bytes: counts.bytes, earthquakes },
      } satisfies Publication);
    }
  });

if (import.meta.main) {
  process.once('disconnect', () => process.exit());
  await publishOrders();
}
