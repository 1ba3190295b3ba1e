/** The index of details: parts with the hashes of 256 files each, and the file that names the parts. */
import { type DetailIndex } from './details.ts';
import { contentHash } from './etag.ts';
import { indexPartPath, indexPath } from './paths.ts';

/** Files in a part: the newest ids, those of names, and buckets, each kind from a multiple of this number. */
const PART_FILES = 256;
const KINDS = ['buckets', 'newest', 'names'] as const;
const HASH = /^[0-9a-f]{24}$/;

type Hashes = (string | null)[];

/** Of each kind the hashes of its parts. */
interface IndexRoot extends Record<(typeof KINDS)[number], string[]>, Pick<DetailIndex, 'lines' | 'stations'> {}

/** One hash a line, so that two of them can be compared with a plain `diff`. */
const linesOf = (hashes: Hashes): string => `[\n${hashes.map((hash) => JSON.stringify(hash)).join(',\n')}\n]`;

/** @returns the hash that the manifest has, and the files by path */
export function writeIndex(index: DetailIndex): { hash: string; files: Map<string, string> } {
  const files = new Map<string, string>();
  const put = (pathOf: (hash: string) => string, text: string): string => {
    const hash = contentHash(text);
    files.set(pathOf(hash), text);
    return hash;
  };
  const members = KINDS.map((kind) => {
    const parts = Array.from({ length: Math.ceil(index[kind].length / PART_FILES) }, (_, nth) =>
      put(indexPartPath, `${linesOf(index[kind].slice(nth * PART_FILES, (nth + 1) * PART_FILES))}\n`),
    );
    return `"${kind}":${linesOf(parts)}`;
  });
  const stations = `"stations":${JSON.stringify(index.stations)}`;
  const hash = put(indexPath, `{${[stations, ...members, `"lines":${linesOf(index.lines)}`].join(',')}}\n`);
  return { hash, files };
}

const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));

function checked(list: unknown): Hashes {
  if (!Array.isArray(list) || !list.every((hash) => hash === null || HASH.test(hash as string)))
    throw new Error('a list of hashes is missing');
  return list as Hashes;
}

/** @throws Error when it is no index, as the next one */
export function readIndexRoot(bytes: Uint8Array): IndexRoot {
  const { buckets, newest, names, lines, stations = null } = jsonOf(bytes) as Partial<IndexRoot>;
  const parts = { buckets, newest, names } as Pick<IndexRoot, (typeof KINDS)[number]>;
  for (const kind of KINDS) if (checked(parts[kind]).includes(null as never)) throw new Error(`${kind} lack a part`);
  return { ...parts, lines: checked(lines), stations: checked([stations])[0]! };
}

export const readIndexPart = (bytes: Uint8Array): Hashes => checked(jsonOf(bytes));

export const indexParts = (root: IndexRoot): string[] => KINDS.flatMap((kind) => root[kind]);

/** @param partOf gives the content of a part by its hash */
export function wholeIndex(root: IndexRoot, partOf: (hash: string) => Hashes): DetailIndex {
  const [buckets, newest, names] = KINDS.map((kind) => root[kind].flatMap(partOf)) as [Hashes, Hashes, Hashes];
  return { buckets, newest, names, lines: root.lines, stations: root.stations };
}

/** @param read gives the bytes of a file @throws Error when one is missing or damaged */
export function readIndex(hash: string, read: (path: string) => Uint8Array | undefined): DetailIndex {
  const verified = (path: string, expected: string): Uint8Array => {
    const bytes = read(path);
    if (!bytes || contentHash(bytes) !== expected) throw new Error(`${path} is ${bytes ? 'damaged' : 'missing'}`);
    return bytes;
  };
  const root = readIndexRoot(verified(indexPath(hash), hash));
  return wholeIndex(root, (part) => readIndexPart(verified(indexPartPath(part), part)));
}
