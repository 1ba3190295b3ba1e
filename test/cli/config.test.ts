import assert from 'node:assert/strict';
import test from 'node:test';
import { readConfig } from '../../generator/cli/config.ts';

test('every setting has a default', () => {
  const { dataDir, distDir, offline, agencies, settings, region, detailFiles } = readConfig({});
  assert.match(dataDir, /[\\/]data$/);
  assert.match(distDir, /[\\/]dist$/);
  assert.equal(offline, false);
  assert.equal(detailFiles, 'notable');
  assert.equal(agencies.length, 5);
  assert.deepEqual(settings, { serviceName: 'hiposantr', baseUrl: 'http://localhost:8787', hasAccounts: true });
  assert.deepEqual(region, { south: 32, north: 46, west: 22, east: 50 });
});

test('the own address follows the port where it is not set', () => {
  assert.equal(readConfig({ PORT: '9000' }).settings.baseUrl, 'http://localhost:9000');
  assert.equal(readConfig({ PORT: '0' }).settings.baseUrl, 'http://localhost:8787');
  assert.equal(
    readConfig({ PORT: '9000', BASE_URL: 'https://quakes.example/' }).settings.baseUrl,
    'https://quakes.example',
  );
});

test('a tile server has a template, an origin and its attribution', () => {
  const tiles = (SITE_TILES: string, SITE_TILES_CREDIT = '© Example & Co') =>
    readConfig({ SITE_TILES, SITE_TILES_CREDIT }).settings.tiles;
  const template = 'https://tile.example.org:8443/osm/{z}/{x}/{y}@2x.png?key=a&b';
  assert.deepEqual(tiles(` ${template} `), {
    ...{ template, origin: 'https://tile.example.org:8443', credit: '© Example & Co' },
  });
  assert.equal(tiles('http://localhost:5/?t={z},{y},{x}')!.origin, 'http://localhost:5');
  assert.equal(tiles('http://127.0.0.1/{z}/{x}/{y}')!.origin, 'http://127.0.0.1');
  assert.equal(tiles('  ', ''), undefined);
  assert.equal('tiles' in readConfig({ SITE_TILES_CREDIT: 'Example' }).settings, false);
});

const TEMPLATE = 'https://tile.example.org/{z}/{x}/{y}.png';
const BAD_TILES = [
  ...['tile.example.org/{z}/{x}/{y}', 'http://tile.example.org/{z}/{x}/{y}', 'ftp://localhost/{z}/{x}/{y}'],
  ...['https://t.example/{z}/{x}', 'https://t.example/{z}/{y}.png', 'https://t.example/{x}/{y}.png'],
  ...['https://{s}.t.example/{z}/{x}/{y}', 'https://t.example/{z}/{x}/{y}{r}.png', 'https://t.example/{z}/{x}/{y}/{'],
  ...['https://{z}.t.example/{x}/{y}', 'https://t.example/#{z}/{x}/{y}', 'https://user:word@t.example/{z}/{x}/{y}'],
  // What would end or widen the directive of a Content-Security-Policy.
  ...["https://t.example;script-src'/{z}/{x}/{y}", 'https://*/{z}/{x}/{y}', 'https://a,b/{z}/{x}/{y}'],
  ...['https://t.example/{z} /{x}/{y}', 'https://[::1]/{z}/{x}/{y}', 'http://127.evil.example/{z}/{x}/{y}'],
];

const BAD: [Record<string, string>, RegExp][] = [
  ...BAD_TILES.map((SITE_TILES): [Record<string, string>, RegExp] => [
    { SITE_TILES, SITE_TILES_CREDIT: 'Example' },
    /^SITE_TILES is ".*"; it must be an https address, or an http one of this machine, with \{z\}, \{x\} and \{y\}/,
  ]),
  [{ SITE_TILES: TEMPLATE }, /^SITE_TILES_CREDIT is ""; it must be the attribution that the server of SITE_TILES/],
  [{ SITE_TILES: TEMPLATE, SITE_TILES_CREDIT: 'a\u202eb' }, /^SITE_TILES_CREDIT is /],
  [{ SITE_TILES: TEMPLATE, SITE_TILES_CREDIT: 'a'.repeat(201) }, /^SITE_TILES_CREDIT is /],
  [{ OFFLINE: 'maybe' }, /^OFFLINE is "maybe"; it must be 1 or 0$/],
  [{ SOURCES: 'afad,iris' }, /^SOURCES is "afad,iris"; it must be a comma list of kandilli, afad/],
  [{ REGION: '46,32,22,50' }, /^REGION is "46,32,22,50"; it must be south,north,west,east/],
  [{ DETAIL_FILES: 'some' }, /^DETAIL_FILES is "some"; it must be one of notable, all, none$/],
  [{ BULK: '0' }, /^BULK is "0"; it must be one of on, off$/],
  [{ RAW_DAYS: '-1' }, /^RAW_DAYS is "-1"; it must be a whole number from 0 to 3650$/],
  [{ SERVICE_NAME: 'a\u0007b' }, /^SERVICE_NAME is "ab"; it must be a name/],
  [{ BASE_URL: 'quakes.example' }, /^BASE_URL is "quakes.example"; it must be an http or https address/],
  [{ FEED_URLS: 'kandilli=ftp://x' }, /^FEED_URLS is "ftp:\/\/x"; it must be an http or https address/],
  [{ FEED_URLS: 'afad=https://x,usgs=http://user:secret@x' }, /^FEED_URLS is .*; it must be an http/],
  [{ FEED_URLS: 'jma=https://x' }, /^FEED_URLS has "jma=.*"; it must be a comma list of name=address/],
  [{ KANDILLI_MONTHLY_URL: 'http://a' }, /^KANDILLI_MONTHLY_URL is .*; write FEED_URLS=kandilli-monthly=http:\/\/a$/],
  [
    { DATA_DIR: '/srv/dist', DIST_DIR: '/srv/dist' },
    /^DATA_DIR is "\/srv\/dist"; it must be a folder outside of DIST_DIR/,
  ],
  [{ DATA_DIR: '/srv/dist/..data', DIST_DIR: '/srv/dist' }, /outside of DIST_DIR/],
  [
    { DATA_DIR: '/srv/dist/data', DIST_DIR: '/srv/dist' },
    /^DATA_DIR is "\/srv\/dist\/data"; it must be a folder outside/,
  ],
];
for (const [env, message] of BAD)
  test(`${JSON.stringify(env)} is refused by its name`, () => {
    assert.throws(() => readConfig(env), { name: 'SettingError', message });
  });

test('a mirror takes the place of an address, and the others stay', () => {
  const { addresses } = readConfig({
    FEED_URLS: ' kandilli-stations=http://localhost:5/a/ ,afad=https://mirror.example',
  });
  assert.equal(addresses.get('kandilli-stations'), 'http://localhost:5/a');
  assert.equal(addresses.get('afad'), 'https://mirror.example');
  assert.equal(addresses.get('usgs'), 'https://earthquake.usgs.gov');
});

test('dist may lie beside or inside of data', () => {
  for (const env of [
    { DATA_DIR: '/srv/data', DIST_DIR: '/srv/data/dist' },
    { DATA_DIR: '/srv/dist-data', DIST_DIR: '/srv/dist' },
  ])
    assert.equal(readConfig(env).distDir, env.DIST_DIR);
});

test('pages link to the accounts unless they are off', () => {
  const isLinked = (env: Record<string, string>): unknown => readConfig(env).settings.hasAccounts;
  assert.deepEqual(
    [isLinked({}), isLinked({ SITE_ACCOUNTS: 'on' }), isLinked({ SITE_ACCOUNTS: 'off' })],
    [true, true, false],
  );
  assert.throws(
    () => isLinked({ SITE_ACCOUNTS: '1' }),
    /^SettingError: SITE_ACCOUNTS is "1"; it must be one of on, off/,
  );
});
