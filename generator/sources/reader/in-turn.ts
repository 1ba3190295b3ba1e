/** Documents stored in their order, each parsed by the reader's thread while this one stores the one before. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { FeedDocument, Parsed } from '../feed.ts';

/** Beside the storing of a larger one nothing is parsed: the deadline of the parser would run out meanwhile. */
const LARGE = 8 * 2 ** 20;

interface Work {
  open(path: string): Promise<FeedDocument>;
  /** @param stored when all documents before are stored */
  read(document: FeedDocument, stored: Promise<unknown>): Promise<Parsed>;
  store(document: FeedDocument, parsed: Parsed): void;
}

/** @param failed called for a document that could not be stored; ends the work by throwing */
export async function inTurn(
  paths: readonly string[],
  { open, read, store }: Work,
  failed: (path: string, error: unknown) => void,
): Promise<void> {
  let stored: Promise<unknown> = Promise.resolve();
  for (const path of paths) {
    const before = stored;
    const document = await open(path).catch((error: unknown) => failed(path, error));
    if (!document) continue;
    stored = storeAfter(before, { document, parsed: read(document, before), store }).catch((error: unknown) =>
      failed(path, error),
    );
    // Awaited below, but perhaps too late for Node.
    stored.catch(() => undefined);
    await before;
    if (document.bytes.byteLength > LARGE) await stored;
  }
  await stored;
}

interface Step extends Pick<Work, 'store'> {
  document: FeedDocument;
  parsed: Promise<Parsed>;
}

async function storeAfter(before: Promise<unknown>, { document, parsed, store }: Step): Promise<void> {
  const [rows] = await Promise.all([parsed, before]);
  // The thread gets its next document first.
  await yieldToEventLoop();
  store(document, rows);
}
