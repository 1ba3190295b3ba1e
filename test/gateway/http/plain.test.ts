/** Requests that are answered without Hono. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { test } from 'node:test';
import type { NodeRequest } from '../../../gateway/http/request.ts';
import { startServer } from '../../../gateway/http/server.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';

test('a plain request is answered as one that needs a URL, in the same bytes', async (t) => {
  const { app } = testGateway(syntheticDataset({ seed: 4, count: 1200 }).files);
  let direct = 0;
  const counted = { ...app, direct: (request: NodeRequest) => app.direct(request) && (direct += 1) > 0 };
  const server = await startServer({ app: counted, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(() => server.stop(100));
  const exchange = async (text: string): Promise<string> => {
    const socket = net.connect(server.port, '127.0.0.1').setEncoding('latin1');
    socket.write(text);
    let output = '';
    for await (const chunk of socket) output += chunk;
    return output;
  };
  const get = async (target: string, headers: string): Promise<string> =>
    (await exchange(`GET ${target} HTTP/1.1\r\n${headers}\r\nConnection: close\r\n\r\n`)).replace(/^Date: .*$/m, '');
  const targets = [
    'api.php?limit=3',
    'api.php?limit=0',
    'api.php',
    'api.php?limit=1000&max_magnitude=9',
    'deprem_api.php?id=5',
  ];
  for (const target of [...targets, 'deprem_api.php', 'deprem_api.php?event_id=ffffffffffffffff'])
    for (const more of ['', '\r\nAccept-Encoding: gzip', '\r\nIf-None-Match: *', '\r\nAuthorization: Bearer sk_x'])
      assert.equal(await get(`/${target}`, `Host: x${more}`), await get(`/${target}`, `Host: X${more}`), target + more);
  assert.equal(direct, 28, 'each with the one host, none with the other');
  const keys = '\r\nAuthorization: a\r\nAuthorization: Bearer sk_x';
  assert.equal(await get('/api.php', `Host: x${keys}`), await get('/api.php', `Host: X${keys}`));
  assert.equal(direct, 28);
});
