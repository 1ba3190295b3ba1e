/** What is said once: a trouble when it begins, and its end; nothing in between, however often it is met. */

export interface Notices {
  /** Says `text` unless a trouble of this kind with `what` is known since it was last well. */
  trouble(what: string, text: string): void;
  /** Says `text` when there was trouble with `what`. */
  over(what: string, text: string): void;
}

/** Addresses and numbers differ from one try to the next; the trouble is the same. */
const kindOf = (text: string): string => text.replace(/https?:\S+/g, '').replace(/\d+/g, '');

export function createNotices(line: (text: string) => void): Notices {
  const known = new Map<string, Set<string>>();
  return {
    trouble(what, text) {
      const kinds = known.get(what) ?? new Set();
      if (kinds.has(kindOf(text))) return;
      known.set(what, kinds.add(kindOf(text)));
      line(text);
    },
    over(what, text) {
      if (known.delete(what)) line(text);
    },
  };
}

/** The sentence first, and below it where in the program it happened. */
export function troubleText(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [message, ...frames].join('\n');
}
