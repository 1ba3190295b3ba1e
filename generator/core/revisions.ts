/** Published revisions: a record and its revisions together give every earlier state. */
import type { Agency, Earthquake, Revision } from './earthquake.ts';
import { DETAIL_FIELDS } from './record/detail-fields.ts';
import type { RecordField } from './record/field.ts';
import { LIST_FIELDS } from './record/list-fields.ts';
import { ownValue } from './own-value.ts';
import { formatInstant, type EpochMs } from './time.ts';
import { wholeItem, type WholeItem } from './wire.ts';

type Fields = Record<string, unknown>;

/** A state as lists and details give it; an absent optional field may be null. */
export type StateItem = Omit<WholeItem, 'id' | 'event_id' | 'updated_at'>;

/** The fields that a revision can change, in the form of the detail. */
function stateItem(earthquake: Earthquake): Fields {
  const fields: Fields = { ...wholeItem(earthquake) };
  for (const name of ['id', 'event_id', 'updated_at']) delete fields[name];
  return fields;
}

/** An unchanged source has its name only. */
interface SourceItem {
  name: string;
  [field: string]: unknown;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Former values of the fields that differ between two states of an earthquake, and of those in `changed`; null where
 * the field did not exist. `sources` lists the former ones in order, unchanged ones by `name` only.
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

/** Revisions of earlier versions do not have the field. */
function withMagnitudeSource(state: Fields): Fields {
  const { magnitude, magnitude_type: type, source, sources } = state as unknown as StateItem;
  const isIt = (one: { magnitude: number; magnitude_type: string | null }): boolean =>
    one.magnitude === magnitude && one.magnitude_type === (type ?? null);
  const name = sources.find(({ magnitudes = [] }) => magnitudes.some(isIt))?.name;
  return { ...state, magnitude_source: name === source ? null : (name ?? null) };
}

/** The state after each revision, oldest first. */
export function statesOf(earthquake: Earthquake): (Pick<Revision, 'at' | 'changed'> & { state: StateItem })[] {
  let state = stateItem(earthquake);
  const states = earthquake.revisions.toReversed().map(({ at, changed, previous }) => {
    const one = { at, changed, state: state as unknown as StateItem };
    state = withMagnitudeSource({ ...state, ...previous, sources: wholeSources(state, previous) });
    return one;
  });
  return states.toReversed();
}

/** What was published of an earthquake at an instant; undefined before its first publication. */
export function itemAt(earthquake: Earthquake, instant: EpochMs): WholeItem | undefined {
  const last = statesOf(earthquake).findLast(({ at }) => at <= instant);
  const { id, eventId: event_id } = earthquake;
  return last && { id, event_id, ...withoutNothing(last.state), updated_at: formatInstant(last.at) };
}

const FIELDS: Readonly<Record<string, RecordField>> = { ...LIST_FIELDS, ...DETAIL_FIELDS };

/** Optional fields are left out again where they are null. */
const withoutNothing = (state: StateItem): StateItem =>
  Object.fromEntries(
    Object.entries(state).filter(([name, value]) => value !== null || ownValue(FIELDS, name)?.none !== 'absent'),
  ) as StateItem;

/** The reverse of {@link formerSources}. */
function wholeSources({ sources: after }: Fields, previous: Fields = {}): unknown {
  const before = previous['sources'] as SourceItem[] | undefined;
  const whole = (source: SourceItem): SourceItem =>
    Object.keys(source).length > 1
      ? source
      : ((after as SourceItem[]).find(({ name }) => name === source.name) ?? source);
  return before?.map(whole) ?? after;
}

function formerSources(former: Fields, present: Fields): SourceItem[] {
  const [before, after] = [former['sources'], present['sources']] as [SourceItem[], SourceItem[]];
  return before.map((source) => {
    const now = after.find(({ name }) => name === source.name);
    return same(source, now) ? { name: source.name } : source;
  });
}

/**
 * Revisions in the form of the detail, without absent optional fields. Former values are left out up to the last change
 * by an agency that is not in `agencies`.
 */
export function revisionItems(revisions: Revision[], agencies: readonly Agency[]): Fields[] {
  const hidden = revisions.findLastIndex((revision) => !revision.agencies.every((name) => agencies.includes(name)));
  return revisions.map(({ at, agencies: contributors, changed, previous, merged, ...rest }, index) => ({
    at: formatInstant(at),
    agencies: contributors,
    changed,
    ...(previous && index > hidden && { previous }),
    ...(merged && { merged: merged.map((one) => mergedItem(one, agencies)) }),
    ...(rest.movedFrom && { moved_from: rest.movedFrom }),
    ...(rest.movedTo && { moved_to: rest.movedTo }),
    ...(rest.omittedBefore !== undefined && { omitted_before: rest.omittedBefore }),
  }));
}

/** The last state of an earthquake that was merged into another; its ids only where `agencies` do not cover it. */
function mergedItem(earthquake: Earthquake, agencies: readonly Agency[]): Fields {
  const { id, eventId, solutions, updatedAt, revisions } = earthquake;
  const isVisible = solutions.every(({ agency }) => agencies.includes(agency));
  return {
    id,
    event_id: eventId,
    ...(isVisible && {
      ...stateItem(earthquake),
      updated_at: formatInstant(updatedAt),
      revisions: revisionItems(revisions, agencies),
    }),
  };
}

/** Maximum revisions of an earthquake, including those of earthquakes merged into it. */
export const MOST_REVISIONS = 200;

const weight = ({ merged = [] }: Revision): number =>
  1 + merged.reduce((sum, { revisions }) => sum + weightOf(revisions), 0);

const weightOf = (revisions: Revision[]): number => revisions.reduce((sum, revision) => sum + weight(revision), 0);

/** Adds a revision. Above {@link MOST_REVISIONS} the oldest but the first are dropped and counted in the one after. */
export function withRevision(former: Revision[], next: Revision): Revision[] {
  const kept = [...former, next];
  for (let total = weightOf(kept); total > MOST_REVISIONS && kept.length > 2;) {
    const [gone] = kept.splice(1, 1) as [Revision];
    total -= weight(gone);
    kept[1] = { ...kept[1]!, omittedBefore: (gone.omittedBefore ?? 0) + 1 };
  }
  return kept;
}
