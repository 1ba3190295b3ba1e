/** Keys: every one that is not good is refused everywhere, and which headers say so. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashOf, generateKey } from '../../gateway/http/key-format.ts';
import { ROTATION_OVERLAP } from '../../gateway/access/key-store.ts';
import { countsOf } from '../support/metering.ts';
import { DATA, header, OTHER, service, type Service } from './service.ts';

interface ErrorBody {
  status: string;
  code: string;
  message: string;
  policy?: string;
}

const errorOf = async (response: Response): Promise<ErrorBody> => (await response.json()) as ErrorBody;

/** Every kind of invalid key, derived from a valid one. */
const REFUSED: [name: string, key: (of: Service) => string | Promise<string>][] = [
  ['empty', () => ''],
  ['malformed', () => 'sk_x'],
  ['of another service', () => 'ghp_0123456789abcdefghijklmnopqrstuvwxyz'],
  ['with a wrong checksum', ({ key }) => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0')],
  ['with one character more', ({ key }) => `${key}0`],
  ['with another one behind it', ({ key }) => `${key} ${key}`],
  ['in other case', ({ key }) => key.replace(/[a-z]/g, (letter) => letter.toUpperCase()).replace('SK_', 'sk_')],
  ['its stored hash', ({ key }) => hashOf(key).toString('hex')],
  ['unknown', () => generateKey()],
  ['revoked', async ({ metering, id, key }) => (await metering.keys.revoke('a', id), key)],
  [
    'expired',
    async ({ metering, id, key, clock }) => (await metering.keys.rotate('a', id), (clock.now += ROTATION_OVERLAP), key),
  ],
];
for (const [name, bad] of REFUSED)
  test(`a key that is ${name} is 401 in the header and in the URL, and is counted for no account`, async () => {
    const one = await service();
    const key = await bad(one);
    for (const path of [...DATA, ...OTHER]) {
      const inUrl = `${path}${path.includes('?') ? '&' : '?'}api_key=${encodeURIComponent(key)}`;
      const responses = [await one.get(path, { Authorization: `Bearer ${key}`, 'If-None-Match': '*' })];
      if (key !== '') responses.push(await one.get(inUrl), await one.get(inUrl, { Authorization: 'Basic YTpi' }));
      for (const response of responses) {
        assert.equal(response.status, 401, path);
        assert.equal(header(response, 'WWW-Authenticate'), 'Bearer error="invalid_token"');
        assert.equal(header(response, 'Cache-Control'), 'no-store');
        assert.equal(header(response, 'Vary'), 'Authorization, Accept-Encoding');
        assert.equal(header(response, 'Access-Control-Allow-Origin'), '*');
        assert.equal(header(response, 'RateLimit'), null);
        const body = await errorOf(response);
        assert.deepEqual([body.status, body.code], ['error', 'invalid_key']);
        if (key.length > 8) assert.ok(!JSON.stringify([body, ...response.headers]).includes(key.slice(3)));
      }
    }
    assert.equal(await countsOf(one.metering, 'account:a'), undefined);
    assert.equal(await countsOf(one.metering, 'address:unknown'), undefined);
  });

test('a response does not reveal whether a key was ever valid', async () => {
  const messages = new Set<string>();
  for (const [, bad] of REFUSED.slice(-3)) {
    const one = await service();
    messages.add((await errorOf(await one.get('/api.php', { Authorization: `Bearer ${await bad(one)}` }))).message);
  }
  assert.equal(messages.size, 1);
});

test('other Authorization schemes are ignored', async () => {
  const { get, metering } = await service();
  for (const Authorization of ['Basic YTpi', 'Digest username="a"', 'Bearerx sk_x', 'Token sk_x', ''])
    assert.equal((await get('/api.php', { Authorization })).status, 200);
  assert.equal((await countsOf(metering, 'address:unknown'))!.day_count, 5);
});

test('the header wins over the parameter', async () => {
  const { get, bearer, key } = await service();
  assert.equal((await get('/api.php?api_key=sk_bad', bearer)).status, 200);
  assert.equal((await get(`/api.php?api_key=${key}`, { Authorization: 'Bearer sk_bad' })).status, 401);
});

test('too many bad keys from one address are 429, and good keys from there still work', async () => {
  const { from, bearer } = await service();
  const bad = { Authorization: 'Bearer sk_bad' };
  for (let times = 0; times < 600; times += 1) assert.equal((await from('192.0.2.1', '/rss', bad)).status, 401);
  assert.equal((await from('192.0.2.1', '/rss', bad)).status, 429);
  assert.equal((await from('192.0.2.2', '/rss', bad)).status, 401);
  assert.equal((await from('192.0.2.1', '/rss', bearer)).status, 200);
});
