import assert from 'node:assert/strict';
import test from 'node:test';
import { FeedHttpError } from '../../../generator/sources/fetching/errors.ts';
import { FeedUnavailable, type Parsed } from '../../../generator/sources/feed.ts';
import { usgsFdsn } from '../../../generator/sources/usgs/list.ts';
import type { DetailRequest } from '../../../generator/sources/agency.ts';
import { detailRequests, usgsDetails } from '../../../generator/sources/usgs/agency.ts';
import { parseText } from '../../support/feed-data.ts';
import { all, fakeClient, type FetchedPage, fetchSession } from '../../support/fetch-session.ts';

const BASE = 'http://feed.test';
const emptyCollection = '{"type":"FeatureCollection","metadata":{"status":200},"features":[]}';

/** Synthetic: a parsed list. */
const listOf = (...events: [id: string, mag: number | null, status: string][]): Parsed =>
  parseText(
    usgsFdsn,
    JSON.stringify({
      type: 'FeatureCollection',
      features: events.map(([id, mag, status]) => ({
        id,
        properties: { mag, status, time: 1 },
        geometry: { coordinates: [30, 40, 5] },
      })),
    }),
  );

test('details are requested for existing events of magnitude 5 and more', () => {
  const parsed = listOf(['a', 5, 'reviewed'], ['b', 4.9, 'reviewed'], ['c', 6, 'deleted'], ['d', null, 'reviewed']);
  assert.deepEqual(detailRequests(parsed), [{ id: 'a', updatedAt: null }]);
  assert.deepEqual(
    detailRequests(parsed, 4).map(({ id }) => id),
    ['a', 'b'],
  );
});

const wishes = (...ids: string[]): DetailRequest[] => ids.map((id) => ({ id, updatedAt: null }));

test('a detail is requested again only when its list shows a change', async () => {
  const { client, requests } = fakeClient(() => emptyCollection);
  const session = fetchSession(client);
  const fetchDetails = async (...details: DetailRequest[]): Promise<string[]> => {
    requests.splice(0);
    await all(usgsDetails({ requests: details, base: BASE }, session));
    return requests.map((url) => url.searchParams.get('eventid')!);
  };
  assert.deepEqual(await fetchDetails({ id: 'a', updatedAt: 1 }, { id: 'b', updatedAt: 1 }), ['a', 'b']);
  assert.deepEqual(await fetchDetails({ id: 'a', updatedAt: 1 }, { id: 'b', updatedAt: 2 }), ['b']);
  assert.deepEqual(await fetchDetails({ id: 'a', updatedAt: null }, { id: 'b', updatedAt: 2 }), ['a']);
  // A document that was not taken in does not count as read.
  for await (const page of usgsDetails({ requests: [{ id: 'c', updatedAt: 1 }], base: BASE }, session)) if (page) break;
  assert.deepEqual(await fetchDetails({ id: 'c', updatedAt: 1 }), ['c']);
});

test('one refused detail is reported after the others, a service that is down at once', async () => {
  const { client } = fakeClient((url) => {
    if (url.searchParams.get('eventid') === 'gone') throw new FeedHttpError('HTTP 409', 409);
    return emptyCollection;
  });
  const pages: FetchedPage[] = [];
  await assert.rejects(async () => {
    for await (const page of usgsDetails({ requests: wishes('a', 'gone', 'b'), base: BASE }, fetchSession(client)))
      pages.push(page);
  }, /1 of 3 USGS details failed \(gone\): HTTP 409/);
  assert.equal(pages.length, 2);
  const down = fakeClient(() => {
    throw new FeedUnavailable('no answer');
  });
  await assert.rejects(
    all(usgsDetails({ requests: wishes('a', 'b', 'c', 'd', 'e'), base: BASE }, fetchSession(down.client))),
    /no answer/,
  );
  assert.equal(down.requests.length, 3);
});
