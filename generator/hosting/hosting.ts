/** `dist/hosting/`: configuration of hosts, copied from `docs/hosting/`, and the programs of the edge networks. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundler } from '#runtime/bundler.ts';

/** What people read and copy, in `docs/hosting/`. */
const COPIED = [
  ...['nginx/http.conf', 'nginx/server.conf', 'caddy/site.caddy'],
  ...['cloudflare/wrangler.json', 'netlify/netlify.toml'],
];

/** @param path below `docs/hosting/` */
const textOf = (path: string): string => readFileSync(new URL(`../../docs/hosting/${path}`, import.meta.url), 'utf8');

/** Headers of Cloudflare and Netlify for files that no program answers, beside those files. */
export const HEADERS_FILE = '_headers';
export const readHeadersFile = (): string => textOf(`cloudflare/${HEADERS_FILE}`);

/** In one file each. */
function edgeProgram(name: 'worker' | 'netlify'): string {
  const folder = fileURLToPath(new URL('edge/', import.meta.url));
  return bundler().buildSync({
    ...{ entryPoints: [`${folder}${name}.ts`], bundle: true, write: false, format: 'esm', target: 'es2022' },
    outdir: folder,
  }).outputFiles[0]!.text;
}

const PROGRAMS = {
  'hosting/cloudflare/worker.js': 'worker',
  'hosting/netlify/edge-functions/hiposantr.js': 'netlify',
} as const;

/** Paths of {@link hostingFiles}. */
export const HOSTING_PATHS = [...COPIED.map((path) => `hosting/${path}`), ...Object.keys(PROGRAMS)];

let files: ReadonlyMap<string, string> | undefined;

/** Path in `dist/` → text. Read at the first call of the process. */
export const hostingFiles = (): ReadonlyMap<string, string> =>
  (files ??= new Map([
    ...COPIED.map((path): [string, string] => [`hosting/${path}`, textOf(path)]),
    ...Object.entries(PROGRAMS).map(([path, name]): [string, string] => [path, edgeProgram(name)]),
  ]));
