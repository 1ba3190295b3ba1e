/** The log: one line a request, and one for every fault worth knowing of. Where lines go is the caller's business. */
import { shown } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { formatInstant } from '#core/time.ts';
import { API_KEY } from './parameters.ts';
import { withoutKeyForms } from './redaction.ts';

export type Log = (line: string) => void;

export interface RequestLine {
  at: EpochMs;
  method: string;
  /** Path and query as received. */
  target: string;
  status: number;
  /** Milliseconds until the answer was ready. */
  took: number;
  /** Shards and segments opened. */
  opened: number;
}

/** `2026-07-01T12:00:00Z GET /api.php?limit=5 200 1.2ms opened=3` */
export const requestLine = ({ at, method, target, status, took, opened }: RequestLine): string =>
  `${formatInstant(at)} ${method} ${withoutKey(withoutLink(target))} ${status} ${took.toFixed(1)}ms opened=${opened}`;

/** The queries of accounts hold what letters and other services brought the visitor with: links that open an account. */
const withoutLink = (target: string): string =>
  target.startsWith('/account') ? target.replace(/^([^?]*\?).*$/s, '$1***') : target;

const LONGEST_TARGET = 1000;

/** The target without the value of a key, however its name is spelled, and without characters that could forge a line. */
export function withoutKey(target: string): string {
  const mark = target.indexOf('?');
  if (mark < 0) return printable(target);
  const pairs = target
    .slice(mark + 1)
    .split('&')
    .map((pair) => (isKey(pair) ? `${API_KEY.name}=***` : pair));
  return printable(`${target.slice(0, mark)}?${pairs.join('&')}`);
}

const printable = (text: string): string =>
  withoutKeyForms(text)
    .slice(0, LONGEST_TARGET)
    .replace(/[^\x21-\x7e]/g, encodeCharacter);

const encodeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

function isKey(pair: string): boolean {
  const [name = ''] = pair.split('=', 1);
  try {
    return decodeURIComponent(name).trim().toLowerCase() === API_KEY.name;
  } catch {
    return /key/i.test(name);
  }
}

/** What went wrong inside, on one line. */
export function faultLine(error: unknown): string {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(shown(error));
  const place = /\n[^\S\n]*at ([^\n]*)/.exec(stack)?.[1] ?? 'unknown place';
  return `fault: ${name}: ${message.replace(/\s+/g, ' ')} (${place})`;
}

/** Says when something begins to fail and when it works again, not each time in between. */
export function troubleLog(log: Log, what: string): { failed(error: unknown): void; over(): void } {
  let failing = false;
  return {
    failed(error) {
      if (!failing) log(`${what} fails: ${withoutKeyForms(faultLine(error))}`);
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
