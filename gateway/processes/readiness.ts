/** Whether the serving processes have a dataset, for the first process. */
import cluster from 'node:cluster';

interface Readiness {
  kind: 'readiness';
  isReady: boolean;
}

const INTERVAL_MS = 500;

/** In a serving process: tells the first one every change. */
export function reportReadiness(isReady: () => boolean, channel: NodeJS.Process = process): void {
  let reported = false;
  const report = (): void => {
    if (isReady() === reported || !channel.connected) return;
    reported = !reported;
    channel.send!({ kind: 'readiness', isReady: reported } satisfies Readiness);
  };
  report();
  setInterval(report, INTERVAL_MS).unref();
}

/** In the first process: whether one of the serving processes is ready. */
export function readinessOfProcesses(): () => boolean {
  const ready = new Set<number>();
  cluster.on('message', ({ id }, { kind, isReady }: Partial<Readiness>) => {
    if (kind !== 'readiness') return;
    if (isReady) ready.add(id);
    else ready.delete(id);
  });
  cluster.on('exit', ({ id }) => ready.delete(id));
  return () => ready.size > 0;
}
