/** Requests that are answered without Hono. */
import assert from 'node:assert/strict';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'node:test';
import type { NodeRequest } from '../../../gateway/http/request.ts';
import { AnswerMemory } from '../../../gateway/http/answer-memory.ts';
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

test('an answer that its client does not read is held until the connection ends', async (t) => {
  const answers = new AnswerMemory();
  const { app } = testGateway(syntheticDataset({ seed: 4, count: 1200 }).files, { answers });
  const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(() => server.stop(0));
  const socket = net.connect(server.port, '127.0.0.1').pause();
  const held = async (isDone: () => boolean): Promise<void> => {
    for (let count = 0; !isDone() && count < 1000; count += 1) await wait(5);
    assert.ok(isDone(), `${answers.answers} answers, ${answers.bytes} bytes`);
  };
  for (let depth = 1; depth <= 60; depth += 1)
    socket.write(`GET /api.php?limit=1000&max_depth=${900 + depth} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await held(() => answers.answers > 0 && answers.bytes > 200_000);
  socket.destroy();
  await held(() => answers.answers === 0);
  assert.equal(answers.bytes, 0);
});
