/** Answers out of the files of `dist/`; details out of those with their lines. */
import { bucketOf, nameKey, namesFileOf } from '#core/details.ts';
import {
  BASE_HEADERS,
  CACHE_CONTROL,
  cachingOfFile,
  errorCacheControl,
  isPage,
  JSON_TYPE,
  pageHeaders,
  typeOfFile,
} from '#core/headers.ts';
import { ownValue } from '#core/own-value.ts';
import {
  bucketPath,
  hashInPath,
  namesPath,
  newestPath,
  readDetailPath,
  stationTablePath,
  type DetailKey,
} from '#core/paths.ts';
import { lineIn } from '#core/stored-lines.ts';
import { parseDay } from '#core/time.ts';
import { COMPLETE, PAGES, ROUTES } from '../routes.ts';
import { tagOf } from './conditional.ts';
import type { Platform } from './platform.ts';

type Files = Pick<Platform, 'file'>;

/** The file of the table that answers a URL; `none` where only the gateway can. */
export function routed(path: string, query: string): { file: string; gone?: string } | 'none' | undefined {
  const routes = ROUTES.filter((route) => route.path === path);
  for (const { query: form, file, gone } of routes) {
    const match = new RegExp(`^${form}$`).exec(query);
    const fill = (template: string): string =>
      template.replaceAll(/\{(\w+)\}/g, (_, name: string) => ownValue({ ...match?.groups }, name) ?? '');
    if (match) return { file: fill(file), ...(gone === undefined ? {} : { gone: fill(gone) }) };
  }
  return routes.length > 0 ? 'none' : undefined;
}

export const isComplete = (file: string): boolean => COMPLETE.some((folder) => file.startsWith(`${folder}/`));

function headersOfFile(path: string): Record<string, string> {
  const type = typeOfFile(path);
  const caching = CACHE_CONTROL[cachingOfFile(path)];
  return {
    ...BASE_HEADERS,
    ...(isPage(type) ? pageHeaders(`/${path}`) : {}),
    'Content-Type': type,
    'Cache-Control': caching,
  };
}

/** @returns undefined where `dist/` has no such file */
export async function fileAnswer({ file }: Files, path: string): Promise<Response | undefined> {
  const key = readDetailPath(path);
  if (key?.kind === 'single') return detailAnswer({ file }, key.key, key.gone);
  const response = await file(path);
  if (!response) return undefined;
  const hash = hashInPath(path);
  const headers = headersOfFile(path);
  // A file that is named by its hash is passed on as it comes.
  if (hash !== undefined) return new Response(response.body, { headers: { ...headers, ETag: `"${hash}"` } });
  const bytes = await response.arrayBuffer();
  return new Response(bytes, { headers: { ...headers, ETag: await tagOf(bytes) } });
}

const EARTHQUAKES = PAGES.map(({ path, file }) => ({ pattern: new RegExp(`^${path}$`), file }));

/** A page whose address lacks its slash. */
export async function pageAnswer(files: Files, path: string): Promise<Response | undefined> {
  return /^(?:\/[a-z0-9-]+)+$/.test(path) ? fileAnswer(files, `${path.slice(1)}/index.html`) : undefined;
}

/** The page of all earthquakes, for one without a page of its own. */
export async function commonPage(files: Files, path: string): Promise<Response | undefined> {
  const common = EARTHQUAKES.find(({ pattern }) => pattern.test(path));
  return common && fileAnswer(files, common.file);
}

/** The file of one earthquake as its line. @param gone whether the withdrawn one is asked for */
async function detailAnswer(files: Files, key: DetailKey, gone: boolean): Promise<Response | undefined> {
  const line = await findLine(files, key);
  return line === undefined || isGone(line) !== gone ? undefined : lineAnswer(line);
}

/** The answer of the detail endpoint: a record, or the body of a 410. @returns undefined for an unknown earthquake */
export async function earthquakeAnswer(files: Files, key: DetailKey): Promise<Response | undefined> {
  const line = await findLine(files, key);
  if (line === undefined || !isGone(line)) return line === undefined ? undefined : lineAnswer(line);
  const headers = { ...BASE_HEADERS, 'Content-Type': JSON_TYPE, 'Cache-Control': errorCacheControl(410) };
  return new Response(line, { status: 410, headers });
}

/** Undefined for a file of another kind, and for what is no day or no slug. */
export function detailKeyOf(path: string): DetailKey | undefined {
  const file = readDetailPath(path);
  if (file?.kind !== 'single') return undefined;
  return file.key.by === 'slug' && parseDay(file.key.date) === undefined ? undefined : file.key;
}

const isGone = (line: string): boolean => line.startsWith('{"status":"error"');

async function lineAnswer(line: string): Promise<Response> {
  const bytes = new TextEncoder().encode(line);
  const headers = { ...BASE_HEADERS, 'Content-Type': JSON_TYPE, 'Cache-Control': CACHE_CONTROL.data };
  return new Response(bytes, { headers: { ...headers, ETag: await tagOf(bytes) } });
}

/** With its newline; a merged earthquake's is its survivor's. */
async function findLine(files: Files, key: DetailKey): Promise<string | undefined> {
  const id = key.by === 'id' ? key.id : await idOfName(files, key.date, key.slug);
  const line = id === undefined ? undefined : await lineOf(files, id);
  if (!line?.startsWith('{"status":"merged"')) return line;
  return lineOf(files, (JSON.parse(line) as { merged_into: number }).merged_into);
}

async function idOfName({ file }: Files, date: string, slug: string): Promise<number | undefined> {
  const names = await file(namesPath(namesFileOf(date)));
  return names && ownValue((await names.json()) as Record<string, number>, nameKey(date, slug));
}

async function lineOf({ file }: Files, id: number): Promise<string | undefined> {
  const lineFile = (await file(newestPath(id))) ?? (await file(bucketPath(bucketOf(id))));
  const tableOf = async (hash: string): Promise<Uint8Array> => {
    const table = await file(stationTablePath(hash));
    if (!table) throw new Error(`${stationTablePath(hash)} is missing`);
    return new Uint8Array(await table.arrayBuffer());
  };
  return lineFile && lineIn(await lineFile.text(), id, tableOf);
}
