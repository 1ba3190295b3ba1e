/** Values of a record that are found among the solutions of the agencies. */
import type { Earthquake, Magnitude, Solution } from '../earthquake.ts';

/** Not the proxy `Mw*`, which is computed from other magnitudes. */
const MOMENT = /^Mw(?!\*)/;

/** The agency's own preferred magnitude. */
export const leadMagnitude = (solution: Solution): Magnitude | undefined => solution.magnitudes[0];

type Reported = Pick<Earthquake, 'solutions'>;

/** The first magnitude of a family (`ML`, `MD`, all kinds of `Mw`), the preferred solution first. */
function firstMagnitude({ solutions }: Reported, isOfFamily: (type: string) => boolean): number | undefined {
  for (const { magnitudes } of solutions)
    for (const { type, value } of magnitudes) if (type !== null && isOfFamily(type)) return value;
  return undefined;
}

export const localMagnitude = (one: Reported): number | undefined => firstMagnitude(one, (type) => type === 'ML');
export const durationMagnitude = (one: Reported): number | undefined => firstMagnitude(one, (type) => type === 'MD');
export const momentMagnitude = (one: Reported): number | undefined => firstMagnitude(one, (type) => MOMENT.test(type));

/** The preferred magnitude of each agency that gives one. */
export const magnitudesByAgency = (solutions: readonly Solution[]) =>
  solutions.flatMap((solution) => {
    const lead = leadMagnitude(solution);
    if (!lead) return [];
    const type = lead.type === null ? {} : { magnitude_type: lead.type };
    return [{ name: solution.agency, magnitude: lead.value, ...type }];
  });

type Placed = Pick<Earthquake, 'location' | 'solutions'>;

/** Words of no agency were made from the gazetteer. */
export const isMadePlace = ({ location, solutions }: Placed): boolean =>
  !solutions.some(({ place }) => place === location);

export const agencyPlace = ({ solutions }: Placed): string | undefined =>
  solutions.find(({ place }) => place !== null)?.place ?? undefined;

/** What the earthquake did as the first agency that says so gives it. */
export const firstEffect = <F extends 'maxIntensity' | 'deaths'>(
  { solutions }: Pick<Earthquake, 'solutions'>,
  field: F,
): Solution[F] | undefined => solutions.find((one) => one[field] !== undefined)?.[field];
