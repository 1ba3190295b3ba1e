/** What the command line shows: a progress bar on a terminal, plain lines otherwise. */

export interface Console {
  line(text: string): void;
  /** Shows `done` of `total`; on a terminal at most ten times a second, elsewhere a line each quarter of work that takes long. */
  progress(label: string, done: number, total: number): void;
}

interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Characters. */
const BAR = 30;
/** ms between two pictures of the bar. */
const REDRAW = 100;
/** ms of work that need no lines. */
const SHORT = 2000;

interface Run {
  label: string;
  done: number;
  begun: number;
  /** Quarters told. */
  told: number;
}

export function createConsole(out: Terminal, now: () => number = Date.now): Console {
  let shownAt = -Infinity;
  let barShown = false;
  let run: Run | null = null;
  const clear = (): void => {
    if (barShown) out.write('\r\u001b[K');
    barShown = false;
  };
  const bar = (label: string, share: number): void => {
    if (share === 1) return clear();
    if (now() - shownAt < REDRAW) return;
    shownAt = now();
    const filled = Math.round(share * BAR);
    out.write(`\r\u001b[K${label} [${'='.repeat(filled)}${' '.repeat(BAR - filled)}] ${Math.floor(share * 100)} %`);
    barShown = true;
  };
  return {
    line(text) {
      clear();
      out.write(`${text}\n`);
    },
    progress(label, done, total) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      if (out.isTTY) return bar(label, share);
      if (run?.label !== label || done < run.done) run = { label, done, begun: now(), told: 0 };
      run.done = done;
      const quarters = Math.floor(share * 4);
      if (quarters <= run.told || now() - run.begun < SHORT) return;
      run.told = quarters;
      out.write(`${label}: ${quarters * 25} % of ${total}\n`);
    },
  };
}
