import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchIfNoneMatch } from '../../../gateway/http/respond.ts';
import { acceptedEncodings, compress, decompress } from '../../../gateway/http/negotiation.ts';

const IF_NONE_MATCH: [header: string | undefined, expected: string | undefined][] = [
  [undefined, undefined],
  ['', undefined],
  ['"a"', '"a"'],
  ['W/"a"', '"a"'],
  ['"x", "a-br"', '"a-br"'],
  ['"x",W/"a" , "y"', '"a"'],
  ['"x,"a"', undefined],
  ['*', undefined],
  ['"*"', undefined],
  ['a', undefined],
  ['"a-gzip"', undefined],
  ['"A"', undefined],
  ['w/"x"', undefined],
];

for (const [header, expected] of IF_NONE_MATCH)
  test(`If-None-Match: ${header ?? '(none)'}`, () =>
    assert.equal(matchIfNoneMatch(header, ['"a-br"', '"a"']), expected));

const ACCEPTED: [header: string | undefined, expected: string[]][] = [
  [undefined, ['identity']],
  ['', ['identity']],
  ['gzip', ['gzip', 'identity']],
  ['x-gzip', ['gzip', 'identity']],
  ['GZIP, deflate, br', ['br', 'gzip', 'identity']],
  ['gzip;q=1.0, br;q=0.5', ['gzip', 'br', 'identity']],
  ['gzip;q=0', ['identity']],
  ['br;q=0, *', ['gzip', 'identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*;q=0', ['identity']],
  ['identity, gzip;q=0.5', ['identity', 'gzip']],
  ['identity;q=0', ['identity']],
  ['gzip;q=nonsense', ['identity']],
  ['gzip ; q=0.2 , br ; q=0.1', ['gzip', 'br', 'identity']],
];

for (const [header, expected] of ACCEPTED)
  test(`Accept-Encoding: ${header ?? '(none)'}`, () => assert.deepEqual(acceptedEncodings(header), expected));

test('compressed content decompresses to the original', async () => {
  const bytes = Buffer.from('İzmir '.repeat(500));
  for (const encoding of ['gzip', 'br'] as const) {
    const compressed = await compress(bytes, encoding);
    assert.ok(compressed.byteLength < bytes.byteLength / 10);
    assert.deepEqual(Buffer.from(await decompress(compressed, encoding, bytes.length)), bytes);
    await assert.rejects(decompress(compressed, encoding, bytes.length - 1), { code: 'ERR_BUFFER_TOO_LARGE' });
  }
});
