/**
 * The names files: date and slug of every earthquake ever published, those of merged ones too → the id whose line is
 * the answer.
 */
import { nameKey, namesFileOf, readNames, writeNames, type DetailIndex, type DetailNames } from '#core/details.ts';
import { namesPath } from '#core/paths.ts';
import { namesOf, namesPublished, stateOf } from '../catalog/read.ts';
import type { BuildContext } from './build-context.ts';
import { publishedBytes } from './changeover.ts';

type NamesInputs = Pick<BuildContext, 'db' | 'output' | 'change' | 'progress'>;

/** Writes every names file and puts their hashes into the index. */
export function buildAllNames({ db, change, progress }: NamesInputs, index: DetailIndex): void {
  let file = -1;
  let names: DetailNames = new Map();
  progress('names', 0, index.names.length);
  const put = (): void => {
    if (names.size > 0) index.names[file] = change.put(namesPath(file), writeNames(names));
  };
  for (const row of namesPublished(db, index.names.length)) {
    if (row.file !== file) {
      put();
      names = new Map();
      file = row.file;
      progress('names', file + 1, index.names.length);
    }
    names.set(nameKey(row.date, row.slug), row.id);
  }
  put();
  progress('names', index.names.length, index.names.length);
}

/** Writes the names files that hold a name of these earthquakes, and those that are not there any more. */
export function buildNames(inputs: NamesInputs, index: DetailIndex, ids: Iterable<number>): void {
  const { db, output, change } = inputs;
  const fresh = new Map<number, DetailNames>();
  for (const [file, hash] of index.names.entries())
    if (hash !== null && !output.exists(namesPath(file))) fresh.set(file, new Map());
  for (const id of ids) {
    // The names of a merged one are in the list of its survivor.
    if (stateOf(db, id) === 'merged') continue;
    for (const name of namesOf(db, id))
      if (name.by === 'slug')
        fresh.getOrInsert(namesFileOf(name.date), new Map()).set(nameKey(name.date, name.slug), id);
  }
  for (const [file, names] of fresh)
    index.names[file] = change.put(
      namesPath(file),
      writeNames(new Map([...formerNames(inputs, index, file), ...names])),
    );
}

function formerNames({ db, output }: NamesInputs, index: DetailIndex, file: number): DetailNames {
  const hash = index.names[file];
  if (!hash) return new Map();
  const bytes = publishedBytes(output, namesPath(file), hash);
  if (bytes) return readNames(bytes);
  const rows = namesPublished(db, index.names.length, file);
  return new Map([...rows].map(({ date, slug, id }) => [nameKey(date, slug), id]));
}
