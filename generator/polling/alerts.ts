/** What is said once: a trouble when it begins, and its end; nothing in between, however often it is met. */

export interface Alerts {
  /** Says `text` unless a trouble of this kind with `what` is known since it was last well. */
  raise(what: string, text: string): void;
  /** Says `text` when there was trouble with `what`. */
  resolve(what: string, text: string): void;
  /** From now on what is to be said is kept, until the answer is called: what many have in common is one line then. */
  batch(): () => void;
}

/** Addresses and numbers differ from one try to the next; the trouble is the same. */
const kindOf = (text: string): string => text.replace(/https?:\S+/g, '').replace(/\d+/g, '');

/** What the client of the feeds says where nothing came back at all: the network's doing, not a feed's. */
const OF_NETWORK = new Set([
  ...['no such host', 'no answer', 'connection refused', 'no connection in time'],
  ...['network unreachable', 'host unreachable'],
]);

/** `no such host` of `x is down: http://…: DNS: no such host (2 tries)`; undefined for what is a feed's own trouble. */
function causeOf(text: string): string | undefined {
  const last = text.slice(text.lastIndexOf(': ') + 2);
  const cause = last.includes(' (') ? last.slice(0, last.lastIndexOf(' (')) : last;
  return OF_NETWORK.has(cause) ? cause : undefined;
}

/** So many at once are one trouble: no network, most likely. */
const MANY = 3;

interface Notice {
  what: string;
  text: string;
}

export function createAlerts(line: (text: string) => void): Alerts {
  const known = new Map<string, Set<string>>();
  let kept: { troubles: Notice[]; over: Notice[] } | undefined;
  /** What was said of many at once: not said of further ones until one of all is well again. */
  let shared: string | undefined;

  const sayTroubles = (troubles: Notice[]): void => {
    for (const [cause, same] of Map.groupBy(troubles, ({ text }) => causeOf(text)))
      if (cause === undefined || same.length < MANY) for (const { text } of same) line(text);
      else {
        shared = cause;
        line(`${same.length} feeds are down (${cause}): ${namesOf(same)}`);
      }
  };
  const sayOver = (over: Notice[]): void => {
    if (over.length >= MANY) line(`${over.length} feeds answer again: ${namesOf(over)}`);
    else for (const { text } of over) line(text);
  };
  return {
    raise(what, text) {
      const kinds = known.get(what) ?? new Set();
      if (kinds.has(kindOf(text))) return;
      known.set(what, kinds.add(kindOf(text)));
      if (shared !== undefined && causeOf(text) === shared) return;
      if (kept) kept.troubles.push({ what, text });
      else line(text);
    },
    resolve(what, text) {
      if (!known.delete(what)) return;
      shared = undefined;
      if (kept) kept.over.push({ what, text });
      else line(text);
    },
    batch() {
      const mine = (kept ??= { troubles: [], over: [] });
      return () => {
        if (kept === mine) kept = undefined;
        sayTroubles(mine.troubles.splice(0));
        sayOver(mine.over.splice(0));
      };
    },
  };
}

const namesOf = (notices: Notice[]): string => notices.map(({ what }) => what).join(', ');

/** The sentence first, and below it where in the program it happened. */
export function errorText(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [message, ...frames].join('\n');
}
