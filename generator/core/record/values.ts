/** Values of a record that are found among the solutions of the agencies. */
import { placeForm } from '../place-form.ts';
import type { Agency, Earthquake, Magnitude, Solution } from '../earthquake.ts';

/** Not the proxy `Mw*`, which is computed from other magnitudes. */
const MOMENT = /^Mw(?!\*)/;

/** The agency's own preferred magnitude. */
export const leadMagnitude = (solution: Solution): Magnitude | undefined => solution.magnitudes[0];

type Reported = Pick<Earthquake, 'magnitude' | 'magnitudeType' | 'solutions'>;

/**
 * The magnitude of a family (`ML`, `MD`, all kinds of `Mw`): the primary one where that is of the family, else the
 * first, the preferred solution first. What the choice of the primary one left out as an outlier is passed over.
 */
function ofFamily(
  { magnitude, magnitudeType, solutions }: Reported,
  isOfFamily: (type: string) => boolean,
): number | undefined {
  if (magnitude !== null && magnitudeType !== null && isOfFamily(magnitudeType)) return magnitude;
  for (const { magnitudes } of solutions)
    for (const { type, value, isOutlier } of magnitudes)
      if (type !== null && !isOutlier && isOfFamily(type)) return value;
  return undefined;
}

export const localMagnitude = (one: Reported): number | undefined => ofFamily(one, (type) => type === 'ML');
export const durationMagnitude = (one: Reported): number | undefined => ofFamily(one, (type) => type === 'MD');
export const momentMagnitude = (one: Reported): number | undefined => ofFamily(one, (type) => MOMENT.test(type));

/** The agency that gave the primary magnitude, where it is not that of the preferred solution. */
export function magnitudeSource({
  magnitude,
  magnitudeType,
  source,
  solutions,
}: Reported & Pick<Earthquake, 'source'>): Agency | undefined {
  const isIt = ({ type, value }: Magnitude): boolean => value === magnitude && type === magnitudeType;
  const agency = solutions.find(({ magnitudes }) => magnitudes.some(isIt))?.agency;
  return agency === source ? undefined : agency;
}

/** As stored; `automatic` where one agency alone gave a magnitude, and nobody has looked at it. */
export function magnitudeState({
  magnitude,
  magnitudeState: stored,
  solutions,
}: Pick<Earthquake, 'magnitude' | 'magnitudeState' | 'solutions'>): 'automatic' | 'settling' | 'agreed' | undefined {
  const [one, other] = solutions.filter(({ magnitudes }) => magnitudes.length > 0);
  return magnitude !== null && one?.quality === 'automatic' && !other ? 'automatic' : stored;
}

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
  !solutions.some(({ place }) => place !== null && placeForm(place) === location);

export const agencyPlace = ({ solutions }: Placed): string | undefined =>
  solutions.find(({ place }) => place !== null)?.place ?? undefined;

/** The name by which the earthquake is known, of the first agency that names it. */
export const firstName = (
  { solutions }: Pick<Earthquake, 'solutions'>,
  field: 'eventName' | 'eventNameEn',
): string | undefined => solutions.find((one) => one[field] !== undefined)?.[field];

/** What the earthquake did as the first agency that says so gives it. */
export const firstEffect = <F extends 'maxIntensity' | 'deaths'>(
  { solutions }: Pick<Earthquake, 'solutions'>,
  field: F,
): Solution[F] | undefined => solutions.find((one) => one[field] !== undefined)?.[field];
