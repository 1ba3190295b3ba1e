/**
 * What feeds sent, kept before it is parsed: `DATA_DIR/raw/<day>/<hash>.gz`, and in `index.ndjson` of that day a line a
 * page. Bounded in days and bytes.
 */
import {
  writeFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  readFileSync,
  statSync,
  appendFileSync,
  renameSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import { contentHash } from '#core/etag.ts';
import { DAY, parseDay, formatDay, type EpochMs } from '#core/time.ts';
import type { Coverage, FeedName, Window } from '../sources/feed.ts';

/** A page as it was received. */
export interface RawPage {
  feed: FeedName;
  /** Its address without secrets; null for one that could not be read. */
  name: string | null;
  coverage: Coverage | null;
  /** Origin times that were asked for. */
  window?: Window | null | undefined;
  fetchedAt: EpochMs;
}

interface IndexLine extends RawPage {
  /** Hash of the content: the name of its file. */
  hash: string;
}

interface RawPagesOptions {
  folder: string;
  /** Days before this one that are kept. */
  days: number;
  /** Of all of them; 500 MB by default. */
  bytes?: number;
  /** Called once when a page cannot be kept, which stops nothing else. */
  onFailure(reason: string): void;
}

const BYTES = 500e6;

const INDEX = 'index.ndjson';
const DAY_NAME = /^\d{4}-\d\d-\d\d$/;

const daysIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => DAY_NAME.test(name))
        .sort()
    : [];

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce(
    (sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

export class RawPages {
  readonly #options: RawPagesOptions;
  /** Bytes by day; read with the first page. */
  #sizes: Map<string, number> | undefined;

  constructor(options: RawPagesOptions) {
    this.#options = options;
  }

  /** Never fails. */
  async keep(page: RawPage, bytes: Uint8Array): Promise<void> {
    try {
      await this.#keep(page, bytes);
    } catch (error) {
      this.#options.onFailure((error as Error).message);
    }
  }

  async #keep(page: RawPage, bytes: Uint8Array): Promise<void> {
    const day = formatDay(page.fetchedAt);
    const hash = contentHash(bytes);
    const folder = join(this.#options.folder, day);
    const path = join(folder, `${hash}.gz`);
    const packed = existsSync(path) ? undefined : await promisify(gzip)(bytes);
    const line = `${JSON.stringify({ ...page, hash } satisfies IndexLine)}\n`;
    this.#makeRoom(day, (packed?.byteLength ?? 0) + line.length);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (packed) {
      writeFileSync(`${path}.next`, packed);
      renameSync(`${path}.next`, path);
    }
    appendFileSync(join(folder, INDEX), line);
  }

  /** Removes the oldest days. @throws Error when this day alone has too much */
  #makeRoom(today: string, more: number): void {
    const { folder, days, bytes = BYTES } = this.#options;
    const oldest = formatDay(parseDay(today)! - days * DAY);
    const sizes = (this.#sizes ??= new Map(daysIn(folder).map((day) => [day, sizeOf(join(folder, day))])));
    sizes.set(today, (sizes.get(today) ?? 0) + more);
    const total = (): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const day of [...sizes.keys()].sort()) {
      if (day >= oldest && total() <= bytes) return;
      if (day === today) break;
      rmSync(join(folder, day), { recursive: true, force: true });
      sizes.delete(day);
    }
    if (total() <= bytes) return;
    sizes.set(today, sizes.get(today)! - more);
    throw new Error(`${bytes / 1e6} MB are used up by ${today} alone`);
  }
}

/** Kept pages of these days, both inclusive, in the order of their fetches. Damaged ones are reported and left out. */
export function* rawPages(
  folder: string,
  { from, to }: { from: EpochMs; to: EpochMs },
  onDamage: (reason: string) => void,
): Generator<RawPage & { bytes: Uint8Array }> {
  for (const day of daysIn(folder)) {
    const at = parseDay(day);
    if (at === undefined || at + DAY <= from || at > to) continue;
    for (const { hash, ...page } of readIndex(join(folder, day, INDEX), onDamage)) {
      const path = join(folder, day, `${hash}.gz`);
      try {
        const bytes = gunzipSync(readFileSync(path));
        if (contentHash(bytes) !== hash) throw new Error('its content is not what its name says');
        yield { ...page, bytes };
      } catch (error) {
        onDamage(`${path}: ${(error as Error).message}`);
      }
    }
  }
}

/** The first and the last fetch of each content, in the order of time: those between add nothing. */
function endsOf(lines: IndexLine[]): IndexLine[] {
  const pageOf = ({ feed, hash }: IndexLine): string => `${feed} ${hash}`;
  const ingested = new Set(lines.filter(({ name }) => name !== null).map(pageOf));
  const ends = new Map<string, IndexLine[]>();
  for (const line of lines) {
    // Kept once before the fetcher read it, and once more with its address and coverage.
    if (line.name === null && ingested.has(pageOf(line))) continue;
    const key = `${pageOf(line)} ${JSON.stringify(line.coverage)}`;
    const [first] = ends.get(key) ?? [];
    ends.set(key, first ? [first, line] : [line]);
  }
  return [...ends.values()].flat().sort((a, b) => a.fetchedAt - b.fetchedAt);
}

function readIndex(path: string, onDamage: (reason: string) => void): IndexLine[] {
  if (!existsSync(path)) return [];
  const lines: IndexLine[] = [];
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (text === '') continue;
    const line = indexLine(text);
    if (line) lines.push(line);
    // The last line of a process that was killed, for instance.
    else onDamage(`${path}: line ${index + 1} is cut off or damaged`);
  }
  return endsOf(lines);
}

function indexLine(text: string): IndexLine | undefined {
  try {
    const line = JSON.parse(text) as Partial<IndexLine> | null;
    const isWhole = /^[0-9a-f]{24}$/.test(String(line?.hash)) && Number.isFinite(line?.fetchedAt);
    return isWhole ? (line as IndexLine) : undefined;
  } catch {
    return undefined;
  }
}
