/** What is counted and what is free, as a table. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINT_PATHS } from '#core/endpoints.ts';
import { countsOf } from '../support/metering.ts';
import { service } from './service.ts';
import { dataset } from './table.ts';

const known = dataset.detailed[0]!.id;
const tombstone = dataset.gone[0]!.id;
const withKandilli = dataset.earthquakes.find(({ solutions }) =>
  solutions.some(({ agency, magnitudes }) => agency === 'kandilli' && magnitudes.length > 0),
)!.eventId;

/** A request, the status of its answer, and whether that is counted. */
const COUNTED: [method: string, path: string, status: number, counted: boolean][] = [
  ['GET', '/api.php', 200, true],
  ['GET', '/api.php?limit=2&min_magnitude=3', 200, true],
  ['GET', `/deprem_api.php?id=${known}`, 200, true],
  ['GET', '/stats_api.php', 200, true],
  ['GET', '/station_api.php?source=afad', 200, true],
  ['GET', '/rss', 200, true],
  ['GET', '/atom', 200, true],
  ['GET', '/feed/v1.0/detail/a000000000000000.geojson', 404, false],
  ['GET', '/export.php?format=csv&limit=5', 200, true],
  ['GET', '/fdsnws/event/1/query?format=text&limit=5', 200, true],
  ['GET', '/fdsnws/event/1/query?minmagnitude=9.9', 204, true],
  ['GET', '/fdsnws/event/1/query?minmagnitude=x', 400, true],
  ['POST', '/fdsnws/event/1/query', 200, true],
  ['GET', '/fdsnws/event/1/count', 200, true],
  ['GET', '/fdsnws/station/1/query?format=text', 200, true],
  ['GET', '/fdsnws/event/1/version', 200, false],
  ['GET', '/fdsnws/event/1/catalogs', 200, false],
  ['GET', '/fdsnws/event/1/application.wadl', 200, false],
  ['HEAD', '/events', 200, true],
  ['GET', '/events?since=x', 400, true],
  ['GET', '/standing_order/websocket', 426, true],
  ['GET', '/mcp', 405, false],
  ['POST', '/mcp', 415, false],
  ['GET', '/fdsnws/dataselect/1/query', 404, false],
  ['GET', '/export.php?format=pdf', 400, true],
  ['HEAD', '/export.php?format=csv', 200, true],
  ['GET', '/api.php?limit=x', 400, true],
  ['GET', '/api.php?q=%ZZ', 400, true],
  ['GET', '/deprem_api.php?id=999999', 404, true],
  ['GET', `/deprem_api.php?id=${tombstone}`, 410, true],
  ['POST', '/api.php', 405, true],
  ['GET', '/deprem/kandilli/live', 200, true],
  ['GET', '/deprem/live.php?limit=3', 200, true],
  ['GET', '/deprem/kandilli/archive?date=2026-06-12', 200, true],
  ['GET', '/deprem/index.php?limit=3', 200, true],
  ['GET', '/deprem', 200, true],
  ['GET', '/deprem/data/search', 200, true],
  ['POST', '/deprem/data/search', 200, true],
  ['GET', `/deprem/data/get?earthquake_id=${withKandilli}`, 200, true],
  ['GET', '/deprem/data/get?earthquake_id=a000000000000000', 404, true],
  ['GET', '/deprem/statics/cities', 200, true],
  ['GET', '/deprem/status', 200, false],
  ['GET', '/deprem/afad/live?limit=0', 400, true],
  ['GET', '/deprem/afad/archive?date=2026-02-30', 400, true],
  ['GET', '/apiv2/event/filter', 200, true],
  ['GET', '/apiv2/event/latest?limit=3', 200, true],
  ['GET', '/apigateway/deprem/apiv2/event/filter?start=2026-06-01&end=2026-06-02', 200, true],
  ['GET', '/apigateway/deprem/apiv2/event/latest', 200, true],
  ['HEAD', '/api.php', 200, true],
  ['HEAD', '/api.php?q=izmir&updated_after=2026-06-15T00:00:00Z', 200, true],
  ['HEAD', '/deprem_api.php?id=999999', 404, true],
  ['HEAD', '/status', 200, false],
  ['OPTIONS', '/api.php', 204, false],
  ['GET', '/status', 200, false],
  ['GET', '/openapi.json', 200, false],
  ['GET', '/', 200, false],
  ['GET', '/manifest.json', 200, false],
  ['GET', '/list.json', 200, false],
  ['GET', '/nothing', 404, false],
  ['POST', '/status', 405, false],
];

for (const [method, path, status, counted] of COUNTED)
  test(`${method} ${path} is ${counted ? '' : 'not '}counted`, async () => {
    const { get, metering, bearer } = await service();
    assert.equal((await get(path, {}, method)).status, status);
    assert.equal((await get(path, bearer, method)).status, status);
    for (const caller of ['address:unknown', 'account:a'])
      assert.equal((await countsOf(metering, caller))?.day_count ?? 0, counted ? 1 : 0, caller);
    const { today, days } = await metering.usage.usageOf('a');
    assert.equal(today, counted ? 1 : 0);
    assert.deepEqual(
      days.map(({ date, endpoint, count }) => [date, endpoint, count]),
      counted ? [['2026-07-01', path.split('?')[0], 1]] : [],
    );
  });

test('every endpoint is in this table: a new one is counted unless its row says otherwise', () => {
  const tried = new Set(COUNTED.map(([, path]) => path.split('?')[0]));
  // The accounts' app answers the first and counts nothing; the second is 401 without a key.
  assert.deepEqual(
    ENDPOINT_PATHS.filter((path) => !tried.has(path)),
    ['/alerts/push', '/usage'],
  );
});
