/** The log: one line a request, and one for every fault worth knowing of. Where lines go is the caller's business. */
import { shown } from '#core/text.ts';
import { hidesKey } from './redaction.ts';

export type Log = (line: string) => void;

/** What went wrong inside, on one line. */
export function faultLine(error: unknown): string {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(shown(error));
  const place = /\n[^\S\n]*at ([^\n]*)/.exec(stack)?.[1] ?? 'unknown place';
  return `fault: ${name}: ${hidesKey(message) ? '***' : message.replace(/\s+/g, ' ')} (${place})`;
}

/** Says when something begins to fail and when it works again, not each time in between. */
export function troubleLog(log: Log, what: string): { failed(error: unknown): void; over(): void } {
  let failing = false;
  return {
    failed(error) {
      if (!failing) log(`${what} fails: ${faultLine(error)}`);
      failing = true;
    },
    over() {
      if (failing) log(`${what} works again`);
      failing = false;
    },
  };
}

/** Collects lines and writes them together, so that a request does not wait for a system call. `flush` writes what is there. */
export function bufferedLog(write: (text: string) => void, every = 200): { log: Log; flush(): void } {
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
      timer ??= setTimeout(flush, every).unref();
    },
  };
}
