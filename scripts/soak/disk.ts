/** A full disk: commands fail with a reason, what was published stays whole, and all goes on afterwards. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { wholeCatalogue, wholeDataset } from './integrity.ts';
import type { SoakService } from './service.ts';

const DISK_MB = 24;
/** Greatest size of a file where no disk can be mounted: some are smaller. */
const LIMIT_KB = 100;

/** Makes the disk full. @returns what undoes it */
type Fill = (leftKb: number) => () => void;

interface DiskOptions {
  /** An empty folder. */
  folder: string;
  /** What is copied onto the disk. */
  from: SoakService;
  /** The next round of documents. */
  round: number;
  /** In kB: so much is left, one round each. */
  left: number[];
  /** Also a gateway on that disk. */
  serve: boolean;
}

interface DiskFigures {
  /** Commands that failed, each with a reason of one line. */
  failures: string[];
  /** Answers by status while the disk was full. */
  statuses: Record<number, number>;
  by: 'tmpfs' | 'ulimit';
}

/** Only root may mount; elsewhere the processes may write small files only. */
export async function fullDisk(options: DiskOptions): Promise<DiskFigures> {
  const disk = join(options.folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'none', disk], { stdio: 'ignore' });
  } catch {
    return onDisk(disk, options);
  }
  try {
    return await onDisk(disk, options, (leftKb) => fill(disk, leftKb));
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
}

function fill(disk: string, leftKb: number): () => void {
  const { bavail, bsize } = statfsSync(disk);
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftKb * 1024)));
  return () => rmSync(ballast);
}

async function onDisk(
  disk: string,
  { from, round, left: lefts, serve }: DiskOptions,
  fillDisk?: Fill,
): Promise<DiskFigures> {
  const service = from.copyTo(disk);
  const figures: DiskFigures = { failures: [], statuses: {}, by: fillDisk ? 'tmpfs' : 'ulimit' };
  const failing = async (args: string[]): Promise<void> => {
    const limit = fillDisk ? {} : { limitKb: LIMIT_KB };
    const { code, signal, output } = await service.start('generator', args, limit).ended;
    if (code !== 1) throw new Error(`${args[0]} on a full disk: ${code ?? signal}\n${output}`);
    if (/\n\s+at /.test(output))
      throw new Error(`${args[0]} on a full disk gives a stack instead of a reason:\n${output}`);
    figures.failures.push(output.trim());
  };
  try {
    const gateway = serve ? await service.startGateway() : undefined;
    const ask = async (): Promise<void> => {
      if (!gateway) return;
      for (const path of [
        '/api.php?limit=1000',
        '/api.php?limit=3',
        '/export.php?format=csv',
        '/deprem_api.php?id=7',
      ]) {
        const response = await fetch(`${gateway.url}${path}`);
        const text = await response.text();
        figures.statuses[response.status] = (figures.statuses[response.status] ?? 0) + 1;
        if (path.startsWith('/api') && response.status === 200) JSON.parse(text);
      }
    };
    for (const [at, left] of lefts.entries()) {
      const [before, rows] = [wholeDataset(service.dist), wholeCatalogue(service.catalogue)];
      const ingest = service.ingest(round + at);
      const empty = fillDisk?.(left);
      await failing(ingest);
      await ask();
      empty?.();
      if (JSON.stringify(wholeCatalogue(service.catalogue)) !== JSON.stringify(rows))
        throw new Error('a full disk changed the catalogue');
      await service.run(...ingest);
      const emptyAgain = fillDisk?.(left);
      await failing(['generate']);
      if (wholeDataset(service.dist) !== before) throw new Error('a build on a full disk was published');
      await ask();
      emptyAgain?.();
      await service.run('generate');
      if (wholeDataset(service.dist) === before) throw new Error('the next build did not publish');
    }
  } finally {
    service.killAll();
  }
  return figures;
}
