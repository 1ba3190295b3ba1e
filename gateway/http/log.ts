/** Log lines for requests and faults. */
import type { EpochMs } from '#core/time.ts';
import { formatInstant } from '#core/time.ts';
import { shown } from '#core/text.ts';
import { hidesKey } from './redaction.ts';

export type Log = (line: string) => void;

/** An internal error on one line. */
export function faultLine(error: unknown): string {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(shown(error));
  const place = /\n[^\S\n]*at ([^\n]*)/.exec(stack)?.[1] ?? 'unknown place';
  return `fault: ${name}: ${hidesKey(message) ? '***' : message.replace(/\s+/g, ' ')} (${place})`;
}

/** Logs when something starts to fail and when it works again. */
export function failureLog(log: Log, what: string): { failed(error: unknown): void; recovered(): void } {
  let failing = false;
  return {
    failed(error) {
      if (!failing) log(`${what} fails: ${faultLine(error)}`);
      failing = true;
    },
    recovered() {
      if (failing) log(`${what} works again`);
      failing = false;
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
