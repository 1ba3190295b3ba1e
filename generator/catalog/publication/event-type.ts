/** Whether a record is of an earthquake or of a blast and the like. Pure. */
import type { Solution } from '#core/earthquake.ts';

/** One agency alone makes no blast of an earthquake from here on, inclusive. */
const LEAST = 4;

/**
 * No earthquake where every agency says so, the preferred one's word; from {@link LEAST} on two of them at least.
 * An agency that says nothing reports an earthquake.
 * @param solutions of all agencies, the preferred one first @param magnitude the primary one
 */
export function eventTypeOf(solutions: readonly Pick<Solution, 'eventType'>[], magnitude: number | null): string {
  const [first, ...others] = solutions.map(({ eventType }) => eventType);
  const isAlone = others.length === 0 && (magnitude ?? -Infinity) >= LEAST;
  return isAlone || [first, ...others].includes('earthquake') ? 'earthquake' : first!;
}

/** For `explain`; undefined where no agency says anything but earthquake. */
export function eventTypeReason({
  eventType,
  solutions,
}: {
  eventType: string;
  solutions: readonly Pick<Solution, 'eventType' | 'agency'>[];
}): string | undefined {
  const said = solutions.filter((one) => one.eventType !== 'earthquake');
  if (said.length === 0) return undefined;
  const words = said.map((one) => `${one.agency} says ${one.eventType}`).join(', ');
  return `event type ${eventType} (${words}; every agency must, and from M ${LEAST} on two)`;
}
