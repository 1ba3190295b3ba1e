/** `server.conf`: files, cache, gateway and errors, for the `server` block. */
import { ENDPOINTS, FDSN_PATH } from '#core/endpoints.ts';
import {
  BASE_HEADERS,
  MEDIA_TYPES,
  OTHER_TYPE,
  PAGE_HEADERS,
  preflightHeaders,
  TYPES_OF_FILES,
} from '#core/headers.ts';
import { errorAnswer, ERRORS, type HostError } from '../headers.ts';
import { COMPLETE, ROUTES, WELL_KNOWN } from '../routes.ts';
import { block, NOTICE, pattern, quote, variableOf } from './syntax.ts';

const headers = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).map(([name, value]) => `add_header ${name} ${quote(value)} always;`);

const FILE_HEADERS = [
  ...headers(BASE_HEADERS),
  'add_header Cache-Control $hiposantr_caching always;',
  ...Object.keys(PAGE_HEADERS).map((name) => `add_header ${name} $hiposantr_${variableOf(name)} always;`),
];

const types = (): string => {
  const byType = Map.groupBy(Object.entries(MEDIA_TYPES), ([, type]) => type);
  return block(
    'types',
    [...byType].map(([type, rows]) => `${quote(type)} ${rows.map(([extension]) => extension).join(' ')};`),
  );
};

/** Compared with the whole `Content-Type`, parameters included. */
const compressible = (): string[] =>
  [...new Set([...Object.values(MEDIA_TYPES), ...Object.values(TYPES_OF_FILES)])].filter((type) =>
    /^text|json|xml|javascript/.test(type),
  );

const PROXY = [
  'proxy_http_version 1.1;',
  'proxy_set_header Host $host;',
  'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
  'proxy_set_header X-Request-Id $request_id;',
];

/** The answers of the gateway that everybody shares are kept, and sent when it does not answer. */
const CACHED = [
  ...PROXY,
  'proxy_set_header Connection "";',
  'proxy_set_header Accept-Encoding $hiposantr_coding;',
  'proxy_cache hiposantr;',
  'proxy_cache_key "$host$request_uri $hiposantr_coding $hiposantr_page_wanted";',
  '# The key has the coding and whether a page is wanted, and nothing with Authorization comes here.',
  'proxy_ignore_headers Vary;',
  'proxy_cache_revalidate on;',
  'proxy_cache_background_update on;',
  'proxy_cache_use_stale error timeout updating http_500 http_502 http_503 http_504;',
  'proxy_read_timeout 65s;',
  'proxy_pass http://hiposantr;',
];
/** A header without a value is not sent. */
const DIRECT = [
  ...PROXY,
  'proxy_set_header Upgrade $hiposantr_upgrade;',
  'proxy_set_header Connection $hiposantr_connection;',
  'proxy_pass http://hiposantr;',
];

function failure(error: HostError, isText = false): string[] {
  const { type, body, headers: own } = errorAnswer(error, isText);
  return [
    // nginx keeps the headers of the file: given again, they are there twice, and browsers refuse two of CORS.
    ...(error.status === 416 ? [] : headers({ ...BASE_HEADERS, ...own })),
    'recursive_error_pages off;',
    'types { }',
    `default_type ${quote(type)};`,
    `return ${error.status} '${body}\\n';`,
  ];
}

/** The file for people, else the error itself. */
const errorPage = (error: HostError): string =>
  block(`location = /${error.page}`, [
    ...headers({ ...BASE_HEADERS, ...PAGE_HEADERS, ...errorAnswer(error).headers }),
    `try_files $uri @${error.code};`,
  ]);

const ways = (): string[] => [
  '# An error of @direct and of the others leads on to its own page.',
  'recursive_error_pages on;',
  'error_page 418 = @direct;',
  'error_page 420 = @preflight;',
  'if ($hiposantr_way = preflight) { return 420; }',
  'if ($hiposantr_way != files00) { return 418; }',
];

/** What is said when neither a file nor the gateway has an answer. */
const failures = (): string[] => [
  'error_page 403 404 =404 $hiposantr_missing;',
  'error_page 416 = @unsatisfiable;',
  'error_page 500 502 504 =503 $hiposantr_away;',
  block('location @not_found', failure(ERRORS.notFound)),
  block('location @unsatisfiable', failure(ERRORS.unsatisfiable)),
  block('location @unavailable', failure(ERRORS.unavailable)),
  ...[ERRORS.notFound, ERRORS.unavailable].map(errorPage),
];

/** A file, else what `otherwise` says. */
const fileOr = (match: string, otherwise: string, more: string[] = []): string =>
  block(`location ${match}`, [...FILE_HEADERS, ...more, `try_files $hiposantr_file ${otherwise};`]);

/** Files whose extension does not tell their type, under their own paths and under those of the table. */
const typedFiles = (): string[] =>
  Object.entries(TYPES_OF_FILES).flatMap(([file, type]) => {
    const urls = [`/${file}`, ...ROUTES.flatMap((route) => (route.file === file ? [route.path] : []))];
    const gateway = `/${file}`.startsWith(FDSN_PATH) ? '@gateway_text' : '@gateway';
    return urls.map((url) => fileOr(`= ${url}`, gateway, ['types { }', `default_type ${quote(type)};`]));
  });

export const nginxServer = (): string =>
  [
    NOTICE,
    '# Beside it: listen, server_name, certificates, and root (the folder dist).',
    'server_tokens off;',
    'charset off;',
    'absolute_redirect off;',
    'merge_slashes off;',
    types(),
    `default_type ${OTHER_TYPE};`,
    'gzip on;',
    'gzip_static on;',
    'gzip_min_length 1024;',
    `gzip_types ${compressible().map(quote).join(' ')};`,
    ...ways(),
    ...failures(),
    block('location @preflight', [...headers(preflightHeaders('$hiposantr_methods')), 'return 204;']),
    block('location @direct', DIRECT),
    block('location @gateway', CACHED),
    block('location @gateway_text', ['error_page 500 502 504 = @unavailable_text;', ...CACHED]),
    block('location @unavailable_text', failure(ERRORS.unavailable, true)),
    block(`location ~ ${pattern(`/\\.(?!${WELL_KNOWN.slice(2)})`)}`, ['return 404;']),
    fileOr('/', '$uri/index.html $hiposantr_page @gateway'),
    fileOr(`= ${ENDPOINTS.detail}`, '@gateway', [
      'error_page 410 $hiposantr_gone;',
      'error_page 416 = @unsatisfiable;',
      'if (-f $document_root$hiposantr_gone) { return 410; }',
    ]),
    fileOr(`~ ${pattern(`^/(?:${COMPLETE.join('|')})/`)}`, '=404'),
    fileOr(FDSN_PATH, '@gateway_text'),
    ...typedFiles(),
    '',
  ].join('\n');
