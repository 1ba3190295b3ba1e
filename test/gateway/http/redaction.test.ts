/** Misplaced keys in any encoding: neither the log nor a response reveals one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKey } from '../../../gateway/http/key-format.ts';
import { loggedTarget } from '../../../gateway/request-log.ts';
import { hidesKey, redacted } from '../../../gateway/http/redaction.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { testMetering, UNLIMITED } from '../../support/metering.ts';
import fc from '../../support/property.ts';

/** A key without its `sk_`. */
const BARE = generateKey().slice(3);

const TARGETS: [target: string, logged: string][] = [
  ['/api.php', '/api.php'],
  ['/api.php?limit=5', '/api.php?limit=5'],
  ['/api.php?limit=05&q=%C4%B0zmir+x&q=y', '/api.php?limit=05&q=%C4%B0zmir%20x'],
  ['/api.php?api_key=sk_secret&limit=5', '/api.php?api_key=***&limit=5'],
  ['/api.php?limit=5&API_KEY=sk_secret', '/api.php?limit=5&...'],
  ['/api.php?api%5Fkey=secret', '/api.php?api_key=***'],
  ['/api.php?%61pi_key=sk_secret&api_key=sk_secret', '/api.php?api_key=***'],
  ['/api.php?api_key%ZZ=sk_secret', '/api.php?...'],
  ['/api.php?limit=1;api_key=sk_s3creT', '/api.php?limit=***'],
  ['/api.php?limit=abc&q=%ZZ&cursor=abc', '/api.php?limit=***&q=***&cursor=***'],
  ['/api.php?sources=afad,sk_s3creT', '/api.php?sources=***'],
  ['/api.php?q=sk_s3c+reT&utm_source=x&_=1', '/api.php?q=***&...'],
  ['/api.php?q=sk_s3c&reT', '/api.php?q=***&...'],
  ['/api.php?q=sk%255fs3creT', '/api.php?q=***'],
  ['/api.php?q=sk%25255fs3creT', '/api.php?q=***'],
  ['/api.php?q=s+k_s3creT', '/api.php?q=***'],
  ['/api.php?q=%EF%BD%93%EF%BD%8B%EF%BC%BFs3creT', '/api.php?q=***'],
  ['/api.php?q=%EF%BC%855%EF%BC%93k_s3creT', '/api.php?q=***'],
  ['/api.php?q=%C5%BF%E2%84%AA_s3creT', '/api.php?q=***'],
  ['/api.php?q=s%E2%80%8Bk_s3creT', '/api.php?q=***'],
  ['/sk_s3creT/api.php&api_key=sk_s3creT', '/***'],
  ['/SK%5fs3creT/x?limit=5', '/***?limit=5'],
  ['/a/..%2fetc', '/a/..%2fetc'],
  ['/a b\n\u0130', '/a\\u0020b\\u000a\\u0130'],
  ['/account/reset?token=a?b&code=c', '/account/reset?***'],
  [`/api.php?q=${BARE}&limit=2`, '/api.php?q=***&limit=2'],
  [`/api.php?q=${BARE.slice(0, 32)}`, '/api.php?q=***'],
  [`/api.php?q=${BARE.slice(0, 20)}+${BARE.slice(20)}`, '/api.php?q=***'],
  [`/api.php?q=${BARE.replace(/./g, (letter) => `%25${letter.charCodeAt(0).toString(16)}`)}`, '/api.php?q=***'],
  ['/api.php?q=Kahramanmaras+Pazarcik+Elbistan+2023', '/api.php?q=Kahramanmaras%20Pazarcik%20Elbistan%202023'],
  [`/account/keys/${BARE}/rotate`, '/account/keys/***/rotate'],
  [`/shards/${'0f'.repeat(32)}.columns`, `/shards/${'0f'.repeat(32)}.columns`],
];

for (const [target, logged] of TARGETS) test(`logs ${target}`, () => assert.equal(loggedTarget(target), logged));

test('a target with too many nested encodings is not logged', () => {
  assert.ok(hidesKey(`%${'25'.repeat(9)}41`));
  assert.ok(!hidesKey('%254141'));
});

test('many parameters are read once each, and the line stays short', () => {
  const line = loggedTarget(`/api.php?${'limit=7&x=y&'.repeat(1000)}q=${'a'.repeat(5000)}`);
  assert.equal(line, '/api.php?limit=7&...&q=***');
  assert.ok(loggedTarget(`/${'a/'.repeat(2500)}`).length <= 1000);
  assert.equal(loggedTarget(`/${'a/'.repeat(490)}${BARE}`), `/${'a/'.repeat(490)}***`, 'also where the cut would be');
});

const twoDigits = (byte: number): string => byte.toString(16).padStart(2, '0');
const asBytes = (text: string): string => [...Buffer.from(text)].map((byte) => `%${twoDigits(byte)}`).join('');

/** Reversible encodings of a key. Each is applied to some of the characters. */
const CODINGS: ((letter: string) => string)[] = [
  (letter) => letter,
  asBytes,
  (letter) => asBytes(letter).toUpperCase(),
  (letter) => asBytes(asBytes(letter)),
  (letter) => asBytes(letter).replaceAll('%', '%25'),
  (letter) => asBytes(letter).replaceAll('%', '%2525'),
  (letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0),
  (letter) => asBytes(String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)),
  (letter) => letter.toUpperCase(),
  (letter) => `${letter} `,
  (letter) => `+${letter}`,
  (letter) => `${letter}%20`,
  (letter) => `${letter}%252B`,
  (letter) => `%09${letter}`,
  (letter) => `${letter}%E2%80%8B`,
];
const coding = fc.constantFrom(...CODINGS);
const disguised = fc
  .tuple(fc.constantFrom(generateKey(), generateKey()), fc.array(coding, { minLength: 1, maxLength: 7 }), fc.boolean())
  .map(([key, codings, each]) =>
    each
      ? [...key].map((letter, place) => codings[place % codings.length]!(letter)).join('')
      : [...key].map(codings[0]!).join(''),
  );
const PLACES: ((key: string) => string)[] = [
  (key) => `/api.php?q=${key}`,
  (key) => `/api.php?limit=${key}`,
  (key) => `/api.php?q=x&${key}=1`,
  (key) => `/api.php?${key}`,
  (key) => `/api.php?sources=afad,${key}`,
  (key) => `/api.php?event_type=${key}&limit=2`,
  (key) => `/export.php?format=json&sources=usgs,${key}`,
  (key) => `/deprem_api.php?date=2026-01-01&slug=${key}`,
  (key) => `/station_api.php?source=${key}`,
  (key) => `/${key}/list.json`,
  (key) => `/api.php;${key}?limit=x`,
  (key) => `/api.php?api_key%ZZ=${key}`,
  (key) => `/api.php?limit=5;api_key=${key}`,
  (key) => `/api.php?x=%ZZ${key}`,
  (key) => `/api.php?${key}=%ZZ`,
];

/** Every text that decoding leads to, gaps closed, in one case. */
function readings(text: string): string[] {
  const all = [];
  for (let reading = text, pass = 0; pass < 12; pass += 1) {
    reading = reading.normalize('NFKC').replace(/[\s+\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '');
    all.push(reading.toLowerCase());
    reading = reading.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
    );
  }
  return all;
}

test('no encoding of a key reaches the log, a body or a header, wherever it is sent', async () => {
  const { get, lines } = testGateway(syntheticDataset({ count: 120 }).files);
  const statuses = new Set<number>();
  await fc.assert(
    fc.asyncProperty(disguised, fc.constantFrom(...PLACES), async (key, place) => {
      lines.length = 0;
      const response = await get(place(key));
      statuses.add(response.status);
      const output = `${lines.join('\n')}\n${JSON.stringify([...response.headers])}\n${await response.text()}`;
      for (const reading of readings(output)) assert.doesNotMatch(reading, /sk_[0-9a-z]{4}/, output);
      assert.ok(lines.some((line) => line.includes(' GET /')));
    }),
    { numRuns: 1500 },
  );
  assert.ok(statuses.has(200) && statuses.has(400) && statuses.has(404), [...statuses].join());
});

/** Encodings in which the random part is still one piece, or is known by its checksum. */
const BARE_CODINGS = [
  (secret: string) => secret,
  asBytes,
  (secret: string) => asBytes(asBytes(secret)),
  (secret: string) => secret.replace(/.{9}/g, '$&+'),
  (secret: string) => secret.replace(/.{9}/g, '$&%E2%80%8B'),
  (secret: string) => secret.replace(/.{9}/g, '$&%0A'),
  (secret: string) => [...secret].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join(''),
  (secret: string) => secret.toLowerCase(),
  (secret: string) => secret.slice(0, 32),
];
const BARE_PLACES: ((secret: string) => string)[] = [
  ...PLACES,
  (secret) => `/api.php?api_key=${secret}`,
  (secret) => `/fdsnws/event/1/query?minmagnitude=${secret}`,
  (secret) => `/fdsnws/event/1/query?api_key=${secret}`,
  (secret) => `/fdsnws/event/1/query?${secret}=1`,
  (secret) => `/fdsnws/event/1/query?format=text&eventid=${secret}`,
  (secret) => `/fdsnws/station/1/query?network=${secret}`,
  (secret) => `/fdsnws/event/1/${secret}`,
  (secret) => `/account/keys/${secret}`,
];

test('a key without its sk_ reaches neither the log nor an answer', async () => {
  const { get, lines } = testGateway(syntheticDataset({ count: 120 }).files, {
    metering: testMetering({ limits: UNLIMITED }),
  });
  const statuses = new Set<number>();
  for (const place of BARE_PLACES)
    for (const code of BARE_CODINGS) {
      const secret = generateKey().slice(3);
      lines.length = 0;
      const response = await get(place(code(secret)));
      statuses.add(response.status);
      const output = `${lines.join('\n')}\n${JSON.stringify([...response.headers])}\n${await response.text()}`;
      for (const reading of readings(output))
        for (let at = 0; at + 8 <= secret.length; at += 1)
          assert.ok(!reading.includes(secret.slice(at, at + 8).toLowerCase()), `${secret}\n${output}`);
      assert.ok(lines.some((line) => line.includes(' GET /')));
    }
  assert.deepEqual([...statuses].toSorted(), [200, 204, 400, 401, 404]);
});

test('the path of an FDSN request is not repeated where it hides a key', async () => {
  const { get } = testGateway(syntheticDataset({ count: 20 }).files);
  const text = await (await get('/fdsnws/event/1/s%6b_s3creT?x=1')).text();
  assert.match(text, /^Error 404/);
  assert.doesNotMatch(text, /s3creT/);
});

test('a target without a key is logged in one line', () => {
  for (const text of ['İzmir', 'task force', '50 %', 'a_b', '%41', 'ask me']) assert.equal(redacted(text), text);
  assert.equal(redacted('a\nb'), 'a b');
  assert.equal(redacted('sk_'), '***');
});
