/** Netlify's chain as its documentation describes it: the function first, the published file where it passes. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type * as edgeFunction from '../../generator/hosting/edge/netlify.ts';
import { contractOf } from './contract.ts';
import type { HostOptions } from './host.ts';

const fileOf = (dist: string, request: Request): Promise<Response> =>
  readFile(join(dist, decodeURIComponent(new URL(request.url).pathname))).then(
    (bytes) => new Response(bytes),
    () => new Response('a page of the host', { status: 404 }),
  );

contractOf('the function for Netlify', {
  missing: false,
  // Netlify's own cache of functions is not used.
  keepsAnswers: false,
  async start(t, { dist, port, gatewayPort }: HostOptions) {
    const environment = new Map([['GATEWAY_URL', `http://127.0.0.1:${gatewayPort}`]]);
    Object.assign(globalThis, { Netlify: { env: environment } });
    const module = join(dist, 'hosting/netlify/edge-functions/hiposantr.js');
    const { default: run, config } = (await import(module)) as typeof edgeFunction;
    assert.equal(config.path, '/*');
    const listener = getRequestListener(
      async (request) => (await run(request, { ip: '192.0.2.1' })) ?? (await fileOf(dist, request)),
    );
    const server = createServer((request, response) => void listener(request, response));
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${port}`;
  },
});
