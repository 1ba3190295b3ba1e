/** One published dataset as the gateway holds it: a request uses a single snapshot from its first byte to its last. */
import type { Change } from '#core/changes.ts';
import { contentHash } from '#core/etag.ts';
import type { AnswerEntry, Manifest, SegmentEntry, ShardEntry } from '#core/manifest.ts';
import { segmentPath, shardPath } from '#core/paths.ts';
import type { ShardColumns } from '#core/shard.ts';
import type { DatasetFiles } from './dataset-files.ts';
import { decompress, siblingPath } from './encoding.ts';
import type { Reader } from './folder-reader.ts';
import { LoadingCache } from './loading-cache.ts';

/** A stored answer, held in memory. */
export interface Stored {
  path: string;
  bytes: Uint8Array;
  /** Of the bytes as read. */
  hash: string;
  /** The content's compressed form that lies beside it; undefined when there is none, or when it is not the same content. */
  precompressed(encoding: 'gzip' | 'br'): Promise<Uint8Array | undefined>;
}

export interface Snapshot {
  readonly manifest: Manifest;
  /** `manifest.json` itself. */
  readonly manifestBytes: Uint8Array;
  stored(path: string): Stored | undefined;
  /** @throws GatewayError `unavailable`, as the two that follow. */
  shard(entry: ShardEntry): Promise<ShardColumns>;
  segment(entry: SegmentEntry): Promise<Change[]>;
  /** A file that the manifest does not list, as it lies there now. */
  file(path: string): Promise<Uint8Array | undefined>;
  /** A value that depends on this dataset and the key alone, worked out once. */
  memo<V extends object>(key: string, make: () => V | Promise<V>): Promise<V>;
  /** Logs that a file is not what it should be. @returns the error to throw for it */
  broken(path: string, fault: string): Error;
}

export interface Preparation {
  snapshot: Snapshot;
  /** What the manifest names and the folder does not have (yet): each a file's name and its fault. */
  problems: string[];
}

const MEMOS = 500;

interface Sources {
  reader: Reader;
  files: DatasetFiles;
  former: Snapshot | undefined;
}

/** Reads the stored answers of a manifest and looks whether its new shards are there. */
export async function prepareSnapshot(
  manifest: Manifest,
  manifestBytes: Uint8Array,
  sources: Sources,
): Promise<Preparation> {
  const { files } = sources;
  const [{ answers, problems }, missing] = await Promise.all([
    readAnswers(manifest, sources),
    missingFiles(manifest, sources),
  ]);
  const memos = new LoadingCache<object>(MEMOS, () => 1);
  const snapshot: Snapshot = {
    manifest,
    manifestBytes,
    stored: (path) => answers.get(path),
    shard: (entry) => files.shard(entry),
    segment: (entry) => files.segment(entry),
    file: (path) => files.read(path),
    memo: <V extends object>(key: string, make: () => V | Promise<V>) =>
      memos.get(key, async () => make()) as Promise<V>,
    broken: (path, fault) => files.broken(path, fault),
  };
  return { snapshot, problems: [...problems, ...missing] };
}

async function readAnswers(
  manifest: Manifest,
  { files, former }: Sources,
): Promise<{ answers: Map<string, Stored>; problems: string[] }> {
  const answers = new Map<string, Stored>();
  const problems: string[] = [];
  for (const [path, entry] of Object.entries(manifest.answers)) {
    const kept = former?.stored(path);
    if (kept?.hash === entry.hash) {
      answers.set(path, kept);
      continue;
    }
    const bytes = await files.read(path).catch(() => undefined);
    const hash = bytes && contentHash(bytes);
    if (hash !== entry.hash)
      problems.push(`${path} ${hash === undefined ? 'is missing' : 'is not the one of this manifest'}`);
    if (bytes && hash !== undefined && (hash === entry.hash || isWhole(path, bytes)))
      answers.set(path, storedAnswer(files, { path, bytes, hash, entry }));
  }
  return { answers, problems };
}

/**
 * Whether a file that is not the manifest's (regenerated for another address, say) is at least one that was written to its
 * end: JSON of an answer, or XML that closes its root.
 */
function isWhole(path: string, bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes).toString('utf8');
  if (!path.endsWith('.json')) {
    const root = /<([A-Za-z][\w:.-]*)/.exec(text)?.[1];
    return root !== undefined && text.trimEnd().endsWith(`</${root}>`);
  }
  try {
    return (JSON.parse(text) as { status?: unknown } | null)?.status === 'success';
  } catch {
    return false;
  }
}

type StoredParts = Pick<Stored, 'path' | 'bytes' | 'hash'> & { entry: AnswerEntry };

function storedAnswer(files: DatasetFiles, { path, bytes, hash, entry }: StoredParts): Stored {
  return {
    path,
    bytes,
    hash,
    async precompressed(encoding) {
      if (!entry.encodings.includes(encoding)) return undefined;
      try {
        const compressed = await files.read(siblingPath(path, encoding));
        return compressed && contentHash(await decompress(compressed, encoding)) === hash ? compressed : undefined;
      } catch {
        // Not of that coding, or cut short: the caller compresses the content itself.
        return undefined;
      }
    },
  };
}

/** Shards and segments that the former snapshot did not have and that are not there. */
async function missingFiles(manifest: Manifest, { reader, former }: Sources): Promise<string[]> {
  const known = new Set(
    [...(former?.manifest.shards ?? []), ...(former?.manifest.segments ?? [])].map(({ hash }) => hash),
  );
  const paths = [
    ...manifest.shards.filter(({ hash }) => !known.has(hash)).map(({ hash }) => shardPath(hash)),
    ...manifest.segments.filter(({ hash }) => !known.has(hash)).map(({ hash }) => segmentPath(hash)),
  ];
  const stamps = await Promise.all(paths.map((path) => reader.stamp(path).catch(() => undefined)));
  return paths.filter((_, index) => stamps[index] === undefined).map((path) => `${path} is missing`);
}
