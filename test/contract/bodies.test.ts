import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listItem } from '#core/wire.ts';
import { type ListBody, testGateway } from '../support/gateway.ts';
import { testMetering } from '../support/metering.ts';
import { dataset } from './table.ts';

const { get } = testGateway(dataset.files);
const json = async <T>(path: string): Promise<T> => (await (await get(path)).json()) as T;

test('the list has its keys in order, and every record the common fields', async () => {
  const body = await json<ListBody>('/api.php?limit=1000');
  assert.deepEqual(Object.keys(body), ['status', 'count', 'truncated', 'earthquakes']);
  assert.deepEqual([body.status, body.count], ['success', body.earthquakes.length]);
  for (const item of body.earthquakes) {
    assert.equal(typeof item['magnitude'], 'number');
    assert.match(String(item['event_id']), /^[0-9a-f]{16}$/);
    assert.match(String(item['occurred_at']), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.match(String(item['updated_at']), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.ok(item['depth_km'] === null || typeof item['depth_km'] === 'number');
    for (const field of ['latitude', 'longitude']) assert.equal(typeof item[field], 'number');
    for (const field of ['location', 'source']) assert.equal(typeof item[field], 'string');
  }
  const listed = dataset.earthquakes.filter(({ magnitude }) => magnitude !== null);
  assert.equal(body.count, listed.length);
});

test('the limit is 100 by default and 1000 at most, and truncation is reported', async () => {
  const page = await json<ListBody>('/api.php');
  assert.deepEqual([page.count, page.truncated], [100, true]);
  assert.deepEqual(Object.keys(page), ['status', 'count', 'truncated', 'next', 'earthquakes']);
  assert.match(page.next!, /^\/api\.php\?cursor=[\w-]+$/);
  const next = await json<ListBody>(page.next!);
  const ids = [...page.earthquakes, ...next.earthquakes].map(({ id }) => id);
  assert.equal(new Set(ids).size, 200);
});

test('a filter by agency: every record names one of them in source or sources', async () => {
  const body = await json<ListBody>('/api.php?sources=turhec,usgs&limit=1000');
  assert.ok(body.count > 50);
  for (const { source, sources } of body.earthquakes) {
    const named = [source, ...((sources as { name: string }[] | undefined) ?? []).map(({ name }) => name)];
    assert.ok(named.includes('turhec') || named.includes('usgs'));
  }
});

test('the key of a request is in no page link', async () => {
  const metering = testMetering();
  const { key } = await metering.keys.issue('account', 'of this test');
  const keyed = testGateway(dataset.files, { metering });
  const page = (await (await keyed.get(`/api.php?api_key=${key}&min_magnitude=1&limit=3`)).json()) as ListBody;
  assert.match(page.next!, /^\/api\.php\?limit=3&min_magnitude=1&cursor=[\w-]+$/);
});

test('a detail by id and by date and slug is the same record', async () => {
  for (const earthquake of dataset.detailed) {
    const { id, slug } = earthquake;
    const day = listItem(earthquake).occurred_at.slice(0, 10);
    const [byId, bySlug] = [
      await get(`/deprem_api.php?id=${id}`),
      await get(`/deprem_api.php?date=${day}&slug=${slug}`),
    ];
    assert.equal(byId.headers.get('ETag'), bySlug.headers.get('ETag'));
    const body = (await byId.json()) as { status: string; earthquake: { id: number; slug: string } };
    assert.deepEqual([body.status, body.earthquake.id, body.earthquake.slug], ['success', id, slug]);
  }
});

test('stations, by agency and all', async () => {
  const count = async (query: string) => (await json<{ count: number }>(`/station_api.php${query}`)).count;
  assert.deepEqual([await count(''), await count('?source=afad'), await count('?source=kandilli')], [1, 1, 0]);
});

test('the site is served at / where there is one', async () => {
  const { endpoints } = await json<{ endpoints: { path: string }[] }>('/');
  for (const { path } of endpoints) assert.notEqual((await get(path)).status, 404, path);
  const page = Buffer.from('<!doctype html><title>x</title>');
  const site = testGateway(new Map([...dataset.files, ['index.html', page], ['docs/index.html', page]]));
  for (const path of ['/', '/index.html', '/docs/']) {
    const response = await site.get(path);
    assert.deepEqual([response.status, response.headers.get('Content-Type')], [200, 'text/html; charset=utf-8']);
    assert.equal(await response.text(), page.toString());
  }
});
