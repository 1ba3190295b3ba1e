/** Output of the command line: a progress bar on a terminal, plain lines otherwise. */

import { formatInstant } from '#core/time.ts';

type Level = 'info' | 'warn' | 'error';

export interface Console {
  /** The level is shown in JSON only. */
  line(text: string, level?: Level): void;
  /** `done` of `total`: on a terminal at most ten times a second, elsewhere a line for each quarter of long work. */
  progress(label: string, done: number, total: number): void;
}

interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Characters. */
const BAR = 30;
/** ms between two drawings of the bar. */
const REDRAW = 100;
/** ms of work without lines. */
const SHORT = 2000;

interface Run {
  label: string;
  done: number;
  startedAt: number;
  printedQuarters: number;
}

interface ConsoleOptions {
  /** `json`: each line as a JSON object, and no progress bar between them. */
  format?: 'text' | 'json';
  now?: () => number;
}

export function createConsole(out: Terminal, { format = 'text', now = Date.now }: ConsoleOptions = {}): Console {
  let drawnAt = -Infinity;
  let isBarVisible = false;
  let run: Run | null = null;

  const clear = (): void => {
    if (isBarVisible) out.write('\r\u001b[K');
    isBarVisible = false;
  };
  const line = (text: string, level: Level = 'info'): void => {
    clear();
    const message = text.trimEnd();
    out.write(`${format === 'text' ? text : JSON.stringify({ time: formatInstant(now()), level, message })}\n`);
  };
  const drawBar = (label: string, share: number): void => {
    if (share === 1) return clear();
    if (now() - drawnAt < REDRAW) return;
    drawnAt = now();
    const filled = Math.round(share * BAR);
    const bar = `${'='.repeat(filled)}${' '.repeat(BAR - filled)}`;
    out.write(`\r\u001b[K${label} [${bar}] ${Math.floor(share * 100)} %`);
    isBarVisible = true;
  };
  const printQuarter = (label: string, done: number, total: number, share: number): void => {
    if (run?.label !== label || done < run.done) run = { label, done, startedAt: now(), printedQuarters: 0 };
    run.done = done;
    const quarters = Math.floor(share * 4);
    if (quarters <= run.printedQuarters || now() - run.startedAt < SHORT) return;
    run.printedQuarters = quarters;
    line(`${label}: ${quarters * 25} % of ${total}`);
  };
  return {
    line,
    progress(label, done, total) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      if (out.isTTY && format === 'text') drawBar(label, share);
      else printQuarter(label, done, total, share);
    },
  };
}
