/**
 * Pairwise precision and recall of an association, by the truth alone. A pair is two reports of different agencies in
 * one earthquake; it is right when they speak of the same true event. What an agency says of one event, in however many
 * rows, feeds and revisions, is one report.
 */
import type { Agency } from '#core/earthquake.ts';

/** A report by what it truly is. */
export interface Labelled {
  agency: Agency;
  /** Number of the true event. */
  event: number;
}

export interface Score {
  /** Pairs that the truth has, that were found, and that are both. */
  truePairs: number;
  foundPairs: number;
  rightPairs: number;
  precision: number;
  recall: number;
  /** Harmonic mean of the two. */
  f1: number;
  /** Earthquakes of the catalogue, and true events with a report. */
  earthquakes: number;
  events: number;
}

const nameOf = ({ agency, event }: Labelled): string => `${agency} ${event}`;

/** Pairs of different agencies within each group, by name, each once. */
function pairsWithin(groups: Iterable<readonly Labelled[]>): Map<string, boolean> {
  const pairs = new Map<string, boolean>();
  for (const group of groups)
    for (const [index, one] of group.entries())
      for (const other of group.slice(index + 1)) {
        if (one.agency === other.agency) continue;
        const names = [nameOf(one), nameOf(other)].sort();
        pairs.set(names.join(' + '), one.event === other.event);
      }
  return pairs;
}

/** @param earthquakes every report in exactly one of them, or in several where the association took it for several */
export function scoreOf(earthquakes: readonly (readonly Labelled[])[]): Score {
  const events = Map.groupBy(earthquakes.flat(), ({ event }) => event);
  const truePairs = pairsWithin(events.values()).size;
  const found = [...pairsWithin(earthquakes).values()];
  const rightPairs = found.filter((right) => right).length;
  const foundPairs = found.length;
  const precision = foundPairs === 0 ? 1 : rightPairs / foundPairs;
  const recall = truePairs === 0 ? 1 : rightPairs / truePairs;
  const f1 = foundPairs + truePairs === 0 ? 1 : (2 * rightPairs) / (foundPairs + truePairs);
  const counts = { earthquakes: earthquakes.length, events: events.size };
  return { truePairs, foundPairs, rightPairs, precision, recall, f1, ...counts };
}
