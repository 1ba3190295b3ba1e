/** Pairs of a magnitude and a measured Mw of one earthquake, out of a catalogue of the agencies' real files. */
import type { Agency, Earthquake, Solution } from '#core/earthquake.ts';
import { parseInstant } from '#core/time.ts';

export interface Pair {
  /** The magnitude to convert. */
  x: number;
  /** Measured Mw. */
  y: number;
  /** Who measured it. */
  by: Agency;
}

/** Agencies of the magnitude and of the Mw. */
export interface Series {
  agency: Agency;
  type: string;
  pairs: Pair[];
}

const MEASURED = /^Mw(?!\*|p)/;
/** AFAD's Mw before this comes from its unified catalogue, where it may be converted from other types. */
const AFAD_OWN = parseInstant('2013-01-01T00:00:00Z')!;

/**
 * The USGS's Mw (its own tensors, or GCMT's); else AFAD's since 2013. Kandilli's is left out: of what its catalogue
 * calls Mw some is converted.
 */
export function measuredMw({ time, solutions }: Earthquake): { value: number; agency: Agency } | undefined {
  const usgs = momentOf(solutions, 'usgs');
  if (usgs !== undefined) return { value: usgs, agency: 'usgs' };
  const afad = time >= AFAD_OWN ? momentOf(solutions, 'afad') : undefined;
  return afad === undefined ? undefined : { value: afad, agency: 'afad' };
}

const momentOf = (solutions: readonly Solution[], agency: Agency): number | undefined =>
  solutions
    .find((solution) => solution.agency === agency)
    ?.magnitudes.find(({ type }) => type !== null && MEASURED.test(type))?.value;

/** AFAD's Mw less the USGS's, since 2013. */
export const measuredTwice = (earthquakes: readonly Earthquake[]): number[] =>
  earthquakes.flatMap(({ time, solutions }) => {
    const [afad, usgs] = [momentOf(solutions, 'afad'), momentOf(solutions, 'usgs')];
    return time < AFAD_OWN || afad === undefined || usgs === undefined ? [] : [afad - usgs];
  });

const TYPES = ['ML', 'MD', 'mb', 'Ms'];

/** Series of 20 pairs or more, by agency and type. */
export function seriesOf(earthquakes: Iterable<Earthquake>): Series[] {
  const found = new Map<string, Series>();
  for (const earthquake of earthquakes) {
    const mw = measuredMw(earthquake);
    if (mw) for (const solution of earthquake.solutions) add(found, solution, mw);
  }
  return [...found.values()]
    .filter(({ pairs }) => pairs.length >= 20)
    .sort((a, b) => order(a) - order(b) || (a.agency < b.agency ? -1 : 1));
}

const order = ({ type }: Series): number => TYPES.indexOf(type);

function add(
  found: Map<string, Series>,
  { agency, magnitudes }: Solution,
  mw: { value: number; agency: Agency },
): void {
  for (const { type, value } of magnitudes) {
    if (type === null || !TYPES.includes(type)) continue;
    const name = `${agency} ${type}`;
    const series = found.get(name) ?? { agency, type, pairs: [] };
    series.pairs.push({ x: value, y: mw.value, by: mw.agency });
    found.set(name, series);
  }
}
