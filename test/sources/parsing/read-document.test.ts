import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { MAX_DOCUMENT_BYTES } from '../../../generator/sources/limits.ts';
import { kandilliLive } from '../../../generator/sources/kandilli/live-page.ts';
import { kandilliXml } from '../../../generator/sources/kandilli/monthly-xml.ts';
import { kandilliZeqdb } from '../../../generator/sources/kandilli/zeqdb.ts';
import { expandPaths, readDocument, recognise } from '../../../generator/sources/parsing/read-document.ts';
import { DocumentError, type Feed } from '../../../generator/sources/feed.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const FEEDS: Feed[] = [kandilliLive, kandilliXml, kandilliZeqdb];

/** A folder of its own, removed after the test, with these files. */
function folder(t: TestContext, files: Record<string, string | Uint8Array> = {}): string {
  const path = temporaryFolder(t);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

const refuses =
  (message: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof DocumentError, String(error));
    assert.match(error.message, message);
    return true;
  };

test('a file is read as it is; gzip, also in several members, is unpacked', async (t) => {
  const path = folder(t, {
    plain: 'abc',
    'one.gz': gzipSync('abc'),
    'misnamed.html': gzipSync('abc'),
    'two.gz': Buffer.concat([gzipSync('ab'), gzipSync('c')]),
  });
  for (const name of ['plain', 'one.gz', 'misnamed.html', 'two.gz']) {
    const document = await readDocument(join(path, name));
    assert.equal(Buffer.from(document.bytes).toString(), 'abc', name);
    assert.deepEqual([document.name, document.coverage, document.fetchedAt], [join(path, name), null, null]);
  }
});

test('unreadable files are reported by name and cause', async (t) => {
  const path = folder(t, {
    empty: '',
    'empty.gz': gzipSync(''),
    'cut.gz': gzipSync(Buffer.alloc(1000, 'abc')).subarray(0, 20),
    'damaged.gz': Buffer.concat([gzipSync('abc').subarray(0, 10), Buffer.from('garbage')]),
    big: Buffer.alloc(2000),
    'big.gz': gzipSync(Buffer.alloc(1_000_000)),
  });
  const cases: [string, RegExp][] = [
    ['missing', /missing does not exist$/],
    ['empty', /empty is empty \(0 bytes\)$/],
    ['empty.gz', /is empty once decompressed$/],
    ['cut.gz', /its gzip data is cut off$/],
    ['damaged.gz', /its gzip data is damaged$/],
    ['big', /larger than 1500 bytes/],
    ['big.gz', /larger than 1500 bytes/],
    ['', /is a folder, not a file$/],
  ];
  for (const [name, message] of cases)
    await assert.rejects(readDocument(join(path, name), { sizeLimit: () => 1500 }), refuses(message));
  await assert.rejects(readDocument('/dev/null'), refuses(/not a regular file/));
});

test('gzip data is unpacked up to its limit', async (t) => {
  const bomb = gzipSync(Buffer.alloc(4 * MAX_DOCUMENT_BYTES));
  assert.ok(bomb.length < 200_000);
  // The data beyond the limit is damaged, so reading it would fail.
  const path = folder(t, { 'bomb.gz': bomb.fill(0xff, bomb.length / 2), 'end.gz': gzipSync('abc').subarray(0, -4) });
  const larger = new RegExp(`bomb\\.gz is larger than ${MAX_DOCUMENT_BYTES} bytes; it was not read further$`);
  await assert.rejects(readDocument(join(path, 'bomb.gz')), refuses(larger));
  await assert.rejects(readDocument(join(path, 'end.gz')), refuses(/its gzip data is cut off$/));
});

test('each kind of document is recognised by its content', () => {
  const documents: [string, string][] = [
    ['kandilli-live', '<HTML><title>Son Depremler</title>'],
    ['kandilli-live', '<pre>\nTarih      Saat      Enlem(N)  Boylam(E) Derinlik(km)'],
    ['kandilli-xml', '<?xml version="1.0"?>\n<eqlist><earhquake name="2011.03.30 20:07:20"'],
    ['kandilli-zeqdb', '\ufeffNo,Deprem Kodu,Olus tarihi'],
    ['kandilli-zeqdb', '<html>Bulunan: 12<br>'],
  ];
  for (const [name, text] of documents) assert.equal(recognise(Buffer.from(text), FEEDS).name, name);
});

const UNKNOWN: [what: string, bytes: Uint8Array, message: RegExp][] = [
  ['nothing', new Uint8Array(), /empty \(0 bytes\)/],
  ['white space', Buffer.from(' \n\t'), /only white space/],
  [
    'an error page',
    Buffer.from('<!DOCTYPE html><title>404 Not Found</title>'),
    /HTML page .*404 Not Found.*error page/,
  ],
  ['JSON', Buffer.from('{"status":"error"}'), /JSON of an unknown shape: \{"status":"error"\}/],
  ['XML', Buffer.from('<?xml version="1.0"?><rss>'), /XML of an unknown kind/],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /an image/],
  ['a spreadsheet', Buffer.from('PK\u0003\u0004'), /zip archive or spreadsheet/],
  ['a PDF', Buffer.from('%PDF-1.7'), /a PDF/],
  ['UTF-16', Buffer.from('\ufeffNo', 'utf16le'), /UTF-16/],
  ['binary', Buffer.from([1, 2, 3, 0, 0]), /binary data/],
  ['prose', Buffer.from('hello \u001b[31m'), /text of an unknown kind: hello \[31m$/],
];
for (const [what, bytes, message] of UNKNOWN) {
  test(`an unknown document is described: ${what}`, () => {
    assert.throws(() => recognise(bytes, FEEDS), refuses(message));
  });
}

test('a document that two feeds recognise is refused', () => {
  const greedy: Feed = { ...kandilliXml, recognise: () => true };
  assert.throws(
    () => recognise(Buffer.from('<title>Son Depremler'), [kandilliLive, greedy]),
    refuses(/both kandilli-live and kandilli-xml/),
  );
});

test('paths and patterns become sorted files, each once', async (t) => {
  const path = folder(t, { 'b.html': 'x', 'a.html': 'x', 'c.txt': 'x', '[odd].html': 'x' });
  mkdirSync(join(path, 'inner.html'));
  const names = async (...patterns: string[]): Promise<string[]> =>
    (await expandPaths(patterns.map((pattern) => join(path, pattern)))).map((name) => name.slice(path.length + 1));
  assert.deepEqual(await names('*.html'), ['[odd].html', 'a.html', 'b.html']);
  assert.deepEqual(await names('c.txt', 'a.*', '*.html', 'a.html'), ['[odd].html', 'a.html', 'b.html', 'c.txt']);
  assert.deepEqual(await names('[odd].html'), ['[odd].html'], 'a name with characters of patterns');
  await assert.rejects(names('a.html', '*.zip'), refuses(/no file matches .*\*\.zip/));
  await assert.rejects(names('missing.html'), refuses(/no such file: .*missing\.html/));
});
