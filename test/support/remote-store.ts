/** Files at an address, as an object store has them; a test may change them, and what is answered, at any time. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { contentHash } from '#core/etag.ts';

export interface RemoteStore {
  url: string;
  /** Method and path of each request so far. */
  requests: string[];
  /** Answers in the store's place where it returns true. */
  intercept: ((path: string, response: ServerResponse, request: IncomingMessage) => boolean) | undefined;
  /** Requests for files, the manifest left out. */
  asked(): string[];
  close(): Promise<void>;
}

export async function startRemoteStore(files: Map<string, Uint8Array>): Promise<RemoteStore> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!.slice('/data/'.length));
    store.requests.push(`${request.method} ${path}`);
    if (store.intercept?.(path, response, request)) return;
    const bytes = files.get(path);
    const etag = bytes && `"${contentHash(bytes)}"`;
    if (!bytes) response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    else if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { ETag: etag, 'Content-Length': bytes.byteLength }).end(bytes);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const store: RemoteStore = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/data`,
    requests: [],
    intercept: undefined,
    asked: () => store.requests.filter((request) => !/^GET (?:manifest|status)\.json$/.test(request)),
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}
