/**
 * Names files, one a shard: under which names its records may be asked for, as hashes. `event_id`, and agency and
 * each identifier of each solution as `afad:543593`.
 */
import { firstIndex } from './bisect.ts';
import type { Agency, Earthquake } from './earthquake.ts';
import { contentHash } from './etag.ts';
import { ascends, layoutOf, newFile, readFile, ShardFormatError } from './sections.ts';

/** `rows` are those of the shard. */
const LAYOUT = layoutOf('hiponam1', ['names', 'rows'], ({ names }, add) => ({
  /** Ascending. */
  hash: add(Uint32Array, names),
  row: add(Uint32Array, names),
}));

export interface ShardNames extends ReturnType<typeof LAYOUT.sections> {
  byteLength: number;
}

export const solutionName = (agency: Agency, eventId: string): string => `${agency}:${eventId}`;

/** Under all of the agency's identifiers. */
export const solutionNames = (agency: Agency, eventId: string, others: readonly string[] = []): string[] =>
  [eventId, ...others].map((id) => solutionName(agency, id));

/** The first 32 bits of its SHA-256. */
const hashOf = (name: string): number => parseInt(contentHash(name).slice(0, 8), 16);

/** @param earthquakes in the order of the shard */
export function writeShardNames(earthquakes: readonly Earthquake[]): Uint8Array {
  const entries = earthquakes.flatMap(({ eventId, solutions }, row) =>
    [eventId, ...solutions.flatMap((one) => solutionNames(one.agency, one.eventId, one.otherEventIds))].map((name) => ({
      hash: hashOf(name),
      row,
    })),
  );
  entries.sort((a, b) => a.hash - b.hash || a.row - b.row);
  const { bytes, sections } = newFile(LAYOUT, { names: entries.length, rows: earthquakes.length });
  sections.hash.set(entries.map(({ hash }) => hash));
  sections.row.set(entries.map(({ row }) => row));
  return bytes;
}

/** @throws ShardFormatError when the bytes are not the whole names file of `rows` records. */
export function readShardNames(file: Uint8Array, rows: number): ShardNames {
  const { sections, byteLength } = readFile(LAYOUT, file, rows);
  if (!ascends(sections.hash, 0) || !sections.row.every((row) => row < rows))
    throw new ShardFormatError('names out of order');
  return { ...sections, byteLength };
}

/** Rows that may have a name: all that have it, and rarely others. */
export function rowsNamed({ hash, row }: ShardNames, name: string): number[] {
  const wanted = hashOf(name);
  const rows: number[] = [];
  for (let at = firstIndex(hash.length, (index) => hash[index]! >= wanted); hash[at] === wanted; at += 1)
    rows.push(row[at]!);
  return rows;
}
