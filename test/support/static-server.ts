/** A plain static file server with entity tags, as any host of `dist/` is: no rewriting, no API. */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { contentHash } from '#core/etag.ts';

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  xml: 'application/xml',
  woff2: 'font/woff2',
};

export interface StaticServer {
  url: string;
  /** While true every request ends without an answer. */
  isDown: boolean;
  /** Requests are answered after it: a network that is silent. */
  silence: Promise<void> | undefined;
  /** The `Date` of its answers; undefined: the present. */
  clock: (() => number) | undefined;
  /** Paths asked for, in order, and the status of each answer. */
  requests: { path: string; status: number }[];
  server: Server;
}

/** Ended after the test. */
export async function serveFolder(folder: string, t: { after(work: () => void): void }): Promise<StaticServer> {
  const host: StaticServer = {
    url: '',
    isDown: false,
    silence: undefined,
    clock: undefined,
    requests: [],
    server: createServer(),
  };
  host.server.on('request', (request, response) => {
    if (host.isDown) return void request.socket.destroy();
    if (host.clock) response.setHeader('Date', new Date(host.clock()).toUTCString());
    const path = decodeURIComponent(new URL(request.url!, 'http://localhost').pathname);
    const file = path.endsWith('/') ? `${path}index.html` : path;
    const answered = async (): Promise<Buffer> => {
      await host.silence;
      return readFile(join(folder, file));
    };
    void answered().then(
      (bytes) => {
        const tag = `"${contentHash(bytes)}"`;
        const status = request.headers['if-none-match'] === tag ? 304 : 200;
        host.requests.push({ path, status });
        const type = TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
        response.writeHead(status, { ETag: tag, 'Content-Type': type, 'Cache-Control': 'max-age=0' });
        response.end(status === 304 ? undefined : bytes);
      },
      () => {
        host.requests.push({ path, status: 404 });
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((listening) => host.server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    host.server.closeAllConnections();
    host.server.close();
  });
  host.url = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
  return host;
}
