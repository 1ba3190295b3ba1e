/** Requests that files answer alone, and others. */
import { bucketOf, namesFileOf } from '#core/details.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { contentHash } from '#core/etag.ts';
import { PAGE_HEADERS } from '#core/headers.ts';
import { agenciesOf, writeManifest } from '#core/manifest.ts';
import { bucketPath, CAP_FEED, detailPath, ERROR_PAGES, MANIFEST, namesPath } from '#core/paths.ts';
import { formatDay } from '#core/time.ts';
import { apiDescription } from '../../generator/site/api-description.ts';
import { dataset } from '../contract/table.ts';
import { CAP_MESSAGE, PROVINCE_RSS } from '../support/dataset.ts';

const known = dataset.detailed[0]!;
const gone = dataset.gone[0]!;
const dated = ({ time, slug }: typeof known): string => `date=${formatDay(time)}&slug=${slug}`;

/** An earthquake with a number of more than three digits, in its own file and in its bucket. */
const line = Buffer.from('{"status":"success","earthquake":{"id":12345}}\n');
export const LARGE_ID = '/deprem_api.php?id=12345';

const FDSN = [...dataset.files.keys()].filter((path) => /^fdsnws\/[^.]*(?:\.(?:wadl|html))?$/.test(path));
const FEED = 'feed/v1.0/summary/all_day.geojson';

const SERVICE = { serviceName: 'hiposantr', baseUrl: 'http://localhost' } as const;

/** What the dataset of the contract's table lacks. */
export const MORE_FILES: [string, Uint8Array][] = [
  [detailPath(12345), line],
  [bucketPath(bucketOf(12345)), line],
  [FEED, Buffer.from('{"type":"FeatureCollection","features":[]}')],
  [ENDPOINTS.openApi.slice(1), Buffer.from(apiDescription(SERVICE, agenciesOf(dataset.manifest)))],
  [FEED.replace('geojson', 'csv'), Buffer.from('time,latitude\n')],
  [FEED.replace('geojson', 'atom'), Buffer.from('<feed xmlns="http://www.w3.org/2005/Atom"/>')],
];

/** What people see in place of errors, which the manifest names. */
for (const file of Object.values(ERROR_PAGES)) MORE_FILES.push([file, Buffer.from(`<p>${file}`)]);
MORE_FILES.push(['deprem/index.html', Buffer.from('all')], ['earthquake/index.html', Buffer.from('all in English')]);
const named = MORE_FILES.filter(([path]) => path.endsWith('.html')).map(([path, bytes]) => [
  path,
  { hash: contentHash(bytes), size: bytes.byteLength, encodings: [] },
]);
const answers = { ...dataset.manifest.answers, ...(Object.fromEntries(named) as object) };
MORE_FILES.push([MANIFEST, Buffer.from(writeManifest({ ...dataset.manifest, answers }))]);

/** Pages of earthquakes without a stored one, which the gateway makes, and the one of all. */
export const MADE: readonly (readonly [target: string, common: string])[] = [
  [`/deprem/${formatDay(known.time)}/${known.slug}`, 'all'],
  [`/earthquake/${formatDay(known.time)}/${known.slug}`, 'all in English'],
  [`/deprem/?id=${known.id}`, 'all'],
  [`/earthquake/?x=1&id=${known.id}`, 'all in English'],
  [`/earthquake?id=${known.id}`, 'all in English'],
];

/** Lists at addresses of pages: by Accept, or by the query. */
export const LISTS: readonly (readonly [target: string, headers: Record<string, string>])[] = [
  ['/deprem', {}],
  ['/deprem/', { Accept: '*/*' }],
  ['/deprem/?_=1', { Accept: 'application/json' }],
  ['/deprem?limit=3', { Accept: 'text/html' }],
  ['/deprem/?skip=1&limit=2&date=2026-01-01', {}],
  ['/deprem/kandilli/archive/?date=2026-01-01&limit=3', {}],
  ['/deprem/afad/archive?date=2026-01-01&limit=3', { Accept: 'text/html' }],
  ['/deprem/live.php', {}],
  ['/deprem/statics/cities', {}],
  ['/deprem/status', {}],
];

/** Pages of the site, by the addresses that lead there. */
export const PAGES: Record<string, string> = {
  '/': 'home',
  '/en/': 'home in English',
  '/deprem/': 'all',
  '/deprem': 'all',
  '/deprem/2026-01-01/own-m5-0': 'own',
  '/earthquake/': 'all in English',
  '/en/docs': 'docs',
  '/en/docs/': 'docs',
  '/durum': 'state',
  '/durum/': 'state',
  '/widget/': 'framed',
  '/en/widget/': 'framed in English',
};
for (const path of ['/', '/en/', '/deprem/2026-01-01/own-m5-0/', '/en/docs/', '/durum/', '/widget/', '/en/widget/'])
  MORE_FILES.push([`${path.slice(1)}index.html`, Buffer.from(PAGES[path] ?? 'own')]);

/** What files answer alone; the gateway is asked for nothing of it. */
export const STATIC = [
  ...[
    '/api.php',
    '/stats_api.php',
    '/station_api.php',
    '/station_api.php?source=afad',
    '/station_api.php?source=kandilli',
  ],
  ...['/api.php?_=1700000000000', '/stats_api.php?t=0.5481', '/rss?nocache=', '/atom?ts=1700000000'],
  ...['/rss', '/atom', '/atom.xml', `/deprem_api.php?id=${known.id}`, `/deprem_api.php?${dated(known)}`],
  ...[`/${CAP_FEED}`, `/${CAP_MESSAGE}`, `/${PROVINCE_RSS}`],
  ...[LARGE_ID, ENDPOINTS.openApi],
  `/deprem_api.php?slug=${known.slug}&date=${formatDay(known.time)}`,
  ...['/list.json', '/rss.xml', '/status.json', '/manifest.json', '/recent/week.json', '/recent/changes.json'],
  ...[`/${bucketPath(bucketOf(known.id))}`, `/${namesPath(namesFileOf(formatDay(known.time)))}`],
  `/shards/${dataset.manifest.shards[0]!.hash}.json`,
  `/shards/${dataset.manifest.shards[0]!.columnsHash}.columns`,
  `/details/index/${dataset.manifest.details.hash}.json`,
  ...FDSN.map((path) => `/${path.replace(/index\.html$/, '')}`),
  ...['geojson', 'csv', 'atom'].flatMap((extension) => {
    const feed = FEED.replace('geojson', extension);
    return [`/${feed}`, `/earthquakes/${feed}`];
  }),
  `/earthquakes/${FEED}?_=1`,
];
export const WITHDRAWN = [`/deprem_api.php?id=${gone.id}`, `/deprem_api.php?${dated(gone)}`];

export const LIST = '/api.php?limit=7&min_magnitude=2';

export const CATALOG = '/.well-known/api-catalog';
/** Headers that are the gateway's on every host. */
export const KEPT = [
  'Content-Type',
  'Cache-Control',
  'Vary',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'X-Content-Type-Options',
  ...Object.keys(PAGE_HEADERS),
];
/** `Accept` of Chromium for a page. */
export const FOR_PEOPLE = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
/** Headers of the answer to OPTIONS. */
export const PREFLIGHT = [
  'Allow',
  'Access-Control-Allow-Methods',
  'Access-Control-Allow-Headers',
  'Access-Control-Max-Age',
  'Access-Control-Allow-Origin',
];
