/** docs/hosting/ says what the program's tables say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BODY_QUERIES } from '#core/endpoints.ts';
import {
  ACCEPTS_PAGE,
  BASE_HEADERS,
  CACHE_CONTROL,
  CACHING_OF_FILES,
  FRAMABLE,
  MEDIA_TYPES,
  PAGE_HEADERS,
  TYPES_IN_FOLDERS,
  TYPES_OF_FILES,
  VARY_BY_ACCEPT,
} from '#core/headers.ts';
import { HASHED_FOLDERS } from '#core/paths.ts';
import { errorAnswer, ERRORS } from '../../generator/hosting/headers.ts';
import {
  COMPLETE,
  GATEWAY_ONLY,
  KEY_IN_QUERY,
  LONG_ANSWERS,
  PAGE_BY_ID,
  PAGES,
  ROUTES,
} from '../../generator/hosting/routes.ts';

const read = (name: string): string => readFileSync(new URL(`../../docs/hosting/${name}`, import.meta.url), 'utf8');
const [http, server, caddy, headers] = [
  'nginx/http.conf',
  'nginx/server.conf',
  'caddy/site.caddy',
  'cloudflare/_headers',
].map(read) as [string, string, string, string];

const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`);
/** Groups have numbers in Caddy, and other names in nginx. */
const unnamed = (text: string): string => text.replaceAll(/\(\?<\w+>/g, '(');

/** Rows of the block that begins so, each by its words, without quotes and comments. */
function rows(text: string, head: string): string[][] {
  const [, block] = text.split(`${head} {\n`);
  assert.ok(block !== undefined, head);
  return block
    .split(/\n\s*\}/, 1)[0]!
    .split('\n')
    .map((line) => line.trim().replace(/;$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [...line.matchAll(/"([^"]*)"|`([^`]*)`|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c!));
}

const sorted = (list: readonly (readonly string[])[]): string[][] => list.map((row) => [...row]).toSorted();

test('a query is answered by a file where the table of routes says so', () => {
  const due = (of: typeof ROUTES) => of.map(({ path, query }) => `~^${escaped(path)}\\?${unnamed(query)}$`);
  const withdrawn = ROUTES.filter(({ gone }) => gone !== undefined);
  const patterns = (list: string[][]) =>
    list.map(([pattern]) => unnamed(pattern!)).filter((one) => /^~.*\$$/.test(one));
  assert.deepEqual(patterns(rows(http, 'map "$uri?$args" $hiposantr_file')), due(ROUTES));
  assert.deepEqual(patterns(rows(http, 'map "$uri?$args" $hiposantr_gone')), due(withdrawn));
  const both = rows(caddy, 'map {path}?{query} {hiposantr_file} {hiposantr_gone}');
  assert.deepEqual(patterns(both), due(ROUTES));
  assert.deepEqual(patterns(both.filter(([, , gone]) => gone !== '/.none')), due(withdrawn));
  // Any other query of these paths is the gateway's.
  const others = `~^(?:${[...new Set(ROUTES.map(({ path }) => escaped(path)))].join('|')})\\?`;
  for (const text of [http, caddy]) assert.ok(text.includes(others));
  const pages = [...PAGES.map(({ path, file }) => [`~^${path}$`, `/${file}`]), ['default', '/.none']];
  assert.deepEqual(sorted(rows(http, 'map "$uri" $hiposantr_page')), sorted(pages));
  assert.deepEqual(sorted(rows(caddy, 'map {path} {hiposantr_page}')), sorted(pages));
  // Neither the file of the path nor the page of its folder.
  for (const text of [http, caddy]) assert.equal(text.split(`~^${PAGE_BY_ID}`).length, 3);
});

/** `Cache-Control` of files by path, with the one pattern of those that are named by their hash. */
const named = String.raw`/(?:${HASHED_FOLDERS.join('|')})/(?:[a-z-]+\.)?[0-9a-f]{24}(?:\.[a-z0-9.]+)?$`;
const cached = Object.entries(CACHING_OF_FILES).map(([path, kind]) => [path, CACHE_CONTROL[kind]] as const);

test('files have their caching, and those in folders of hashes for ever', () => {
  const inNginx = rows(http, 'map "$status $uri" $hiposantr_caching');
  assert.deepEqual(
    sorted(inNginx),
    sorted([
      ...[
        ['default', CACHE_CONTROL.data],
        ['~^410 ', 'max-age=60'],
        [`~ ${named}`, CACHE_CONTROL.immutable],
      ],
      ...cached.map(([path, value]) => [`~ /${escaped(path)}$`, value]),
    ]),
  );
  assert.deepEqual(
    sorted(rows(caddy, 'map {hiposantr_file} {hiposantr_caching}')),
    sorted([
      ...[
        ['default', CACHE_CONTROL.data],
        [`~^${named}`, CACHE_CONTROL.immutable],
      ],
      ...cached.map(([path, value]) => [`/${path}`, value]),
    ]),
  );
  const rules = [...headers.matchAll(/^(\/.*)\n(?: {2}Content-Type: .*\n)? {2}Cache-Control: (.*)$/gm)].map(
    ([, path, value]) => [path!, value!],
  );
  // A deployment has no versions.
  const folders = HASHED_FOLDERS.filter((folder) => folder !== 'versions');
  assert.deepEqual(
    sorted(rules),
    sorted([
      ...folders.map((folder) => [`/${folder}/*`, CACHE_CONTROL.immutable]),
      ...cached.map(([path, value]) => [`/${path.replace(/index\.html$/, '')}`, value]),
    ]),
  );
});

test('files have their types', () => {
  const inNginx = rows(server, 'types').flatMap(([type, ...extensions]) => extensions.map((one) => [one, type!]));
  assert.deepEqual(sorted(inNginx), sorted(Object.entries(MEDIA_TYPES)));
  const paths = Object.entries(TYPES_OF_FILES).flatMap(([file, type]) => [
    [`/${file}`, type],
    ...ROUTES.flatMap((route) => (route.file === file ? [[route.path, type]] : [])),
  ]);
  const located = [...server.matchAll(/^location = (\S+) \{[^}]*types \{ \}\n {2}default_type "(.*)";/gm)];
  assert.deepEqual(
    sorted(located.map(([, path, type]) => [path!, type!])),
    sorted(paths.map((row) => row as string[])),
  );
  const inFolders = TYPES_IN_FOLDERS.map(({ folder, extension, type }) => [
    String.raw`^/${folder}/[^/]+\.${extension}$`,
    type,
  ]);
  const matched = [...server.matchAll(/^location ~ "(\S+)" \{[^}]*types \{ \}\n {2}default_type "(.*)";/gm)];
  assert.deepEqual(
    matched.map(([, pattern, type]) => [pattern, type]),
    inFolders,
  );
  // The first location with a pattern that matches is nginx's.
  for (const [pattern] of inFolders) assert.ok(server.indexOf(pattern!) < server.indexOf(`(?:${COMPLETE.join('|')})`));
  const inCloudflare = [...headers.matchAll(/^(\/.*)\n {2}Content-Type: (.*)$/gm)].map(([, path, type]) => [
    path!,
    type!,
  ]);
  assert.deepEqual(
    sorted(inCloudflare),
    sorted([
      ...Object.entries(TYPES_OF_FILES).map(([path, type]) => [`/${path}`, type]),
      ...TYPES_IN_FOLDERS.map(({ folder, extension, type }) => [`/${folder}/*.${extension}`, type]),
    ]),
  );
  assert.deepEqual(
    sorted(rows(caddy, 'map {hiposantr_file} {hiposantr_type}')),
    sorted([
      ...Object.entries(TYPES_OF_FILES).map(([path, type]) => [`/${path}`, type]),
      ...inFolders.map(([pattern, type]) => [`~${pattern}`, type!]),
      ...Object.entries(MEDIA_TYPES).map(([extension, type]) => [String.raw`~\.${extension}$`, type]),
      ['default', 'application/octet-stream'],
    ]),
  );
});

test('each header has the value of the program wherever it stands', () => {
  const values = { ...BASE_HEADERS, ...PAGE_HEADERS };
  const others: Record<string, string[]> = {
    Vary: [VARY_BY_ACCEPT],
    'Content-Security-Policy': ["frame-ancestors *; object-src 'none'", '$hiposantr_content_security_policy'],
    'Referrer-Policy': ['$hiposantr_referrer_policy'],
  };
  for (const [name, value] of Object.entries(values))
    for (const text of [server, caddy, headers]) {
      const found = [...text.matchAll(new RegExp(`${name}:? ["\`]?(.+?)["\`]?(?: always;)?$`, 'gm'))].map(
        ([, one]) => one!,
      );
      assert.ok(found.length > 0, name);
      for (const one of found) assert.ok([value, ...(others[name] ?? [])].includes(one), `${name}: ${one}`);
    }
});

test('errors, keys and what is the gateway alone are those of the program', () => {
  const gatewayOnly = `(?:${GATEWAY_ONLY.join('|')})(?:/|$)`;
  for (const text of [http, caddy])
    for (const part of [gatewayOnly, KEY_IN_QUERY, ACCEPTS_PAGE.source, FRAMABLE.source])
      assert.ok(text.includes(part), part);
  assert.ok(server.includes(`location ~ "^/(?:${COMPLETE.join('|')})/"`));
  assert.ok(caddy.includes(`path ${COMPLETE.map((folder) => `/${folder}/*`).join(' ')}\n`));
  assert.ok(caddy.includes(`path ${BODY_QUERIES.join(' ')}\n`));
  assert.ok(http.includes(` (?:${LONG_ANSWERS.map(escaped).join('|')}) " 1;`));
  const methods = rows(http, 'map "$uri" $hiposantr_methods').map(([path]) => path!);
  assert.deepEqual(methods, ['default', ...BODY_QUERIES]);
  const bodies = [errorAnswer(ERRORS.notFound), errorAnswer(ERRORS.unavailable), errorAnswer(ERRORS.unavailable, true)];
  for (const text of [server, caddy]) for (const { body } of bodies) assert.ok(text.includes(body), body);
  assert.ok(server.includes(errorAnswer(ERRORS.unsatisfiable).body));
});
