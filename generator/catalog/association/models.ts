/**
 * Residuals of two agencies' reports of one earthquake, by pair of agencies, era and region. All figures but TURHEC's
 * are fitted to pairs in the agencies' files of 1970 to 2026; before 1970 the files copy each other, and the figures
 * are of the same order.
 */
import type { Agency } from '#core/agencies.ts';
import { type Box, insideBox, type Point } from '#core/geo.ts';
import { type EpochMs, epochOfCivil } from '#core/time.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';
import { ERROR_MODELS, type ErrorModel, type OwnErrorModel } from '../../sources/agency.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';

/** Where the national networks locate best: Türkiye and a strip around it. */
export const NATIONAL: Box = { south: 35.5, north: 42.5, west: 25.5, east: 45 };

/**
 * Distributions for one kind of pair: Student's t in time and magnitude, and its form in the plane for the distance.
 */
export interface ResidualModel {
  /** The data that it is fitted to; part of the output of `explain`. */
  name: string;
  /** Median of (higher feed group − lower), scale of a t with 4 degrees of freedom at no distance, and per km, s. */
  seconds: { bias: number; scale: number; perKm: number };
  /** Median epicentral distance, km, and degrees of freedom: the fewer, the heavier the tail. */
  km: { median: number; freedom: number };
  /** Share of reports that are right but for one minute, or two, while times were typed by hand; for each shift. */
  misread: number;
  /** Scale of a t with 5 degrees of freedom, units of magnitude, both being of one type. */
  magnitude: number;
  /**
   * Earthquakes a second and km² on a quiet day (6e-10 is 20,000 a year on 1,000,000 km²), and the most frequent
   * magnitude: larger ones are rarer, smaller ones less often detected.
   */
  background: { rate: number; complete: number };
}

/** Years with networks of one kind; a pair belongs to the era of its earlier report. */
const ERAS = [
  { name: 'before 1970', before: 1970, background: { rate: 6e-11, complete: 4 } },
  { name: '1970 to 1989', before: 1990, background: { rate: 3e-10, complete: 4 } },
  { name: '1990 to 2006', before: 2007, background: { rate: 3e-10, complete: 3 } },
  { name: '2007 to 2011', before: 2012, background: { rate: 6e-10, complete: 2.4 } },
  { name: 'since 2012', before: Infinity, background: { rate: 6e-10, complete: 2.4 } },
] as const;

const ERA_ENDS = ERAS.map(({ before }): EpochMs =>
  before === Infinity
    ? Infinity
    : epochOfCivil({ year: before, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 })!,
);

/** `[bias s, scale s, median km, degrees of freedom]` inside and outside the national networks. */
type Law = readonly [bias: number, scale: number, median: number, freedom: number];
interface PairKind {
  name: string;
  misread: number;
  magnitude: number;
  /** One an era. */
  inside: readonly [Law, Law, Law, Law, Law];
  outside: readonly [Law, Law, Law, Law, Law];
}

/** Of two agencies: 15 of 5,900 common earthquakes from 1990 to 2011 by one minute. */
const MISREAD = 0.001;

/** Kandilli's own feeds. Before 2003 there is only one. */
const KANDILLI: PairKind = {
  name: 'kandilli own feeds',
  // From 2003 to 2006 9 of 1,655 common earthquakes by one minute, 3 by two.
  misread: 0.0025,
  magnitude: 0.15,
  inside: [
    [0, 0.5, 2.5, 1.3],
    [0, 0.5, 2.5, 1.3],
    [0, 0.5, 2.5, 1.3],
    [0, 0.5, 1.5, 1.2],
    [0, 0.45, 0.8, 1.1],
  ],
  outside: [
    [0, 0.7, 7.5, 1.5],
    [0, 0.7, 7.5, 1.5],
    [0, 0.7, 7.5, 1.5],
    [0, 0.75, 3, 1.3],
    [0, 0.6, 1.6, 1.2],
  ],
};

/** AFAD's solutions against its unified catalogue of 1900 to 2012. */
const AFAD: PairKind = {
  name: 'afad own catalogues',
  misread: MISREAD,
  magnitude: 0.2,
  inside: [
    [0, 1.3, 12, 2.2],
    [0, 1.3, 12, 2.2],
    [0, 1.3, 12, 2.2],
    [0, 0.75, 2, 1],
    [0, 0.45, 0.6, 1],
  ],
  outside: [
    [0, 1.8, 15, 2.5],
    [0, 1.8, 15, 2.5],
    [0, 1.8, 15, 2.5],
    [0, 1.4, 14, 2],
    [0, 1.4, 14, 2],
  ],
};

const KANDILLI_AFAD: PairKind = {
  name: 'kandilli and afad',
  misread: MISREAD,
  magnitude: 0.2,
  inside: [
    [0, 1.8, 3, 1],
    [0, 0.7, 1, 1],
    [0.5, 1.3, 9, 2],
    [0, 0.5, 5.3, 2],
    [0, 0.5, 4.2, 2],
  ],
  outside: [
    [0, 1.8, 3, 1],
    [0, 0.7, 1, 1],
    [0.5, 1.3, 16, 3],
    [0.5, 1, 18, 4],
    [0, 1, 20, 5],
  ],
};

/** USGS against the national agencies. */
const GLOBAL: PairKind = {
  name: 'national and global',
  misread: MISREAD,
  magnitude: 0.22,
  inside: [
    [0, 3, 13, 2],
    [-0.6, 1.1, 7.2, 1.9],
    [-0.4, 1.4, 8, 2],
    [0.3, 0.6, 5.5, 2],
    [1, 0.6, 6.4, 3],
  ],
  outside: [
    [0, 3, 13, 2],
    [-0.6, 1.1, 7.2, 1.9],
    [0, 1.1, 14, 3],
    [1.5, 1, 20, 4],
    [0.8, 1, 16, 3],
  ],
};

/** TURHEC against all others: without a file to fit, the widths are those of the USGS, and the time bias is unknown. */
const unbiased = (laws: PairKind['inside']): PairKind['inside'] =>
  laws.map(([, ...law]): Law => [0, ...law]) as unknown as PairKind['inside'];
const TURHEC: PairKind = {
  ...GLOBAL,
  name: 'turhec and others',
  inside: unbiased(GLOBAL.inside),
  outside: unbiased(GLOBAL.outside),
};

/** An agency with reports to which nothing was fitted, against all others but those above: as TURHEC. */
const UNMEASURED: PairKind = { ...TURHEC, name: 'unmeasured agency and others' };

/** The compiled list of historical earthquakes against all others, in every region. */
const COMPILED_LAWS: PairKind['inside'] = [
  [0, 3, 13.5, 2.2],
  [0, 1.4, 8, 2],
  [0, 1.4, 8, 2],
  [0, 1.4, 8, 2],
  [0, 1.4, 8, 2],
];
const COMPILED: PairKind = {
  name: 'historical list',
  misread: MISREAD,
  magnitude: 0.4,
  inside: COMPILED_LAWS,
  outside: COMPILED_LAWS,
};

/**
 * A wrong epicentre brings a wrong origin time, part of the 1/8 s that P waves need for a km of crust: more of it where
 * stations lie on one side. Likeliest over AFAD's and Kandilli's common earthquakes since 2012: 6,600 inside, 680
 * outside.
 */
const SECONDS_PER_KM = { inside: 0.05, outside: 0.08 };

const modelsOf = ({ name, misread, magnitude, ...laws }: PairKind): Record<'inside' | 'outside', ResidualModel[]> => {
  const inRegion = (region: 'inside' | 'outside'): ResidualModel[] =>
    ERAS.map((era, index) => {
      const [bias, scale, median, freedom] = laws[region][index]!;
      return {
        name: `${name}, ${era.name}, ${region} the national networks`,
        seconds: { bias, scale, perKm: SECONDS_PER_KM[region] },
        km: { median, freedom },
        misread,
        magnitude,
        background: era.background,
      };
    });
  return { inside: inRegion('inside'), outside: inRegion('outside') };
};

type Models = ReturnType<typeof modelsOf>;

const OWN: Readonly<Record<OwnErrorModel, Models>> = { kandilli: modelsOf(KANDILLI), afad: modelsOf(AFAD) };

const BETWEEN: Readonly<Record<ErrorModel, Models>> = {
  compiled: modelsOf(COMPILED),
  turhec: modelsOf(TURHEC),
  unmeasured: modelsOf(UNMEASURED),
  global: modelsOf(GLOBAL),
  national: modelsOf(KANDILLI_AFAD),
};

/** @throws Error for an agency with several feed groups and no model for them */
function modelsBetween(a: Agency, b: Agency): Models {
  const [one, other] = [AGENCY_DEFINITIONS[a].errors, AGENCY_DEFINITIONS[b].errors];
  const model = ERROR_MODELS.find((name) => name === one.model || name === other.model)!;
  if (a !== b) return BETWEEN[model];
  if (one.own) return OWN[one.own];
  // Reports of one group are never compared.
  if (AGENCY_DEFINITIONS[a].groups.length === 1) return BETWEEN[model];
  throw new Error(`${a} has several feed groups, and no error model for them`);
}

/** Cached by both feed groups: needed for every pair of neighbours. */
const KINDS = FEED_GROUPS.map((one) => FEED_GROUPS.map((other) => modelsBetween(one.agency, other.agency)));

/**
 * The model of a pair; symmetric but for the sign of the time bias, which counts from the lower feed group to the
 * higher.
 */
export function modelFor(
  a: Point & { feedGroup: number; time: EpochMs },
  b: Point & { feedGroup: number; time: EpochMs },
): ResidualModel {
  const earlier = Math.min(a.time, b.time);
  const era = ERA_ENDS.findIndex((end) => earlier < end);
  const region = insideBox(a, NATIONAL) && insideBox(b, NATIONAL) ? 'inside' : 'outside';
  return KINDS[a.feedGroup]![b.feedGroup]![region][era]!;
}
