/** The files of a local dataset: those that its manifest names, and copies of them for static hosts. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import fastGlob from 'fast-glob';
import { numberedFiles, readIndex, type DetailIndex } from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import { ManifestError, readManifest, type Manifest } from '#core/manifest.ts';
import {
  cataloguePath,
  compressedPath,
  contentPaths,
  EARTHQUAKE_PAGES,
  hashInPath,
  indexPath,
  linesPath,
  MANIFEST,
  readCompressedPath,
  SITEMAPS,
  segmentPath,
} from '#core/paths.ts';
import { researchFiles } from '#core/research-entry.ts';
import { shardFiles } from '#core/shard-entry.ts';
import { StoreError } from './store.ts';

/**
 * - `hashed`: named by its hash;
 * - `plain`: known to the manifest by path and hash, so that its content is also found as `versions/<hash>`;
 * - `copy`: a compressed form or a single detail, which no reader of the manifest depends on.
 */
type Kind = 'hashed' | 'plain' | 'copy';

export interface Content {
  kind: Kind;
  /** The hash of the content, without its compression. */
  hash: string;
}

export interface Contents {
  dist: string;
  manifest: Manifest;
  manifestBytes: Uint8Array;
  manifestHash: string;
  /** Path → content; without the manifest. */
  files: Map<string, Content>;
}

/** Single details, and the pages of earthquakes with their sitemaps. */
const COPIES = ['details/{id,date,gone}/**/*.json', EARTHQUAKE_PAGES, `${SITEMAPS}/*`];

/** The folder has another dataset meanwhile, or the file is damaged. */
export class LocalFileError extends StoreError {
  override name = 'LocalFileError';
}

/** Reads single details, which are bounded in number, and of the other files none. @throws StoreError */
export function readContents(dist: string): Contents {
  const manifestBytes = readLocal(dist, MANIFEST);
  const manifest = parsed(dist, manifestBytes);
  const files = new Map<string, Content>();
  const index = indexOf(dist, manifest);
  for (const path of hashedPaths(manifest, index)) files.set(path, { kind: 'hashed', hash: hashInPath(path)! });
  for (const [path, hash] of numberedFiles(index)) files.set(path, { kind: 'plain', hash });
  for (const { period, hash } of manifest.catalogue ?? []) files.set(cataloguePath(period), { kind: 'plain', hash });
  for (const [path, { hash, encodings }] of Object.entries(manifest.answers)) {
    files.set(path, { kind: hashInPath(path) === undefined ? 'plain' : 'hashed', hash });
    for (const encoding of encodings) files.set(compressedPath(path, encoding), { kind: 'copy', hash });
  }
  for (const path of fastGlob.sync(COPIES, { cwd: dist }).sort()) {
    if (files.has(path)) continue;
    const hash = hashOfSingle(dist, path);
    if (hash !== undefined) files.set(path, { kind: 'copy', hash });
  }
  return { dist, manifest, manifestBytes, manifestHash: contentHash(manifestBytes), files };
}

/** The bytes of a file of the dataset. @throws LocalFileError when they are not there (any more) */
export async function bytesOf({ dist }: Pick<Contents, 'dist'>, path: string, content: Content): Promise<Uint8Array> {
  const { kind, hash } = content;
  for (const name of kind === 'plain' ? contentPaths(path, hash) : [path]) {
    const bytes = await readFile(join(dist, name)).catch(() => undefined);
    if (bytes && (await innerHash(path, kind, bytes)) === hash) return bytes;
  }
  throw new LocalFileError(
    `${join(dist, path)} is not the file of ${MANIFEST}: npm run generate -- --full repairs what is damaged`,
  );
}

async function innerHash(path: string, kind: Kind, bytes: Uint8Array): Promise<string | undefined> {
  const compression = kind === 'copy' ? readCompressedPath(path)?.compression : undefined;
  if (!compression) return contentHash(bytes);
  try {
    return contentHash(await promisify(compression === 'gzip' ? gunzip : brotliDecompress)(bytes));
  } catch {
    return undefined;
  }
}

const hashedPaths = ({ shards, segments, research, details }: Manifest, { lines }: DetailIndex): string[] => [
  ...shards.flatMap(shardFiles),
  ...segments.map(({ hash }) => segmentPath(hash)),
  ...research.flatMap(researchFiles),
  indexPath(details.hash),
  ...lines.flatMap((hash) => (hash === null ? [] : [linesPath(hash)])),
];

function indexOf(dist: string, { details }: Manifest): DetailIndex {
  const path = indexPath(details.hash);
  const bytes = readLocal(dist, path);
  if (contentHash(bytes) !== details.hash) throw new LocalFileError(`${join(dist, path)} is damaged`);
  return readIndex(bytes);
}

function readLocal(dist: string, path: string): Uint8Array {
  try {
    return readFileSync(join(dist, path));
  } catch (error) {
    throw new LocalFileError(`${path} cannot be read: ${(error as Error).message}; npm run generate writes it`);
  }
}

function parsed(dist: string, bytes: Uint8Array): Manifest {
  try {
    return readManifest(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    throw error instanceof ManifestError ? new StoreError(`${join(dist, MANIFEST)}: ${error.message}`) : error;
  }
}

/** Undefined when it has just been removed. */
function hashOfSingle(dist: string, path: string): string | undefined {
  try {
    return contentHash(readFileSync(join(dist, path)));
  } catch {
    return undefined;
  }
}
