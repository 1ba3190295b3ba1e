/**
 * What is one sequence, wherever sequences are described, counted or folded: a main shock and every earthquake that
 * leads to it by its parents ({@link decluster}).
 */
import { groupBy } from '#core/group-by.ts';
import { decluster, isBefore, isInWindow, LEAST_PARENT, type Shock } from './declustering.ts';

interface Sequence<One extends Shock> {
  main: One;
  /** At least one, in order of time and id; none is larger than the main shock. */
  aftershocks: One[];
}

/** The earthquake at the end of its parents; itself where it has none. @param parents by id */
export function mainOf(parents: ReadonlyMap<number, number>, id: number): number {
  let main = id;
  for (let parent = parents.get(main); parent !== undefined; parent = parents.get(main)) main = parent;
  return main;
}

/**
 * Sequences among these earthquakes, by their main shocks in order of time.
 * @param shocks earthquakes, no blasts, in any order: all that may belong together, as a main shock that is not among
 *   them has no sequence
 */
export function sequencesOf<One extends Shock>(shocks: readonly One[]): Sequence<One>[] {
  const ordered = shocks.toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
  const { parents } = decluster(ordered, []);
  const groups = groupBy(ordered, ({ id }) => mainOf(parents, id));
  return [...groups.values()].flatMap(([main, ...aftershocks]) =>
    aftershocks.length > 0 ? { main: main!, aftershocks } : [],
  );
}

/** Whether a shock is a foreshock of a larger one: that one came in its window. */
export const isForeshock = (shock: Shock, main: Shock): boolean =>
  shock.magnitude >= LEAST_PARENT &&
  shock.magnitude < main.magnitude &&
  isBefore(shock, main) &&
  isInWindow(main, shock);
