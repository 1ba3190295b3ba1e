/** The thread of alerts, which starts again when it ends by itself. */
import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#core/time.ts';
import { WorkerClient } from '#runtime/threads.ts';
import { faultLine, type Log } from '../http/log.ts';
import type { AlertCounts } from './alerts.ts';
import type { AlertsData } from './alerts-thread.ts';

export interface RunningAlerts {
  counts(): Promise<AlertCounts>;
  /** Attempts in progress are repeated by the next process, with the same ids. */
  close(): Promise<void>;
}

const RESTART_DELAY = MINUTE;

/** @param delay until the thread begins, in ms */
export function startAlerts({ log, delay, ...data }: AlertsData & { log: Log; delay: number }): RunningAlerts {
  const start = (): void => void worker.start().catch(() => {});
  const worker = new WorkerClient<'counts', AlertCounts>({
    url: new URL('./alerts-thread.ts', import.meta.url),
    data,
    onNotification: (line) => log(String(line)),
    onExit(error) {
      log(`alerts: ${faultLine(error)}; they start again in a minute`);
      void sleep(RESTART_DELAY, undefined, { ref: false }).then(start);
    },
  });
  const timer = setTimeout(start, delay).unref();
  return {
    counts: () => worker.request('counts'),
    close: () => (clearTimeout(timer), worker.close()),
  };
}
