/** The contract of the endpoints as a table: what is asked, and the status, type and caching of the answer. */
import { contentHash } from '#core/etag.ts';
import { shardPath } from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { syntheticDataset } from '../support/dataset.ts';

export const dataset = syntheticDataset({ seed: 11, count: 800 });

const JSON_TYPE = 'application/json; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';
const CSV = 'text/csv; charset=utf-8';
const DATA = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400';
const BAD = 'max-age=10';
const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface Row {
  path: string;
  status: number;
  type: string;
  caching: string;
  /** Of an error. */
  code?: string;
}

const answer = (path: string, caching = DATA, type = JSON_TYPE): Row => ({ path, status: 200, type, caching });
const refused = (path: string, status: number, code: string, caching = BAD): Row => ({
  path,
  status,
  type: JSON_TYPE,
  caching,
  code,
});
const wrong = (path: string): Row => refused(path, 400, 'invalid_parameter');
const unknown = (path: string): Row => refused(path, 404, 'not_found');

/** A cursor with a right checksum: anybody can write one. */
const forged = (plain: string): string =>
  Buffer.from(plain + contentHash(`cursor:${plain}`).slice(0, 8)).toString('base64url');

const known = dataset.detailed[0]!;
const gone = dataset.gone[0]!;
const dated = ({ time, slug }: typeof known): string => `date=${formatDay(time)}&slug=${slug}`;
const shard = shardPath(dataset.manifest.shards[0]!.hash);

export const TABLE: Row[] = [
  answer('/api.php'),
  answer('/api.php?limit=100'),
  answer('/api.php?limit=1'),
  answer('/api.php?limit=1000000'),
  answer('/api.php?min_magnitude=2&max_magnitude=4&sources=afad&q=izmir'),
  answer('/api.php?date_from=2026-06-01&date_to=2026-06-30&event_type=earthquake'),
  answer('/api.php?latitude=38&longitude=27&max_radius_km=200&min_depth=1&max_depth=30'),
  answer('/api.php?min_latitude=36&max_latitude=40&min_longitude=26&max_longitude=30'),
  answer('/api.php?q=nowhere'),
  answer('/api.php?q=%EF%BF%BD'),
  answer('/api.php?sources=afad,emsc&limit=5'),
  answer('/api.php?min_magnitude=5.6000000000000005'),
  answer('/export.php?format=json&sources=noa,usgs&max_magnitude=0.30000000000000004'),
  answer('/api.php?updated_after=2026-06-12T00:00:00Z'),
  answer('/api.php?updated_after=9999-12-31T23:59:59Z'),
  answer('/export.php', DATA, CSV),
  answer('/export.php?format=csv&limit=1000000', DATA, CSV),
  answer('/export.php?format=csv&limit=1', DATA, CSV),
  answer('/export.php?q=nowhere', DATA, CSV),
  answer('/export.php?format=json&min_magnitude=2&max_magnitude=4&sources=afad&q=izmir'),
  answer('/export.php?format=geojson&limit=7', DATA, 'application/geo+json; charset=utf-8'),
  answer('/export.php?format=ndjson&date_from=2026-06-01', DATA, 'application/x-ndjson; charset=utf-8'),
  answer('/export.php?format=ndjson&q=nowhere', DATA, 'application/x-ndjson; charset=utf-8'),
  answer('/export.php?format=json&updated_after=2026-06-12T00:00:00Z'),
  answer(`/deprem_api.php?id=${known.id}`),
  answer(`/deprem_api.php?${dated(known)}`),
  answer(`/deprem_api.php?id=${known.id}&date=&slug=`),
  answer('/stats_api.php'),
  answer('/station_api.php'),
  answer('/station_api.php?source=afad'),
  answer('/station_api.php?source=kandilli'),
  answer('/rss', 'public, max-age=300', RSS),
  answer('/status', 'public, max-age=10'),
  answer('/'),
  answer('/manifest.json', 'public, max-age=10'),
  answer('/list.json'),
  answer('/stats.json'),
  answer('/stations/afad.json'),
  answer('/rss.xml', 'public, max-age=300', RSS),
  answer('/status.json', 'public, max-age=10'),
  answer(`/${shard}`, IMMUTABLE),
  answer(`/shards/${dataset.manifest.shards[0]!.fullHash}.full.json`, IMMUTABLE),
  answer(`/changes/${dataset.manifest.segments[0]!.hash}.json`, IMMUTABLE),
  answer(`/details/id/0/${known.id}.json`),

  wrong('/api.php?limit=1e3'),
  wrong('/api.php?limit=%2B5'),
  wrong('/api.php?limit=+5'),
  wrong('/api.php?limit=%EF%BC%95'),
  wrong('/api.php?limit=0'),
  wrong('/api.php?q=%ZZ'),
  wrong('/api.php?q=%00'),
  wrong('/api.php?%ZZ'),
  wrong('/api.php?cursor=forged'),
  wrong(`/api.php?cursor=${forged('t1000.0.')}`),
  wrong(`/api.php?cursor=${forged('t9007199254740000.1.')}`),
  wrong(`/api.php?updated_after=2026-06-12T00:00:00Z&cursor=${forged('s0.')}`),
  wrong(`/export.php?cursor=${forged('t1001.1.')}`),
  wrong('/api.php?max_radius_km=10'),
  wrong('/api.php?date_from=2023-02-30'),
  wrong('/api.php?date_from=2023-02-02&date_to=2023-02-01'),
  wrong('/api.php?min_magnitude=5&max_magnitude=4'),
  wrong('/api.php?sources=emsc'),
  wrong('/api.php?sources=emsc,noa'),
  wrong('/api.php?min_magnitude=5.6e0'),
  wrong('/api.php?min_magnitude=0.123456789012345678'),
  wrong('/api.php?updated_after=2026-06-12T00:00:00+03:00'),
  wrong('/export.php?format=xml'),
  wrong('/export.php?format=xlsx'),
  wrong('/export.php?limit=0'),
  wrong('/export.php?limit=1e3'),
  wrong('/export.php?min_magnitude=5&max_magnitude=4'),
  wrong('/export.php?sources=emsc'),
  wrong('/export.php?cursor=forged'),
  wrong('/export.php?q=%ZZ'),
  wrong('/deprem_api.php'),
  wrong('/deprem_api.php?id='),
  wrong('/deprem_api.php?id=0'),
  wrong('/deprem_api.php?id=-1'),
  wrong('/deprem_api.php?id=1.0'),
  wrong('/deprem_api.php?id=9999999999999999999'),
  wrong('/deprem_api.php?id=1%00'),
  wrong('/deprem_api.php?slug=x'),
  wrong('/deprem_api.php?date=2026-01-01'),
  wrong('/deprem_api.php?date=2026-02-30&slug=x'),
  wrong('/deprem_api.php?date=2026-01-01&slug=../..'),
  wrong('/deprem_api.php?date=2026-01-01&slug=..%2F..%2Fmanifest'),
  wrong('/deprem_api.php?date=2026-01-01&slug=Upper'),
  wrong(`/deprem_api.php?date=2026-01-01&slug=${'x'.repeat(201)}`),
  wrong(`/deprem_api.php?id=${known.id}&${dated(known)}`),
  wrong(`/deprem_api.php?id=${known.id}&slug=x`),
  wrong('/station_api.php?source=usgs'),
  wrong('/stats_api.php?x=%ZZ'),
  wrong('/rss?%00'),

  unknown('/deprem_api.php?id=999999'),
  unknown('/deprem_api.php?id=999999999999999'),
  unknown('/deprem_api.php?date=2026-01-01&slug=no-such-place-m4-0'),
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
  refused(`/deprem_api.php?${dated(gone)}`, 410, 'gone', 'max-age=60'),
];
