/** Small files at an address that unpack to very much. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { createBrotliCompress, createGzip, gunzip, type Gzip } from 'node:zlib';
import { ANSWERS, columnsPath } from '#core/paths.ts';
import { remoteGateway, first } from '../../../support/remote-gateway.ts';

const UNPACKED = 4e8;
const BLOCK = Buffer.alloc(4e6, ' ');

async function bomb(packer: Pick<Gzip, 'write' | 'end' | typeof Symbol.asyncIterator | 'once'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const collected = (async () => {
    for await (const chunk of packer as AsyncIterable<Buffer>) chunks.push(chunk);
  })();
  for (let size = 0; size < UNPACKED; size += BLOCK.length)
    if (!packer.write(BLOCK)) await new Promise((resolve) => packer.once('drain', () => resolve(undefined)));
  packer.end();
  await collected;
  return Buffer.concat(chunks);
}

/** The greatest growth of buffers, in bytes. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  const { arrayBuffers: before } = process.memoryUsage();
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)), 1);
  await work();
  clearInterval(timer);
  return peak;
}

for (const [coding, packer] of [
  ['gzip', createGzip()],
  ['br', createBrotliCompress({ params: { 1: 3 } })],
] as const)
  test(`400 MB in ${coding}: no more is unpacked than a file may have, and the dataset goes on`, async (t) => {
    const packed = await bomb(packer);
    assert.ok(packed.length < 2e6);
    const { store, start } = await remoteGateway(t);
    const gateway = start();
    const list = await (await gateway.get('/api.php')).text();
    store.intercept = (_, response) => Boolean(response.writeHead(200, { 'Content-Encoding': coding }).end(packed));
    const peak = await peakOf(async () => {
      assert.equal(await (await gateway.get('/api.php')).text(), list);
      assert.equal((await gateway.get(`/${columnsPath(first.manifest.shards[0]!.columnsHash)}`)).status, 503);
    });
    assert.ok(peak < 200e6, `${peak} bytes`);
    const most = Math.min(8e6, Math.max(1e6, 100 * packed.length));
    assert.match(gateway.lines.join('\n'), new RegExp(`manifest\\.json unpacks to more than ${most} bytes`));
  });

test('a compressed form that is a bomb: the gateway compresses the answer itself', async (t) => {
  const packed = await bomb(createGzip());
  const { files, start } = await remoteGateway(t);
  files.set(`${ANSWERS.list}.gz`, packed);
  const gateway = start();
  const peak = await peakOf(async () => {
    const response = await gateway.get('/api.php', { 'Accept-Encoding': 'gzip' });
    const body = await promisify(gunzip)(await response.arrayBuffer());
    assert.deepEqual(body, Buffer.from(first.files.get(ANSWERS.list)!));
  });
  assert.ok(peak < 200e6, `${peak} bytes`);
});
