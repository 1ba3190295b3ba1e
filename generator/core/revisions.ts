/** Published revisions: a record and its revisions together give every earlier state. */
import type { Agency, Earthquake, Revision } from './earthquake.ts';
import { formatInstant } from './time.ts';
import { fullItem, listItem } from './wire.ts';

type Fields = Record<string, unknown>;

/** What a revision can change: the fields of the detail that are the earthquake's own, in the forms of the detail. */
function stateItem(earthquake: Earthquake): Fields {
  const fields: Fields = { ...listItem(earthquake), ...fullItem(earthquake) };
  for (const name of ['id', 'event_id', 'updated_at']) delete fields[name];
  return fields;
}

/** A source of which nothing changed is told by its name. */
interface SourceItem {
  name: string;
  [field: string]: unknown;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields that differ between two states of an earthquake, and those of `changed`, as they were before: null where there was no
 * such field. `sources` lists the former ones in their order, those that are still the same by `name` alone.
 */
export function previousFields(before: Earthquake, after: Earthquake, changed: string[]): Fields {
  const [former, present] = [stateItem(before), stateItem(after)];
  const names = [...new Set([...Object.keys(former), ...Object.keys(present)])].filter(
    (name) => changed.includes(name) || !same(former[name], present[name]),
  );
  const previous = Object.fromEntries(names.map((name) => [name, former[name] ?? null]));
  if (previous['sources']) previous['sources'] = formerSources(former, present);
  return previous;
}

function formerSources(former: Fields, present: Fields): SourceItem[] {
  const [before, after] = [former['sources'], present['sources']] as [SourceItem[], SourceItem[]];
  return before.map((source) => {
    const now = after.find(({ name }) => name === source.name);
    return same(source, now) ? { name: source.name } : source;
  });
}

/**
 * Revisions as the detail gives them; keys of absent optional fields are left out. Of an agency that is not among `agencies`
 * nothing is told but that it changed something: what stood there before its last change is left out.
 */
export function revisionItems(revisions: Revision[], agencies: readonly Agency[]): Fields[] {
  const untold = revisions.findLastIndex((revision) => !revision.agencies.every((name) => agencies.includes(name)));
  return revisions.map(({ at, agencies: bringers, changed, previous, merged, ...rest }, index) => ({
    at: formatInstant(at),
    agencies: bringers,
    changed,
    ...(previous && index > untold && { previous }),
    ...(merged && { merged: merged.map((one) => mergedItem(one, agencies)) }),
    ...(rest.movedFrom && { moved_from: rest.movedFrom }),
    ...(rest.movedTo && { moved_to: rest.movedTo }),
    ...(rest.omittedBefore !== undefined && { omitted_before: rest.omittedBefore }),
  }));
}

/** An earthquake that became part of another one, as it last stood; its names alone where it held what is not to be told. */
function mergedItem(earthquake: Earthquake, agencies: readonly Agency[]): Fields {
  const { id, eventId, solutions, updatedAt, revisions } = earthquake;
  const told = solutions.every(({ agency }) => agencies.includes(agency));
  return {
    id,
    event_id: eventId,
    ...(told && {
      ...stateItem(earthquake),
      updated_at: formatInstant(updatedAt),
      revisions: revisionItems(revisions, agencies),
    }),
  };
}

/** Of an earthquake at most this many revisions are kept, those of the earthquakes merged into it counted in. */
export const MOST_REVISIONS = 200;

const weight = ({ merged = [] }: Revision): number =>
  1 + merged.reduce((sum, { revisions }) => sum + weightOf(revisions), 0);

const weightOf = (revisions: Revision[]): number => revisions.reduce((sum, revision) => sum + weight(revision), 0);

/** The revisions with one more. Above {@link MOST_REVISIONS} the oldest after the first go, and the one that follows the gap counts them. */
export function withRevision(former: Revision[], next: Revision): Revision[] {
  const kept = [...former, next];
  for (let total = weightOf(kept); total > MOST_REVISIONS && kept.length > 2;) {
    const [gone] = kept.splice(1, 1) as [Revision];
    total -= weight(gone);
    kept[1] = { ...kept[1]!, omittedBefore: (gone.omittedBefore ?? 0) + 1 };
  }
  return kept;
}
