/** What the command line shows: a progress bar on a terminal, plain lines otherwise. */

export interface Console {
  line(text: string): void;
  /** Shows `done` of `total`; on a terminal at most ten times a second, elsewhere a line each quarter. */
  progress(label: string, done: number, total: number): void;
}

interface Terminal {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const BAR = 30;

export function createConsole(out: Terminal, now: () => number = Date.now): Console {
  let shownAt = -Infinity;
  let barShown = false;
  let quarter = new Map<string, number>();
  const clear = (): void => {
    if (barShown) out.write('\r\u001b[K');
    barShown = false;
  };
  return {
    line(text) {
      clear();
      out.write(`${text}\n`);
    },
    progress(label, done, total) {
      const share = total === 0 ? 1 : Math.min(1, done / total);
      if (out.isTTY) {
        if (now() - shownAt < 100 && share < 1) return;
        shownAt = now();
        const filled = Math.round(share * BAR);
        out.write(`\r\u001b[K${label} [${'='.repeat(filled)}${' '.repeat(BAR - filled)}] ${Math.floor(share * 100)} %`);
        barShown = true;
        if (share === 1) clear();
        return;
      }
      // Short work needs no lines.
      if (total < 20_000) return;
      const step = Math.floor(share * 4);
      if (step > (quarter.get(label) ?? 0)) {
        quarter = new Map(quarter).set(label, step);
        out.write(`${label}: ${step * 25} % of ${total}\n`);
      }
      if (share === 1) quarter.delete(label);
    },
  };
}
