/** `http.conf`: how requests are told apart, for the `http` block. */
import { BODY_QUERIES, ENDPOINTS } from '#core/endpoints.ts';
import {
  ACCEPTS_PAGE,
  CACHE_CONTROL,
  errorCacheControl,
  FRAMABLE,
  METHODS,
  PAGE_HEADERS,
  pageHeaders,
  QUERY_METHODS,
} from '#core/headers.ts';
import { ownValue } from '#core/own-value.ts';
import { ERROR_PAGES } from '#core/paths.ts';
import { CACHING, ERRORS, IMMUTABLE } from '../headers.ts';
import { ALIAS, GATEWAY_ONLY, KEY_IN_QUERY, PAGES, ROUTES } from '../routes.ts';
import { block, escaped, NOTICE, pattern, quote, variableOf } from './syntax.ts';

/** A map whose regular expressions are tried in order. */
const map = (from: string, to: string, rows: [string, string?][]): string =>
  block(
    `map ${quote(from)} $hiposantr_${to}`,
    rows.map((row) => `${row.join(' ')};`),
  );

/** Never a file: hidden files are not served. */
const NO_FILE = '/.none';

/** The path in `dist/` that a template gives, with the groups of the pattern. */
const filled = (template: string): string => quote(`/${template.replaceAll(/\{(\w+)\}/g, '${h_$1}')}`);
const named = (query: string): string => query.replaceAll('(?<', '(?<h_');

/** How each request is answered: by a file or the cache, by the gateway alone, or as a preflight. */
const way = (): string[] => [
  map('$http_authorization', 'authorized', [
    ['default', '1'],
    ['""', '0'],
  ]),
  map('$args', 'key_in_query', [
    ['default', '0'],
    [pattern(`~${KEY_IN_QUERY}`), '1'],
  ]),
  map('$request_method $uri', 'way', [
    ['default', 'direct'],
    // Found again for the page of an error.
    ['volatile'],
    ...Object.values(ERROR_PAGES).map((page): [string, string] => [pattern(`~ /${escaped(page)}$`), 'files00']),
    [pattern(`~ (?:${GATEWAY_ONLY.join('|')})(?:/|$)`), 'direct'],
    ['"~^OPTIONS "', 'preflight'],
    ['"~^(?:GET|HEAD) "', '"files$hiposantr_authorized$hiposantr_key_in_query"'],
  ]),
  map('$uri $http_upgrade', 'upgrade', [
    ['default', '""'],
    [pattern(`~*^${ENDPOINTS.websocket} websocket$`), 'websocket'],
  ]),
  map('$hiposantr_upgrade', 'connection', [
    ['default', '""'],
    ['websocket', 'upgrade'],
  ]),
  map('$uri', 'methods', [
    ['default', quote(METHODS)],
    ...BODY_QUERIES.map((path): [string, string] => [path, quote(QUERY_METHODS)]),
  ]),
];

const files = (): string[] => [
  map('$uri?$args', 'file', [
    ['default', '$uri'],
    ...ROUTES.map(({ path, query, file }): [string, string] => [
      pattern(`~^${escaped(path)}\\?${named(query)}$`),
      filled(file),
    ]),
    [pattern(`~^(?:${[...new Set(ROUTES.map(({ path }) => escaped(path)))].join('|')})\\?`), NO_FILE],
    [pattern(String.raw`~^${escaped(ALIAS.path)}(?<h_rest>[^?]+)\?`), quote(`${ALIAS.folder}\${h_rest}`)],
    [pattern(String.raw`~^(?<h_folder>[^?]*/)\?`), '"${h_folder}index.html"'],
  ]),
  map('$uri?$args', 'gone', [
    ['default', NO_FILE],
    ...ROUTES.flatMap(({ path, query, gone }): [string, string][] =>
      gone === undefined ? [] : [[pattern(`~^${escaped(path)}\\?${named(query)}$`), filled(gone)]],
    ),
  ]),
  map('$uri', 'page', [
    ['default', NO_FILE],
    ...PAGES.map(({ path, file }): [string, string] => [pattern(`~^${path}$`), `/${file}`]),
  ]),
  map('$status $uri', 'caching', [
    ['default', quote(CACHE_CONTROL.data)],
    ['"~^410 "', quote(errorCacheControl(410))],
    ...CACHING.map(([path, value]): [string, string] => [pattern(`~ /${escaped(path)}$`), quote(value)]),
    [pattern(`~ /${IMMUTABLE}$`), quote(CACHE_CONTROL.immutable)],
  ]),
  // A header without a value is not sent.
  ...Object.entries(PAGE_HEADERS).map(([name, value]) =>
    map('$uri', variableOf(name), [
      ['default', '""'],
      [pattern(`~${FRAMABLE.source}`), quote(ownValue(pageHeaders('/widget/'), name)!)],
      [String.raw`"~\.html$"`, quote(value)],
    ]),
  ),
];

/** Who wants a page, and what is said instead of an error. */
const errors = (): string[] => [
  map('$http_accept', 'page_wanted', [
    ['default', '0'],
    [pattern(`~${ACCEPTS_PAGE.source}`), '1'],
  ]),
  ...Object.entries({ missing: ERRORS.notFound, away: ERRORS.unavailable }).map(([name, { page, code }]) =>
    map('$hiposantr_page_wanted', name, [
      ['default', `@${code}`],
      ['1', `/${page}`],
    ]),
  ),
];

/** One of few values, so that clients share what is kept. Who refuses a coding gets none. */
const coding = (): string =>
  map('$http_accept_encoding', 'coding', [
    ['default', '""'],
    [pattern(String.raw`~*;\s*q=0(?:\.0*)?\s*(?:,|$)`), '""'],
    [pattern(String.raw`~*(?:^|[ ,])br(?:[ ,;]|$)`), 'br'],
    [pattern(String.raw`~*(?:^|[ ,])gzip(?:[ ,;]|$)`), 'gzip'],
  ]);

export const nginxHttp = (): string =>
  [
    NOTICE,
    '# Beside it: an upstream "hiposantr", and a proxy_cache_path with keys_zone=hiposantr.',
    ...way(),
    ...files(),
    ...errors(),
    coding(),
    '',
  ].join('\n');
