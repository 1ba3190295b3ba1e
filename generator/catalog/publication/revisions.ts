/** Revisions: what a published change altered, the former values, and which earthquakes merged or split. */
import { KNOWN_AGENCIES, type Agency, type Earthquake, type Revision } from '#core/earthquake.ts';
import { previousFields } from '#core/revisions.ts';
import type { EpochMs } from '#core/time.ts';
import { changedAgencies, changedFields } from './compose.ts';
import type { Candidate } from '../association/score.ts';

/** Other earthquakes involved in a change of one. */
export interface Lineage {
  /** Ids that no cluster kept and that are aliases of this one from now on. */
  merged: number[];
  /** Earthquakes that agency events came from, except `merged`. */
  from: Set<number>;
  /** Earthquakes that agency events went to. */
  to: Set<number>;
}

interface Cluster {
  id: number | null;
  cluster: Candidate[];
}

/** By id, of those that have any. @param pending with ids assigned @param merged ids and their survivors */
export function lineages(pending: Cluster[], merged: { id: number; into: number }[]): Map<number, Lineage> {
  const all = new Map<number, Lineage>();
  const of = (id: number): Lineage =>
    all.getOrInsertComputed(id, () => ({ merged: [], from: new Set(), to: new Set() }));
  for (const { id, into } of merged) of(into).merged.push(id);
  for (const { id, cluster } of pending)
    for (const { earthquake } of cluster) {
      if (earthquake === null || earthquake === id) continue;
      of(earthquake).to.add(id!);
      if (!of(id!).merged.includes(earthquake)) of(id!).from.add(earthquake);
    }
  return all;
}

interface Change {
  at: EpochMs;
  /** The record of the last publication; undefined for a new earthquake. */
  before: Earthquake | undefined;
  /** Its revisions are ignored. */
  after: Earthquake;
  /** Whether it was withdrawn or merged before. */
  revived: boolean;
  /** Last records of the earthquakes merged into it. */
  merged: Earthquake[];
  lineage: Lineage | undefined;
}

/** The revision that publishes a change; undefined when nothing published differs. */
export function revisionOf({ at, before, after, revived, merged, lineage }: Change): Revision | undefined {
  const fields = before ? changedFields(before, after) : ['created'];
  const changed = [...(revived ? ['reinstated'] : []), ...(merged.length > 0 ? ['merged'] : []), ...fields];
  if (changed.length === 0) return undefined;
  return {
    at,
    agencies: [...new Set([...(revived ? changedAgencies(null, after) : []), ...contributors(before, after, merged)])],
    changed,
    ...(before && { previous: previousFields(before, after, fields) }),
    ...(merged.length > 0 && { merged }),
    ...list('movedFrom', lineage?.from),
    ...list('movedTo', lineage?.to),
  };
}

const list = <Name extends string>(name: Name, ids: Set<number> = new Set()): Partial<Record<Name, number[]>> =>
  ids.size === 0 ? {} : ({ [name]: [...ids].sort((a, b) => a - b) } as Record<Name, number[]>);

/**
 * Agencies with different solutions or products; for a merger without any difference those of the merged earthquakes.
 */
function contributors(before: Earthquake | undefined, after: Earthquake, merged: Earthquake[]): Agency[] {
  const agencies = new Set(changedAgencies(before ?? null, after));
  for (const product of before ? ['mechanism' as const, 'shakemap' as const] : []) {
    const [was, is] = [before![product], after[product]];
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    const sources = [was, is].map((one) => one?.source.toLowerCase());
    for (const agency of KNOWN_AGENCIES) if (sources.includes(agency)) agencies.add(agency);
  }
  if (agencies.size === 0) for (const { solutions } of merged) for (const { agency } of solutions) agencies.add(agency);
  return [...agencies];
}

/** The revision of an earthquake that no agency reports any more. */
export const withdrawal = (at: EpochMs, { solutions }: Earthquake): Revision => ({
  at,
  agencies: solutions.map(({ agency }) => agency),
  changed: ['withdrawn'],
  previous: {},
});
