/** Every file of `dist/` under its own path: the static files without a CDN. */
import { type DetailIndex, lineFileOfId } from '#core/details.ts';
import { cachingOfFile, JSON_TYPE, typeOfFile, VARY_BY_ACCEPT } from '#core/headers.ts';
import { ownValue } from '#core/own-value.ts';
import type { ReleaseEntry } from '#core/manifest.ts';
import {
  ANSWERS,
  contentPaths,
  EARTHQUAKE_PAGE,
  SEQUENCE_PAGE,
  ERROR_PAGES,
  FEEDS,
  hashInPath,
  MANIFEST,
  type NumberedDetail,
  periodOf,
  readCompressedPath,
  readDetailPath,
  readFeedDetailPath,
  USGS_FEEDS,
} from '#core/paths.ts';
import { PIECE_BYTES } from '#core/releases.ts';
import { shardHashes } from '#core/shard-entry.ts';
import { readPiece } from '../dataset/pieces.ts';
import { isSafePath } from '../dataset/folder-reader.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { GatewayError } from '../http/errors.ts';
import type { ByteRange } from '../http/response.ts';
import { bytesRepresentation, type Representation, type StreamedRepresentation } from '../http/representation.ts';
import { lineAnswer } from './detail.ts';
import { eventPageAnswer } from './event-page.ts';
import { feedDetail } from './fdsn/feed-detail.ts';
import type { EndpointRequest, EndpointRow } from './request.ts';
import { requiredAnswer, requiredStatus } from './stored.ts';

/** @throws GatewayError `not_found`, or `unavailable` when a file of the dataset is not what the manifest says */
export async function staticAnswer(request: EndpointRequest): Promise<Representation | StreamedRepresentation> {
  const { path, snapshot } = request;
  const file = fileOf(path);
  const eventName = file === undefined ? undefined : readFeedDetailPath(file);
  if (eventName !== undefined) return feedDetail(request, eventName);
  const answer = file === undefined ? undefined : await pageOrFile(request, file);
  if (answer) return answer;
  // Without the folder nothing proves that the file does not exist.
  if (!(await snapshot.files.exists(MANIFEST))) throw snapshot.files.reportFault(MANIFEST, 'is missing');
  throw new GatewayError('not_found', 'Not found; / lists the endpoints.', {
    headers: { Vary: VARY_BY_ACCEPT },
    page: (await snapshot.answers.get(ERROR_PAGES.notFound))?.bytes,
  });
}

/** `/`: the site, or a list of the endpoints where there is none. */
export function homeAnswer(name: string, rows: readonly EndpointRow[]): EndpointRow['answer'] {
  const endpoints = rows.map(({ path, description }) => ({ path, description }));
  const bytes = Buffer.from(`${JSON.stringify({ status: 'success', name, endpoints }, null, 1)}\n`);
  const listing = bytesRepresentation(bytes, {
    type: JSON_TYPE,
    caching: 'data',
    // A site may be written beside the dataset.
    validFor: 'request',
  });
  return async (request) => {
    try {
      return await staticAnswer(request);
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'not_found') return listing;
      throw error;
    }
  };
}

/** The file that a URL's path names; undefined for an unsafe path. */
function fileOf(path: string): string | undefined {
  let file: string;
  try {
    file = decodeURIComponent(path.slice(1));
  } catch {
    return undefined;
  }
  if (file === '' || file.endsWith('/')) file += 'index.html';
  if (file.startsWith(USGS_FEEDS)) file = FEEDS + file.slice(USGS_FEEDS.length);
  return isSafePath(file) ? file : undefined;
}

/** A page's address may lack its slash. An earthquake has its own page, not named by the manifest, or one is made. */
async function pageOrFile(
  request: EndpointRequest,
  file: string,
): Promise<Representation | StreamedRepresentation | undefined> {
  const { snapshot } = request;
  const folder = file.replace(/\/index\.html$/, '');
  const own = EARTHQUAKE_PAGE.test(folder) ? await fileAnswer(snapshot, `${folder}/index.html`) : undefined;
  const made = own ?? (await eventPageAnswer(request, folder));
  if (made !== undefined) return made ?? undefined;
  const page = `${file}/index.html`;
  const isPage =
    Object.hasOwn(snapshot.manifest.answers, page) || snapshot.manifest.releases?.some(({ path }) => path === page);
  return fileAnswer(snapshot, isPage || SEQUENCE_PAGE.test(file) ? page : file);
}

async function fileAnswer(
  snapshot: Snapshot,
  file: string,
): Promise<Representation | StreamedRepresentation | undefined> {
  const type = typeOfFile(file);
  const caching = cachingOfFile(file);
  if (file === MANIFEST)
    return bytesRepresentation(snapshot.manifestBytes, {
      hash: snapshot.manifestHash,
      type,
      caching,
      validFor: 'dataset',
    });
  if (file === ANSWERS.status)
    return bytesRepresentation(requiredStatus(snapshot).bytes, { type, caching, validFor: 'request' });
  if (Object.hasOwn(snapshot.manifest.answers, file)) return requiredAnswer(snapshot, file, { type, caching });
  const hash = hashInPath(file);
  if (hash !== undefined) return hashedAnswer(snapshot, file, { hash, type, caching });
  if (file.startsWith('details/')) return detailsAnswer(snapshot, file, { type, caching });
  const period = periodOf(file);
  if (period !== undefined) return catalogueAnswer(snapshot, file, { period, type, caching });
  const released = snapshot.manifest.releases?.find(({ path }) => path === file);
  if (released) return releaseAnswer(snapshot, released, { type, caching });
  const compressed = await compressedAnswer(snapshot, file);
  if (compressed) return compressed;
  const bytes = await snapshot.file(file);
  return bytes && bytesRepresentation(bytes, { type, caching, validFor: 'request' });
}

type Identity = Pick<Representation, 'hash' | 'type' | 'caching'>;

const fileRepresentation = (identity: Identity, read: () => Promise<Uint8Array>): Representation => ({
  ...identity,
  validFor: 'dataset',
  isFile: true,
  load: async () => ({ bytes: await read() }),
});

/** Its entity tag is in its name, so that a 304 reads no file. */
async function hashedAnswer(snapshot: Snapshot, file: string, identity: Identity): Promise<Representation | undefined> {
  if (!(await snapshot.files.exists(file))) {
    if (await isNamed(snapshot, identity.hash)) throw snapshot.files.reportFault(file, 'is missing');
    return undefined;
  }
  return fileRepresentation(identity, () => snapshot.files.verified([file], identity.hash));
}

/**
 * Files of lines and of names by the index, and single details as lines of these.
 * @returns undefined where the dataset has no such file
 */
async function detailsAnswer(
  snapshot: Snapshot,
  path: string,
  identity: Pick<Representation, 'type' | 'caching'>,
): Promise<Representation | undefined> {
  const file = readDetailPath(path);
  if (!file) return undefined;
  if (file.kind === 'single') {
    const line = await snapshot.find(file.key);
    return line?.kind === (file.gone ? 'gone' : 'record') ? lineAnswer(line) : undefined;
  }
  const index = await snapshot.index();
  const hash = hashOf(index, file);
  if (!hash) return undefined;
  return fileRepresentation({ ...identity, hash }, () => snapshot.files.verified(contentPaths(path, hash), hash));
}

function hashOf(index: DetailIndex, { kind, number }: NumberedDetail): string | null | undefined {
  if (kind !== 'newest') return index[kind === 'bucket' ? 'buckets' : 'names'][number];
  const { hash, isNewest } = lineFileOfId(index, number);
  return isNewest ? hash : undefined;
}

/** A Parquet file, of which programs read ranges; undefined where the dataset has none of that period. */
function catalogueAnswer(
  snapshot: Snapshot,
  file: string,
  { period, ...identity }: Pick<Representation, 'type' | 'caching'> & { period: string },
): StreamedRepresentation | undefined {
  const hash = snapshot.manifest.catalogue?.find((entry) => entry.period === period)?.hash;
  if (hash === undefined) return undefined;
  const prepare = async () => {
    const bytes = await snapshot.files.catalogue(file, hash);
    async function* chunks(_: AbortSignal, range?: ByteRange): AsyncGenerator<Uint8Array> {
      yield range ? bytes.subarray(range.from, range.to + 1) : bytes;
    }
    return { size: bytes.byteLength, headers: {}, chunks };
  };
  return { ...identity, hash, prepare };
}

/** Sent piece by piece, each verified: it may be large. */
function releaseAnswer(
  snapshot: Snapshot,
  entry: ReleaseEntry,
  identity: Pick<Representation, 'type' | 'caching'>,
): StreamedRepresentation {
  const { hash, size } = entry;
  async function* chunks(_: AbortSignal, { from, to } = { from: 0, to: size - 1 }): AsyncGenerator<Uint8Array> {
    for (let piece = Math.floor(from / PIECE_BYTES); piece * PIECE_BYTES <= to; piece += 1) {
      const start = piece * PIECE_BYTES;
      const bytes = await readPiece(snapshot.files, entry, piece);
      yield bytes.subarray(Math.max(from - start, 0), to - start + 1);
    }
  }
  const prepare = async () => {
    // What is damaged is usually damaged from its beginning: an error can still be answered.
    await readPiece(snapshot.files, entry, 0);
    return { size, headers: {}, chunks };
  };
  return { ...identity, hash, prepare };
}

async function isNamed(snapshot: Snapshot, hash: string): Promise<boolean> {
  const { shards, areas = [], segments, research, details } = snapshot.manifest;
  return (
    details.hash === hash ||
    [...areas, ...segments].some((file) => file.hash === hash) ||
    research.some((year) => [year.statisticsHash, year.declusteredHash].includes(hash)) ||
    shards.some((shard) => shardHashes(shard).includes(hash)) ||
    isIndexed(await snapshot.index(), hash)
  );
}

const isIndexed = ({ lines, stations }: DetailIndex, hash: string): boolean =>
  stations === hash || lines.includes(hash);

/** The compressed form of a stored answer. */
async function compressedAnswer(snapshot: Snapshot, file: string): Promise<Representation | undefined> {
  const { path = '', compression } = readCompressedPath(file) ?? {};
  const entry = ownValue(snapshot.manifest.answers, path);
  if (!entry || !compression) return undefined;
  const bytes = await (await snapshot.answers.get(path))?.precompressed(compression);
  if (!bytes && entry.encodings.includes(compression))
    throw snapshot.files.reportFault(file, 'is not the compressed form of its answer');
  return (
    bytes &&
    bytesRepresentation(bytes, {
      type: typeOfFile(file),
      caching: cachingOfFile(file),
      validFor: 'dataset',
    })
  );
}
