/** One published dataset in memory: a request uses a single snapshot from its first byte to its last. */
import {
  type DetailIndex,
  type DetailNames,
  lineFileOfId,
  nameKey,
  namesFileOf,
  retiredFileOf,
} from '#core/details.ts';
import { contentHash } from '#core/etag.ts';
import type { Manifest } from '#core/manifest.ts';
import { columnsPath, type DetailKey, indexPath, segmentPath, shardPath } from '#core/paths.ts';
import type { AnswerLine, AnyLine } from './details.ts';
import type { DatasetFiles } from './files.ts';
import type { Reader } from './folder-reader.ts';
import { LoadingCache } from '../http/loading-cache.ts';
import type { StoredAnswer } from '../http/representation.ts';
import type { StatusAnswer } from './status-answer.ts';
import { StoredAnswers } from './stored-answers.ts';

interface Preparation {
  /** May be served before it is checked: what is wanted of it is read. */
  snapshot: Snapshot;
  /** Reads the stored answers and the index, and looks for new shards. */
  check(): Promise<Checked>;
}

interface Checked {
  /** Files of the manifest that are missing or different: each a name and its fault. */
  problems: string[];
  /** Hashes of all files of the dataset that are kept in memory. */
  hashes: Set<string>;
}

const MAX_MEMOS = 500;

interface Sources {
  reader: Reader;
  files: DatasetFiles;
  former: Snapshot | undefined;
  /** One of which every file was found. */
  whole: Snapshot | undefined;
  holdsAnswers: boolean;
  status: StatusAnswer;
}

export function prepareSnapshot(manifest: Manifest, manifestBytes: Uint8Array, sources: Sources): Preparation {
  const { files, reader, status, former } = sources;
  const problems: string[] = [];
  const answers = new StoredAnswers(sources.holdsAnswers ? manifest.answers : {}, files, former?.answers);
  const isRemote = reader.remote !== undefined;
  const snapshot = new Snapshot({ manifest, manifestBytes, answers, status, problems, files, isRemote });
  const check = async (): Promise<Checked> => {
    const [faults, missing, index] = await Promise.all([
      answers.readAll(),
      missingFiles(manifest, sources),
      readIndexOf(files, manifest).catch(() => undefined),
    ]);
    if (!index) missing.push(`${indexPath(manifest.details.hash)} or a part of it is missing or corrupt`);
    problems.push(...faults, ...missing);
    return { problems, hashes: hashesOf(manifest, index) };
  };
  return { snapshot, check };
}

const readIndexOf = async (files: DatasetFiles, { details }: Manifest): Promise<DetailIndex> =>
  files.index(details.hash);

interface Parts {
  manifest: Manifest;
  manifestBytes: Uint8Array;
  answers: StoredAnswers;
  status: StatusAnswer;
  problems: string[];
  files: DatasetFiles;
  isRemote: boolean;
}

export class Snapshot {
  readonly manifest: Manifest;
  /** `manifest.json` itself. */
  readonly manifestBytes: Uint8Array;
  readonly manifestHash: string;
  readonly files: DatasetFiles;
  readonly answers: StoredAnswers;
  readonly #parts: Parts;
  readonly #memos = new LoadingCache<object>(MAX_MEMOS, () => 1);

  constructor(parts: Parts) {
    this.manifest = parts.manifest;
    this.manifestBytes = parts.manifestBytes;
    this.manifestHash = contentHash(parts.manifestBytes);
    this.files = parts.files;
    this.answers = parts.answers;
    this.#parts = parts;
  }

  /** Files of the manifest that were missing or different when all were looked at. */
  get problems(): readonly string[] {
    return this.#parts.problems;
  }

  /** Known differences from the manifest: each a file's name, and its fault if found at the start. */
  get faults(): string[] {
    return [...new Set([...this.problems, ...this.files.broken])];
  }

  /** `status.json`, which changes while a dataset is served. */
  get status(): StoredAnswer | undefined {
    return this.#parts.status.answer;
  }

  index(): DetailIndex | Promise<DetailIndex> {
    return this.files.index(this.manifest.details.hash);
  }

  /** The line of an earthquake; undefined when there is none. */
  detail(id: number): AnyLine | undefined | Promise<AnyLine | undefined> {
    const index = this.index();
    return index instanceof Promise ? this.#detailOf(id, index) : this.files.details.of(id, index);
  }

  async #detailOf(id: number, index: Promise<DetailIndex>): Promise<AnyLine | undefined> {
    return this.files.details.of(id, await index);
  }

  /** Undefined when the index has none of that number. */
  async names(number: number): Promise<DetailNames | undefined> {
    const hash = (await this.index()).names[number];
    return hash ? this.files.names(number, hash) : undefined;
  }

  /**
   * The line of an earthquake, or of the one that it was merged into. The index, a bucket or a names file proves that
   * one is missing.
   * @returns undefined when no earthquake was ever published under that name. @throws GatewayError `unavailable`
   */
  find(key: DetailKey): AnswerLine | undefined | Promise<AnswerLine | undefined> {
    if (key.by === 'slug') return this.#findNamed(key);
    const line = this.detail(key.id);
    return line instanceof Promise || line?.kind === 'merged' ? this.#survivorOf(line) : line;
  }

  async #findNamed({ date, slug }: Extract<DetailKey, { by: 'slug' }>): Promise<AnswerLine | undefined> {
    const id = (await this.names(namesFileOf(date)))?.get(nameKey(date, slug));
    const line = id === undefined ? undefined : await this.#survivorOf(this.detail(id));
    if (!line && id !== undefined) throw await this.#danglingReference(id);
    return line;
  }

  async #survivorOf(found: ReturnType<Snapshot['detail']>): Promise<AnswerLine | undefined> {
    const line = await found;
    if (line?.kind !== 'merged') return line;
    const survivor = await this.detail(line.into);
    if (!survivor || survivor.kind === 'merged') throw await this.#danglingReference(line.into);
    return survivor;
  }

  async #danglingReference(id: number): Promise<Error> {
    const { path } = lineFileOfId(await this.index(), id);
    return this.files.reportFault(path, `has no line of earthquake ${id}, though a name leads there`);
  }

  /** The id of an earthquake that was ever withdrawn or merged. */
  async idOfRetired(eventId: string): Promise<number | undefined> {
    return (await this.names(retiredFileOf(eventId)))?.get(eventId);
  }

  /** A file that the manifest does not name; none of a remote dataset. */
  async file(path: string): Promise<Uint8Array | undefined> {
    return this.#parts.isRemote ? undefined : this.files.read(path);
  }

  /** A value that depends on this dataset and the key alone, computed once. */
  memo<V extends object>(key: string, compute: () => V | Promise<V>): Promise<V> {
    return this.#memos.get(key, async () => compute()) as Promise<V>;
  }
}

function hashesOf({ shards, areas = [], segments, details }: Manifest, index: DetailIndex | undefined): Set<string> {
  const listed = [
    ...shards.flatMap(({ columnsHash, solutionsHash, namesHash }) => [columnsHash, solutionsHash, namesHash]),
    ...[...areas, ...segments].map(({ hash }) => hash),
  ];
  const indexed = [...(index?.names ?? []), ...(index?.lines ?? []), index?.stations ?? null].filter(
    (hash) => hash !== null,
  );
  return new Set([...listed, ...indexed, details.hash]);
}

/** Shards and segments that are new in this manifest and do not exist. */
async function missingFiles(manifest: Manifest, { reader, whole }: Sources): Promise<string[]> {
  const known = new Set(
    [...(whole?.manifest.shards ?? []), ...(whole?.manifest.segments ?? [])].map(({ hash }) => hash),
  );
  const paths = [
    ...manifest.shards
      .filter(({ hash }) => !known.has(hash))
      .flatMap(({ hash, columnsHash }) => [shardPath(hash), columnsPath(columnsHash)]),
    ...manifest.segments.filter(({ hash }) => !known.has(hash)).map(({ hash }) => segmentPath(hash)),
  ];
  const missing = reader.remote ? await reader.remote.missing(paths) : await absentOf(paths, reader);
  return missing.map((path) => `${path} is missing`);
}

async function absentOf(paths: string[], reader: Reader): Promise<string[]> {
  const stamps = await Promise.all(paths.map((path) => reader.stamp(path).catch(() => undefined)));
  return paths.filter((_, index) => stamps[index] === undefined);
}
