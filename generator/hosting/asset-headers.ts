/** `_headers` of Cloudflare and Netlify: headers of files that no program answers. */
import { BASE_HEADERS, CACHE_CONTROL, CACHING_OF_FILES, FRAMABLE_POLICY, PAGE_HEADERS } from '#core/headers.ts';

export const HEADERS_FILE = '_headers';

/** Folders of which every file is named by its hash. */
const IMMUTABLE_FOLDERS = ['shards', 'changes', 'research', 'assets', 'details/index'];

const rule = (path: string, lines: string[]): string => [path, ...lines.map((line) => `  ${line}`)].join('\n');
const lineOf = ([name, value]: [string, string]): string => `${name}: ${value}`;
const caching = (path: string, value: string): string => rule(path, [`Cache-Control: ${value}`]);

/** `index.html` of a folder is served as the folder. */
const addressOf = (file: string): string => `/${file.replace(/index\.html$/, '')}`;

/** No path has two rules for one header, except for frames: two values would be joined. */
export const ASSET_HEADERS = `${[
  rule('/*', Object.entries({ ...BASE_HEADERS, ...PAGE_HEADERS }).map(lineOf)),
  ...['/widget/*', '/en/widget/*'].map((path) =>
    rule(path, ['! Content-Security-Policy', `Content-Security-Policy: ${FRAMABLE_POLICY}`]),
  ),
  ...IMMUTABLE_FOLDERS.map((folder) => caching(`/${folder}/*`, CACHE_CONTROL.immutable)),
  ...Object.entries(CACHING_OF_FILES).map(([file, kind]) => caching(addressOf(file), CACHE_CONTROL[kind])),
].join('\n')}\n`;
