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

class TerminalConsole implements Console {
  readonly #out: Terminal;
  readonly #now: () => number;
  readonly #format: (text: string, level: Level) => string;
  #drawnAt = -Infinity;
  #isBarVisible = false;
  #run: Run | null = null;

  constructor(out: Terminal, now: () => number, format: (text: string, level: Level) => string) {
    this.#out = out;
    this.#now = now;
    this.#format = format;
  }

  line(text: string, level: Level = 'info'): void {
    this.#clear();
    this.#out.write(`${this.#format(text, level)}\n`);
  }

  progress(label: string, done: number, total: number): void {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    if (this.#out.isTTY) this.#drawBar(label, share);
    else this.#printQuarter({ label, done, total }, share);
  }

  #clear(): void {
    if (this.#isBarVisible) this.#out.write('\r\u001b[K');
    this.#isBarVisible = false;
  }

  #drawBar(label: string, share: number): void {
    if (share === 1) return this.#clear();
    if (this.#now() - this.#drawnAt < REDRAW) return;
    this.#drawnAt = this.#now();
    const filled = Math.round(share * BAR);
    const bar = `${'='.repeat(filled)}${' '.repeat(BAR - filled)}`;
    this.#out.write(`\r\u001b[K${label} [${bar}] ${Math.floor(share * 100)} %`);
    this.#isBarVisible = true;
  }

  #printQuarter({ label, done, total }: { label: string; done: number; total: number }, share: number): void {
    if (this.#run?.label !== label || done < this.#run.done)
      this.#run = { label, done, startedAt: this.#now(), printedQuarters: 0 };
    this.#run.done = done;
    const quarters = Math.floor(share * 4);
    if (quarters <= this.#run.printedQuarters || this.#now() - this.#run.startedAt < SHORT) return;
    this.#run.printedQuarters = quarters;
    this.line(`${label}: ${quarters * 25} % of ${total}`);
  }
}

export const createConsole = (out: Terminal, now: () => number = Date.now): Console =>
  new TerminalConsole(out, now, (text) => text);

/** Each line as a JSON object; never a terminal, so that no bar is drawn between them. */
export const createJsonConsole = (out: Terminal, now: () => number = Date.now): Console =>
  new TerminalConsole({ write: (text) => out.write(text) }, now, (text, level) =>
    JSON.stringify({ time: formatInstant(now()), level, message: text.trimEnd() }),
  );
