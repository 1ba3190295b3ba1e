/** Configuration of Caddy, to be imported into a site block. */
import { BODY_QUERIES, FDSN_PATH } from '#core/endpoints.ts';
import {
  ACCEPTS_PAGE,
  BASE_HEADERS,
  CACHE_CONTROL,
  errorCacheControl,
  FRAMABLE,
  FRAMABLE_POLICY,
  JSON_TYPE,
  MEDIA_TYPES,
  METHODS,
  OTHER_TYPE,
  PAGE_HEADERS,
  preflightHeaders,
  QUERY_METHODS,
  TYPES_OF_FILES,
} from '#core/headers.ts';
import { CACHING, errorAnswer, ERRORS, IMMUTABLE, type HostError } from './headers.ts';
import { ALIAS, COMPLETE, GATEWAY_ONLY, KEY_IN_QUERY, PAGES, ROUTES, WELL_KNOWN } from './routes.ts';

const quote = (text: string): string => `\`${text}\``;
const escaped = (text: string): string => text.replaceAll('.', String.raw`\.`);
/** The last line of a text in backticks stays at the margin: what stands before it is part of the text. */
const block = (head: string, lines: string[]): string =>
  [`${head} {`, ...lines.map((line) => line.replace(/^(?!` \d)(?=.)/gm, '\t')), '}'].join('\n');

/** Never a file: hidden files are not served. */
const NO_FILE = '/.none';

/** Groups by number, since older versions of Caddy do not know `(?<name>…)`. */
const unnamed = (query: string): string => query.replaceAll(/\(\?<\w+>/g, '(');

function filled(query: string, file: string): string {
  const names = [...query.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name!);
  return quote(`/${file.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${${names.indexOf(name) + 1}}`)}`);
}

/** The file that answers a request, and the body of a 410. */
const files = (): string =>
  block('map {path}?{query} {hiposantr_file} {hiposantr_gone}', [
    ...ROUTES.map(({ path, query, file, gone }) =>
      [
        quote(`~^${escaped(path)}\\?${unnamed(query)}$`),
        filled(query, file),
        gone === undefined ? NO_FILE : filled(query, gone),
      ].join(' '),
    ),
    `${quote(`~^(?:${[...new Set(ROUTES.map(({ path }) => escaped(path)))].join('|')})\\?`)} ${NO_FILE} ${NO_FILE}`,
    `${quote(String.raw`~^${escaped(ALIAS.path)}([^?]+)\?`)} ${quote(`${ALIAS.folder}\${1}`)} ${NO_FILE}`,
    `${quote(String.raw`~^([^?]*/)\?`)} ${quote('${1}index.html')} ${NO_FILE}`,
    `${quote(String.raw`~^([^?]*)\?`)} ${quote('${1}')} ${NO_FILE}`,
  ]);

const caching = (): string =>
  block('map {hiposantr_file} {hiposantr_caching}', [
    ...CACHING.map(([path, value]) => `/${path} ${quote(value)}`),
    `${quote(`~^/${IMMUTABLE}$`)} ${quote(CACHE_CONTROL.immutable)}`,
    `default ${quote(CACHE_CONTROL.data)}`,
  ]);

const types = (): string =>
  block('map {hiposantr_file} {hiposantr_type}', [
    ...Object.entries(TYPES_OF_FILES).map(([path, type]) => `/${path} ${quote(type)}`),
    ...Object.entries(MEDIA_TYPES).map(([extension, type]) => `${quote(String.raw`~\.${extension}$`)} ${quote(type)}`),
    `default ${OTHER_TYPE}`,
  ]);

const headers = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).map(([name, value]) => `${name} ${quote(value)}`);

/** Set last, since the file server adds to `Vary`. */
const commonHeaders = (more: Readonly<Record<string, string>> = {}): string =>
  block('header', [...headers({ ...BASE_HEADERS, ...more }), 'defer']);

/** A connection waits for its next request less long than the gateway keeps it: KEEP_ALIVE. */
const PROXY = block('reverse_proxy {$HIPOSANTR_GATEWAY:127.0.0.1:8787}', [
  'header_up X-Request-Id {http.request.uuid}',
  block('transport http', ['keepalive 60s']),
]);

/** What only the gateway may answer: other methods, sessions, and whatever has a key. */
const DIRECT = [
  '!({method} in ["GET", "HEAD", "OPTIONS"])',
  `{path}.matches(r"^(?:${GATEWAY_ONLY.join('|')})(?:/|$)")`,
  `({method} != "OPTIONS" && ({header.Authorization} != "" || {query}.matches(r"${KEY_IN_QUERY}")))`,
].join(' || ');

const preflight = (methods: string): string[] => [commonHeaders(preflightHeaders(methods)), 'respond 204'];

function failure(error: HostError, isText = false): string[] {
  const { type, body, headers: own } = errorAnswer(error, isText);
  return [commonHeaders({ ...own, 'Content-Type': type }), `respond ${quote(`${body}\n`)} ${error.status}`];
}

const served = (file: string, more: string[]): string[] => [
  commonHeaders(),
  `rewrite * ${file}`,
  block('file_server', ['disable_canonical_uris', ...more]),
];

const pageMatcher = ({ status, page }: HostError): string =>
  block(`@hiposantr_page_${status}`, [
    `header_regexp Accept ${quote(ACCEPTS_PAGE.source)}`,
    `expression ${quote(`{err.status_code} ${status < 500 ? '<' : '>='} 500`)}`,
    `not path ${FDSN_PATH}*`,
    block('file', [`try_files /${page}`]),
  ]);

/** The file for people. */
const errorPage = (error: HostError): string =>
  block(`handle @hiposantr_page_${error.status}`, [
    commonHeaders({ ...errorAnswer(error).headers, 'Content-Type': MEDIA_TYPES.html, ...PAGE_HEADERS }),
    `rewrite * /${error.page}`,
    block('file_server', [`status ${error.status}`]),
  ]);

const FRAMED = `header @hiposantr_framable Content-Security-Policy ${quote(FRAMABLE_POLICY)}`;

const SHOWN = [ERRORS.notFound, ERRORS.unavailable];

const matchers = (): string[] => [
  `@hiposantr_direct expression ${quote(DIRECT)}`,
  block('@hiposantr_preflight_query', ['method OPTIONS', `path ${BODY_QUERIES.join(' ')}`]),
  '@hiposantr_preflight method OPTIONS',
  block('@hiposantr_hidden', [`path_regexp ${quote(String.raw`/\.`)}`, `not path ${WELL_KNOWN}*`]),
  block('@hiposantr_gone file', ['try_files {hiposantr_gone}']),
  block('@hiposantr_there file', ['try_files {hiposantr_file}']),
  `@hiposantr_framable path_regexp ${quote(FRAMABLE.source)}`,
  `@hiposantr_html expression ${quote('{hiposantr_file}.endsWith(".html")')}`,
  block('@hiposantr_page file', ['try_files {path}/index.html {hiposantr_page}']),
  `@hiposantr_complete path ${COMPLETE.map((folder) => `/${folder}/*`).join(' ')}`,
  `@hiposantr_text path ${FDSN_PATH}*`,
  `@hiposantr_missing expression ${quote('{err.status_code} < 500')}`,
  ...SHOWN.map(pageMatcher),
];

const handlers = (): string[] => [
  block('handle @hiposantr_direct', [PROXY]),
  block('handle @hiposantr_preflight_query', preflight(QUERY_METHODS)),
  block('handle @hiposantr_preflight', preflight(METHODS)),
  block('handle @hiposantr_hidden', ['error 404']),
  files(),
  block('map {path} {hiposantr_page}', [
    ...PAGES.map(({ path, file }) => `${quote(`~^${path}$`)} /${file}`),
    `default ${NO_FILE}`,
  ]),
  caching(),
  types(),
  block('handle @hiposantr_gone', [
    `header Cache-Control ${errorCacheControl(410)}`,
    `header Content-Type ${quote(JSON_TYPE)}`,
    ...served('{hiposantr_gone}', ['status 410']),
  ]),
  block('handle @hiposantr_there', [
    'header Cache-Control {hiposantr_caching}',
    'header Content-Type {hiposantr_type}',
    block('header @hiposantr_html', headers(PAGE_HEADERS)),
    FRAMED,
    ...served('{hiposantr_file}', ['precompressed br gzip']),
  ]),
  block('handle @hiposantr_page', [
    `header Cache-Control ${quote(CACHE_CONTROL.data)}`,
    `header Content-Type ${quote(MEDIA_TYPES.html)}`,
    block('header', headers(PAGE_HEADERS)),
    FRAMED,
    ...served('{http.matchers.file.relative}', ['precompressed br gzip']),
  ]),
  block('handle @hiposantr_complete', ['error 404']),
  block('handle', [PROXY]),
];

export const caddyfile = (): string =>
  [
    '# Made by "npm run generate" of the program; docs/hosting.md says how it is used.',
    '# Before it in the site block: root * and the folder dist.',
    ...matchers(),
    block('route', handlers()),
    block('handle_errors', [
      ...SHOWN.map(errorPage),
      block('handle @hiposantr_missing', failure(ERRORS.notFound)),
      block('handle @hiposantr_text', failure(ERRORS.unavailable, true)),
      block('handle', failure(ERRORS.unavailable)),
    ]),
    '',
  ].join('\n');
