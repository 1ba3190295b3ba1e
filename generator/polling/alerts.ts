/** Messages about conditions that last: one when a condition begins and one when it ends. */

/** Addresses, ids of documents and numbers differ from one attempt to the next; the condition is the same. */
const kindOf = (text: string): string => text.replace(/https?:\S+|\b[0-9a-f]{12}\b/g, '').replace(/\d+/g, '');

/** Causes in the feed client's words where nothing came back: the network's failure, not a feed's. */
const NETWORK_CAUSES = new Set([
  ...['no such host', 'no answer', 'connection refused', 'no connection in time'],
  ...['network unreachable', 'host unreachable'],
]);

/** `no such host` of `x is down: http://…: DNS: no such host (2 attempts)`; undefined for a feed's own failure. */
function networkCause(text: string): string | undefined {
  const last = text.slice(text.lastIndexOf(': ') + 2);
  const cause = last.includes(' (') ? last.slice(0, last.lastIndexOf(' (')) : last;
  return NETWORK_CAUSES.has(cause) ? cause : undefined;
}

/** So many at once are reported as one. */
const MANY = 3;

interface Message {
  subject: string;
  text: string;
}

interface Batch {
  raised: Message[];
  resolved: Message[];
}

type Print = (text: string) => void;

export class Alerts {
  readonly #print: Print;
  readonly #warn: Print;
  /** Kinds of conditions by subject. */
  readonly #raised = new Map<string, Set<string>>();
  #batch: Batch | undefined;
  /** Cause reported for many at once: not reported for further subjects until one is resolved. */
  #commonCause: string | undefined;

  /** @param warn prints what needs the operator */
  constructor(print: Print, warn: Print = print) {
    this.#print = print;
    this.#warn = warn;
  }

  /** Prints `text` unless a condition of this kind has been raised for `subject` since it was last resolved. */
  raise(subject: string, text: string): void {
    const kinds = this.#raised.get(subject) ?? new Set();
    if (kinds.has(kindOf(text))) return;
    this.#raised.set(subject, kinds.add(kindOf(text)));
    if (this.#commonCause !== undefined && networkCause(text) === this.#commonCause) return;
    if (this.#batch) this.#batch.raised.push({ subject, text });
    else this.#warn(text);
  }

  /** Prints `text` if a condition is raised for `subject`. */
  resolve(subject: string, text: string): void {
    if (!this.#raised.delete(subject)) return;
    this.#commonCause = undefined;
    if (this.#batch) this.#batch.resolved.push({ subject, text });
    else this.#print(text);
  }

  /** Holds messages until the returned function is called, which prints those of many subjects as one line. */
  batch(): () => void {
    const batch = (this.#batch ??= { raised: [], resolved: [] });
    return () => {
      if (this.#batch === batch) this.#batch = undefined;
      this.#printRaised(batch.raised.splice(0));
      this.#printResolved(batch.resolved.splice(0));
    };
  }

  #printRaised(messages: Message[]): void {
    for (const [cause, same] of Map.groupBy(messages, ({ text }) => networkCause(text))) {
      if (cause === undefined || same.length < MANY) for (const { text } of same) this.#warn(text);
      else {
        this.#commonCause = cause;
        this.#warn(`${same.length} feeds are down (${cause}): ${subjectsOf(same)}`);
      }
    }
  }

  #printResolved(messages: Message[]): void {
    if (messages.length >= MANY) this.#print(`${messages.length} feeds answer again: ${subjectsOf(messages)}`);
    else for (const { text } of messages) this.#print(text);
  }
}

const subjectsOf = (messages: Message[]): string => messages.map(({ subject }) => subject).join(', ');

/** The message, and below it the stack frames. */
export function errorText(error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return [message, ...frames].join('\n');
}
