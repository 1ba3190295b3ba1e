/** The contract of the endpoints as a table: request, and the status, type and caching of the response. */
import { contentHash } from '#core/etag.ts';
import { CAP_FEED, shardPath } from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { CAP_MESSAGE, PROVINCE_RSS, syntheticDataset } from '../support/dataset.ts';

export const dataset = syntheticDataset({ seed: 11, count: 800, bulk: true });

const JSON_TYPE = 'application/json; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
const ATOM = 'application/atom+xml; charset=utf-8';
const GEOJSON = 'application/geo+json; charset=utf-8';
const CSV = 'text/csv; charset=utf-8';
const DATA = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';
const BAD = 'max-age=10';
const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface EndpointCase {
  path: string;
  status: number;
  type: string;
  caching: string;
  /** Code of an error. */
  code?: string;
}

const response = (path: string, caching = DATA, type = JSON_TYPE): EndpointCase => ({
  path,
  status: 200,
  type,
  caching,
});
const refused = (path: string, status: number, code: string, caching = BAD): EndpointCase => ({
  path,
  status,
  type: JSON_TYPE,
  caching,
  code,
});
const badRequest = (path: string): EndpointCase => refused(path, 400, 'invalid_parameter');
const unknown = (path: string): EndpointCase => refused(path, 404, 'not_found');

/** A cursor with a right checksum: anybody can write one. */
const forged = (plain: string): string =>
  Buffer.from(plain + contentHash(`cursor:${plain}`).slice(0, 8)).toString('base64url');

const known = dataset.detailed[0]!;
const gone = dataset.gone[0]!;
const dated = ({ time, slug }: typeof known): string => `date=${formatDay(time)}&slug=${slug}`;
const shard = shardPath(dataset.manifest.shards[0]!.hash);

export const TABLE: EndpointCase[] = [
  response('/api.php'),
  response('/openapi.json'),
  response('/.well-known/api-catalog', DATA, 'application/linkset+json'),
  response('/api.php?limit=100'),
  response('/api.php?limit=1'),
  response('/api.php?limit=1000000'),
  response('/api.php?min_magnitude=2&max_magnitude=4&sources=afad&q=izmir'),
  response('/api.php?date_from=2026-06-01&date_to=2026-06-30&event_type=earthquake'),
  response('/api.php?province=34,izmir,TR-46&min_magnitude=2'),
  response('/export.php?province=35&limit=5', DATA, CSV),
  response('/api.php?province=35&updated_after=2026-06-12T00:00:00Z'),
  response('/api.php?latitude=38&longitude=27&max_radius_km=200&min_depth=1&max_depth=30'),
  response('/api.php?min_latitude=36&max_latitude=40&min_longitude=26&max_longitude=30'),
  response('/api.php?q=nowhere'),
  response('/api.php?max_age=24h&min_magnitude=2'),
  response('/api.php?max_age=7d&updated_after=2026-06-12T00:00:00Z'),
  response('/api.php?order=time'),
  response('/api.php?order=magnitude&limit=5&max_age=90d'),
  response('/export.php?format=json&max_age=30d'),
  response('/api.php?q=%EF%BF%BD'),
  response('/api.php?sources=afad,emsc&limit=5'),
  response('/api.php?sources=noa,emsc'),
  response('/api.php?expand=sources&limit=5'),
  response('/api.php?expand=sources&updated_after=2026-06-12T00:00:00Z'),
  response('/api.php?min_magnitude=5.6000000000000005'),
  response('/export.php?format=json&sources=noa,usgs&max_magnitude=0.30000000000000004'),
  response('/api.php?updated_after=2026-06-12T00:00:00Z'),
  response('/api.php?updated_after=9999-12-31T23:59:59Z'),
  response('/api.php?updated_after=2026-06-12T03:00:00+03:00'),
  response('/export.php', DATA, CSV),
  response('/export.php?format=csv&limit=1000000', DATA, CSV),
  response('/export.php?format=csv&limit=1', DATA, CSV),
  response('/export.php?q=nowhere', DATA, CSV),
  response('/export.php?format=json&min_magnitude=2&max_magnitude=4&sources=afad&q=izmir'),
  response('/export.php?format=geojson&limit=7', DATA, 'application/geo+json; charset=utf-8'),
  response('/export.php?format=ndjson&date_from=2026-06-01', DATA, 'application/x-ndjson; charset=utf-8'),
  response('/export.php?format=ndjson&q=nowhere', DATA, 'application/x-ndjson; charset=utf-8'),
  response('/export.php?format=json&updated_after=2026-06-12T00:00:00Z'),
  response(`/deprem_api.php?id=${known.id}`),
  response(`/deprem_api.php?${dated(known)}`),
  response(`/deprem_api.php?event_id=${known.eventId}`),
  response(`/deprem_api.php?id=${known.id}&date=&slug=`),
  response('/stats_api.php'),
  response('/station_api.php'),
  response('/station_api.php?source=afad'),
  response('/station_api.php?source=kandilli'),
  response('/apiv2/event/filter?start=2026-05-01&end=2026-06-01'),
  response('/apigateway/deprem/apiv2/event/filter?start=2026-5-1&end=2026-6-1&format=csv', DATA, CSV),
  response('/apiv2/event/filter?orderby=magnitude&limit=10'),
  response('/apiv2/event/latest?limit=3'),
  response('/apigateway/deprem/apiv2/event/latest?limit=20&format=xml', DATA, 'application/xml; charset=utf-8'),
  response('/rss', 'public, max-age=300', RSS),
  response('/status', 'public, max-age=10'),
  response('/'),
  response('/manifest.json', 'public, max-age=10'),
  response('/list.json'),
  response('/recent/week.json', 'public, max-age=10'),
  response('/recent/changes.json', 'public, max-age=10'),
  response('/stats.json'),
  response('/stations/afad.json'),
  response('/rss.xml', 'public, max-age=300', RSS),
  response('/atom', 'public, max-age=300', ATOM),
  response('/atom.xml', 'public, max-age=300', ATOM),
  response(`/${CAP_FEED}`, 'public, max-age=10', ATOM),
  response(`/${PROVINCE_RSS}`, DATA, RSS),
  response(`/${CAP_MESSAGE}`, DATA, 'application/cap+xml; charset=utf-8'),
  response(`/feed/v1.0/detail/${known.eventId}.geojson`, DATA, GEOJSON),
  response(`/earthquakes/feed/v1.0/detail/${known.eventId}.geojson`, DATA, GEOJSON),
  response('/status.json', 'public, max-age=10'),
  response(`/${shard}`, IMMUTABLE),
  response(`/shards/${dataset.manifest.shards[0]!.fullHash}.full.json`, IMMUTABLE),
  response(`/changes/${dataset.manifest.segments[0]!.hash}.json`, IMMUTABLE),
  response(`/details/id/0/${known.id}.json`),
  response('/catalogue/earthquakes-2026.parquet', DATA, 'application/vnd.apache.parquet'),

  badRequest('/api.php?limit=1e3'),
  badRequest('/api.php?province=82'),
  badRequest('/export.php?province=34,atlantis'),
  badRequest('/api.php?limit=%2B5'),
  badRequest('/api.php?limit=+5'),
  badRequest('/api.php?limit=%EF%BC%95'),
  badRequest('/api.php?limit=0'),
  badRequest('/api.php?q=%ZZ'),
  badRequest('/api.php?q=%00'),
  badRequest('/api.php?%ZZ'),
  badRequest('/api.php?cursor=forged'),
  badRequest(`/api.php?cursor=${forged('t1000.0.')}`),
  badRequest(`/api.php?cursor=${forged('t9007199254740000.1.')}`),
  badRequest(`/api.php?updated_after=2026-06-12T00:00:00Z&cursor=${forged('s0.')}`),
  badRequest(`/export.php?cursor=${forged('t1001.1.')}`),
  badRequest('/api.php?max_radius_km=10'),
  badRequest('/api.php?date_from=2023-02-30'),
  badRequest('/api.php?date_from=2023-02-02&date_to=2023-02-01'),
  badRequest('/api.php?min_magnitude=5&max_magnitude=4'),
  badRequest('/api.php?sources=,'),
  badRequest('/api.php?expand=all'),
  badRequest('/api.php?min_magnitude=5.6e0'),
  badRequest('/api.php?min_magnitude=0.123456789012345678'),
  badRequest('/api.php?updated_after=2026-06-12T00:00:00'),
  badRequest('/api.php?max_age=7'),
  badRequest('/api.php?max_age=0h'),
  badRequest('/export.php?max_age=1w'),
  badRequest('/api.php?order=depth'),
  badRequest('/api.php?order=magnitude&updated_after=2026-06-12T00:00:00Z'),
  badRequest(`/api.php?cursor=${forged('m4.5,1000.1.')}`),
  badRequest(`/api.php?order=magnitude&cursor=${forged('t1000.1.')}`),
  badRequest(`/api.php?order=magnitude&cursor=${forged('m4.50,1000.1.')}`),
  badRequest(`/api.php?order=magnitude&cursor=${forged('m1e3,1000.1.')}`),
  badRequest(`/api.php?max_age=7d&cursor=${forged('t1000.1.@1.5')}`),
  badRequest(`/export.php?cursor=${forged('m4.5,1000.1.')}`),
  badRequest('/export.php?format=xml'),
  badRequest('/export.php?format=xlsx'),
  badRequest('/export.php?limit=0'),
  badRequest('/export.php?limit=1e3'),
  badRequest('/export.php?min_magnitude=5&max_magnitude=4'),
  badRequest('/export.php?sources=,'),
  badRequest('/export.php?cursor=forged'),
  badRequest('/export.php?q=%ZZ'),
  badRequest('/deprem_api.php'),
  badRequest('/deprem_api.php?id='),
  badRequest('/deprem_api.php?id=0'),
  badRequest('/deprem_api.php?id=-1'),
  badRequest('/deprem_api.php?id=1.0'),
  badRequest('/deprem_api.php?id=9999999999999999999'),
  badRequest('/deprem_api.php?id=1%00'),
  badRequest('/deprem_api.php?slug=x'),
  badRequest('/deprem_api.php?date=2026-01-01'),
  badRequest('/deprem_api.php?date=2026-02-30&slug=x'),
  badRequest('/deprem_api.php?date=2026-01-01&slug=../..'),
  badRequest('/deprem_api.php?date=2026-01-01&slug=..%2F..%2Fmanifest'),
  badRequest('/deprem_api.php?date=2026-01-01&slug=Upper'),
  badRequest(`/deprem_api.php?date=2026-01-01&slug=${'x'.repeat(201)}`),
  badRequest(`/deprem_api.php?id=${known.id}&${dated(known)}`),
  badRequest(`/deprem_api.php?id=${known.id}&slug=x`),
  badRequest(`/deprem_api.php?id=${known.id}&event_id=${known.eventId}`),
  badRequest('/deprem_api.php?event_id=543593'),
  badRequest('/deprem_api.php?event_id=A000000000000000'),
  badRequest('/station_api.php?source=usgs'),
  badRequest('/stats_api.php?x=%ZZ'),
  badRequest('/rss?%00'),
  badRequest('/apiv2/event/filter?limit=-1'),
  badRequest('/apigateway/deprem/apiv2/event/latest?format=shp'),

  unknown('/deprem_api.php?id=999999'),
  unknown('/deprem_api.php?id=999999999999999'),
  unknown('/deprem_api.php?event_id=a000000000000000'),
  unknown('/feed/v1.0/detail/a000000000000000.geojson'),
  unknown(`/feed/v1.0/detail/${gone.eventId}.geojson`),
  unknown('/earthquakes/feed/v1.0/summary/nothing.geojson'),
  unknown('/deprem_api.php?date=2026-01-01&slug=no-such-place-m4-0'),
  unknown('/catalogue/earthquakes-1901.parquet'),
  unknown('/nothing'),
  unknown('/api.php/'),
  unknown('/export.php/'),
  unknown('/export.csv'),
  unknown('/API.PHP'),
  unknown('/shards/'),
  unknown('/shards/000000000000000000000000.json'),
  unknown('/.env'),
  unknown('/details/../../package.json'),
  unknown('/..%2fpackage.json'),
  refused(`/deprem_api.php?id=${gone.id}`, 410, 'gone', 'max-age=60'),
  refused(`/deprem_api.php?event_id=${gone.eventId}`, 410, 'gone', 'max-age=60'),
  refused(`/deprem_api.php?${dated(gone)}`, 410, 'gone', 'max-age=60'),
];
