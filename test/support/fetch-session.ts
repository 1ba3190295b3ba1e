/** A fetch session with responses from a function, parsed in this thread. */
import { readParsed } from '../../generator/sources/reader/perform.ts';
import type { FeedClient, FeedDocument, FetchSession } from '../../generator/sources/feed.ts';
import { bytesOf } from './feed-data.ts';

export const fetchSession = (client: FeedClient): FetchSession => ({
  client,
  parse: async (bytes) => readParsed(bytes, {}, { knownTime: () => undefined }),
  memory: new Map(),
});

export type FetchedPage = Omit<FeedDocument, 'fetchedAt'>;

/** A client that answers from a function, and the requested URLs. */
export function fakeClient(respond: (url: URL) => string): { client: FeedClient; requests: URL[] } {
  const requests: URL[] = [];
  const client: FeedClient = {
    get(address) {
      const url = new URL(address);
      requests.push(url);
      try {
        return Promise.resolve({ status: 200, bytes: bytesOf(respond(url)), headers: new Headers() });
      } catch (error) {
        return Promise.reject(error as Error);
      }
    },
  };
  return { client, requests };
}

export async function all(pages: AsyncIterable<FetchedPage>): Promise<FetchedPage[]> {
  const collected: FetchedPage[] = [];
  for await (const page of pages) collected.push(page);
  return collected;
}
