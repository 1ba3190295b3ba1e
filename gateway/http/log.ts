/** Log lines for requests and faults. */
import { type EpochMs, formatInstant } from '#core/time.ts';
import { shown } from '#core/text.ts';
import { hidesKey, withoutRandomRuns } from './redaction.ts';

export type Log = (line: string) => void;

/** An internal error on one line. */
export function faultLine(error: unknown): string {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(shown(error));
  const place = /\n[^\S\n]*at ([^\n]*)/.exec(stack)?.[1] ?? 'unknown place';
  const text = withoutRandomRuns(message).replace(/\s+/g, ' ');
  return `fault: ${name}: ${hidesKey(text) ? '***' : text} (${place})`;
}

export interface FailureLog {
  failed(error: unknown): void;
  recovered(): void;
}

/**
 * Logs when something starts to fail and when it works again.
 * @param quietMs least time between two lines of the one or the other, for what fails by turns
 */
export function failureLog(log: Log, what: string, quietMs = 10_000): FailureLog {
  let isFailing = false;
  let isSaidToFail = false;
  let fault: unknown;
  let timer: NodeJS.Timeout | undefined;
  const saidAt = { fails: -Infinity, works: -Infinity };
  const say = (): void => {
    timer = undefined;
    if (isFailing === isSaidToFail) return;
    const kind = isFailing ? 'fails' : 'works';
    const wait = saidAt[kind] + quietMs - performance.now();
    if (wait > 0) {
      timer = setTimeout(say, wait).unref();
      return;
    }
    isSaidToFail = isFailing;
    saidAt[kind] = performance.now();
    log(isFailing ? `${what} fails: ${faultLine(fault)}` : `${what} works again`);
  };
  return {
    failed(error) {
      fault = error;
      isFailing = true;
      if (!isSaidToFail && !timer) say();
    },
    recovered() {
      isFailing = false;
      if (isSaidToFail && !timer) say();
    },
  };
}

/** Each line as a JSON object; those with a {@link faultLine} are errors. */
export const jsonLog =
  (log: Log, now: () => EpochMs): Log =>
  (message) => {
    const level = /(?:^|: )fault: /.test(message) ? 'error' : 'info';
    log(JSON.stringify({ time: formatInstant(now()), level, message }));
  };

/** Collects lines and writes them together, so that no request waits for a system call. */
export function bufferedLog(write: (text: string) => void, intervalMs = 200): { log: Log; flush(): void } {
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length > 0) write(`${lines.join('\n')}\n`);
    lines = [];
  };
  return {
    flush,
    log(line) {
      lines.push(line);
      timer ??= setTimeout(flush, intervalMs).unref();
    },
  };
}
