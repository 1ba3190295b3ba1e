/** Everything in `dist/` under its own path, so that who has no CDN has the whole static tier. */
import { contentHash } from '#core/etag.ts';
import { ANSWERS, MANIFEST } from '#core/paths.ts';
import type { Answer } from '../answer.ts';
import { bytesAnswer, storedAnswer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import type { Caching } from '../caching.ts';
import { GatewayError } from '../errors.ts';
import { isSafePath } from '../folder-reader.ts';
import { JSON_TYPE } from '../headers.ts';
import type { Snapshot } from '../snapshot.ts';
import { RSS_TYPE } from './rss.ts';

const TYPES: Record<string, string> = {
  json: JSON_TYPE,
  geojson: 'application/geo+json; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  wadl: 'application/xml; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  conf: 'text/plain; charset=utf-8',
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  webmanifest: 'application/manifest+json',
};

const HASHED = /^(?:shards|changes)\/([0-9a-f]{24})(?:\.full)?\.json$/;

/** @throws GatewayError `not_found`, or `unavailable` when a file named by its hash has another content */
export async function staticAnswer({ path, snapshot }: Ask): Promise<Answer> {
  const file = fileOf(path);
  const answer = file === undefined ? undefined : await fileAnswer(snapshot, file);
  if (answer) return answer;
  throw new GatewayError('not_found', 'There is nothing at this address; / lists the endpoints.');
}

/** The file that a URL's path names; undefined when it cannot be one of ours. */
function fileOf(path: string): string | undefined {
  let file: string;
  try {
    file = decodeURIComponent(path.slice(1));
  } catch {
    return undefined;
  }
  if (file === '' || file.endsWith('/')) file += 'index.html';
  return isSafePath(file) ? file : undefined;
}

async function fileAnswer(snapshot: Snapshot, file: string): Promise<Answer | undefined> {
  const type = typeOf(file);
  const stored = snapshot.stored(file);
  if (stored) return storedAnswer(stored, type, cachingOf(file));
  const bytes = file === MANIFEST ? snapshot.manifestBytes : await snapshot.file(file);
  if (!bytes) return undefined;
  const hash = contentHash(bytes);
  const due = HASHED.exec(file)?.[1];
  if (due !== undefined && due !== hash) throw snapshot.broken(file, `is corrupt: its content has the hash ${hash}`);
  return bytesAnswer(bytes, { hash, type, caching: cachingOf(file) });
}

function typeOf(file: string): string {
  if (file === ANSWERS.rss) return RSS_TYPE;
  const extension = file.slice(file.lastIndexOf('.') + 1);
  return Object.hasOwn(TYPES, extension) ? TYPES[extension]! : 'application/octet-stream';
}

function cachingOf(file: string): Caching {
  if (HASHED.test(file)) return 'immutable';
  if (file === MANIFEST) return 'manifest';
  if (file === ANSWERS.status) return 'status';
  return file === ANSWERS.rss ? 'feed' : 'data';
}
