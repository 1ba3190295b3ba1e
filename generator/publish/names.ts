/**
 * The names files: date and slug of every earthquake ever published, those of merged ones too → the id whose line is
 * the answer. The `event_id` of each one ever withdrawn or merged → its id.
 */
import {
  nameKey,
  namesFileOf,
  readNames,
  retiredFileOf,
  writeNames,
  type DetailIndex,
  type DetailNames,
} from '#core/details.ts';
import { namesPath } from '#core/paths.ts';
import { namesOf, namesPublished, retiredEvents, stateOf } from '../catalog/read.ts';
import type { BuildContext } from './build-context.ts';
import { publishedBytes } from './changeover.ts';

type NamesInputs = Pick<BuildContext, 'db' | 'output' | 'change' | 'progress'>;

/** Writes every names file and puts their hashes into the index. */
export function buildAllNames({ db, change, progress }: NamesInputs, index: DetailIndex): void {
  const files = index.names.length;
  const retired = Map.groupBy(retiredEvents(db), ([eventId]) => retiredFileOf(eventId));
  const rows = namesPublished(db, files);
  let row = rows.next();
  for (let file = 0; file < files; file += 1) {
    progress('names', file, files);
    const names: DetailNames = new Map(retired.get(file));
    for (; !row.done && row.value.file === file; row = rows.next())
      names.set(nameKey(row.value.date, row.value.slug), row.value.id);
    if (names.size > 0) index.names[file] = change.put(namesPath(file), writeNames(names));
  }
  progress('names', files, files);
}

/** Names that changed since the former build. */
interface ChangedNames {
  /** Earthquakes, each with all its dated slugs. */
  ids: Iterable<number>;
  /** `event_id` → id. */
  retired: ReadonlyMap<string, number>;
}

/** Writes the names files with a changed name, and those that are not there any more. */
export function buildNames(inputs: NamesInputs, index: DetailIndex, { ids, retired }: ChangedNames): void {
  const { db, output, change } = inputs;
  const fresh = new Map<number, DetailNames>();
  const add = (file: number, name: string, id: number): void =>
    void fresh.getOrInsertComputed(file, () => new Map()).set(name, id);
  for (const [file, hash] of index.names.entries())
    if (hash !== null && !output.exists(namesPath(file))) fresh.set(file, new Map());
  for (const id of ids) {
    // The names of a merged one are in the list of its survivor.
    if (stateOf(db, id) === 'merged') continue;
    for (const name of namesOf(db, id))
      if (name.by === 'slug') add(namesFileOf(name.date), nameKey(name.date, name.slug), id);
  }
  for (const [eventId, id] of retired) add(retiredFileOf(eventId), eventId, id);
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
  const slugs = [...namesPublished(db, index.names.length, file)];
  return new Map([
    ...[...retiredEvents(db)].filter(([eventId]) => retiredFileOf(eventId) === file),
    ...slugs.map(({ date, slug, id }): [string, number] => [nameKey(date, slug), id]),
  ]);
}
