/**
 * A Delta table: each run that changes something is a version, which readers see whole and can go back to.
 * Paths are relative, so the folder can be copied anywhere. https://github.com/delta-io/delta/blob/master/PROTOCOL.md
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, type EpochMs } from '#core/time.ts';
import type { Column } from '../outputs/catalogue/columns.ts';
import { replaceFile } from './disk.ts';

/** A year's earthquakes in one file. */
interface DeltaPart {
  /** Null: before 1900. */
  year: string | null;
  /** Another one for other contents. */
  hash: string;
  earthquakes: number;
  render(): Uint8Array;
}

interface DeltaVersion {
  columns: readonly Column[];
  parts: readonly DeltaPart[];
  asOf: EpochMs;
  /** Version of the dataset, for the history of the table. */
  dataset: string;
}

interface FileOfTable {
  path: string;
  partitionValues: { year: string | null };
  size: number;
}

interface Table {
  id: string;
  schemaString: string;
}

interface Action {
  metaData?: Table;
  add?: FileOfTable;
  remove?: FileOfTable & { deletionTimestamp: EpochMs };
}

interface State {
  /** Of the next version. */
  version: number;
  table: Table | undefined;
  files: Map<string, FileOfTable>;
  /** When each former file was removed. */
  removed: Map<string, EpochMs>;
}

const LOG = '_delta_log';
/** Hive's name for null: earthquakes before 1900. */
export const NO_YEAR = '__HIVE_DEFAULT_PARTITION__';
/** Former versions can be read for so long. */
const KEPT_DAYS = 30;

const TYPES: Record<Column['type'], string> = {
  integer: 'integer',
  double: 'double',
  text: 'string',
  time: 'timestamp',
  point: 'binary',
  flag: 'boolean',
};

const fieldOf = (name: string, type: string, nullable = true) => ({ name, type, nullable, metadata: {} });

const schemaOf = (columns: readonly Column[]): string =>
  JSON.stringify({
    type: 'struct',
    fields: [
      ...columns.map(({ name, type, isRequired }) => fieldOf(name, TYPES[type], !isRequired)),
      fieldOf('year', 'integer'),
    ],
  });

const newTable = (asOf: EpochMs) => ({
  id: randomUUID(),
  name: 'earthquakes',
  format: { provider: 'parquet', options: {} },
  partitionColumns: ['year'],
  configuration: { 'delta.deletedFileRetentionDuration': `interval ${KEPT_DAYS} days` },
  createdTime: asOf,
});

const pathOf = ({ year, hash }: DeltaPart): string => `year=${year ?? NO_YEAR}/${hash}.parquet`;

/** @returns the number of the version that readers see now */
export function writeDelta(folder: string, { columns, parts, asOf, dataset }: DeltaVersion): number {
  const { version, table, files, removed } = stateOf(folder);
  const schemaString = schemaOf(columns);
  const present = new Set(parts.map(pathOf));
  const fresh = parts.filter((part) => !files.has(pathOf(part)));
  const former = [...files.values()].filter(({ path }) => !present.has(path));
  const hasSchema = table?.schemaString === schemaString;
  const isNew = fresh.length + former.length > 0 || !hasSchema;
  if (isNew) {
    const actions = [
      { commitInfo: { timestamp: asOf, operation: 'WRITE', operationParameters: {}, userMetadata: dataset } },
      ...(table ? [] : [{ protocol: { minReaderVersion: 1, minWriterVersion: 2 } }]),
      ...(hasSchema ? [] : [{ metaData: { ...(table ?? newTable(asOf)), schemaString } }]),
      ...former.map((file) => ({ remove: { ...file, ...REMOVED, deletionTimestamp: asOf } })),
      ...fresh.map((part) => ({ add: { ...writePart(folder, part), modificationTime: asOf, dataChange: true } })),
    ];
    const text = actions.map((action) => `${JSON.stringify(action)}\n`).join('');
    replaceFile(join(folder, logPath(version)), (target) => writeFileSync(target, text));
  }
  for (const [path, at] of removed)
    if (!present.has(path) && at < asOf - KEPT_DAYS * DAY) rmSync(join(folder, path), { force: true });
  return isNew ? version : version - 1;
}

const REMOVED = { dataChange: true, extendedFileMetadata: true };

function writePart(folder: string, part: DeltaPart): FileOfTable & { stats: string } {
  const [path, body] = [pathOf(part), part.render()];
  replaceFile(join(folder, path), (target) => writeFileSync(target, body));
  const stats = JSON.stringify({ numRecords: part.earthquakes });
  return { path, partitionValues: { year: part.year }, size: body.byteLength, stats };
}

const logPath = (version: number): string => `${LOG}/${String(version).padStart(20, '0')}.json`;

function stateOf(folder: string): State {
  const state: State = { version: 0, table: undefined, files: new Map(), removed: new Map() };
  for (; existsSync(join(folder, logPath(state.version))); state.version += 1)
    for (const line of readFileSync(join(folder, logPath(state.version)), 'utf8')
      .trimEnd()
      .split('\n')) {
      const { metaData, add, remove } = JSON.parse(line) as Action;
      if (metaData) state.table = metaData;
      if (add) state.files.set(add.path, { path: add.path, partitionValues: add.partitionValues, size: add.size });
      if (!remove) continue;
      state.files.delete(remove.path);
      state.removed.set(remove.path, remove.deletionTimestamp);
    }
  return state;
}
