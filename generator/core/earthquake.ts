import type { Agency } from './agencies.ts';
import type { Uncertainties } from './record/uncertainties.ts';
import type { DatePrecision, EpochMs } from './time.ts';

export { AGENCIES, KNOWN_AGENCIES, type Agency } from './agencies.ts';

export type Quality = 'automatic' | 'reviewed';

/** One magnitude; `type` is `ML`, `MD`, `Mw`, `mb`, `Ms`, …, or null where the agency gives none. */
export interface Magnitude {
  type: string | null;
  value: number;
  /** In a record, where the choice of the primary magnitude left it out; absent otherwise. */
  isOutlier?: true;
}

/** One agency's solution for an earthquake. */
export interface Solution {
  agency: Agency;
  /** The agency's own identifier, or the key made for it where it gives none. */
  eventId: string;
  /** Identifiers that the agency gave other reports of the same earthquake; absent for none. */
  otherEventIds?: string[];
  /** Origin time. */
  time: EpochMs;
  precision: DatePrecision;
  latitude: number;
  longitude: number;
  /** Hypocentral depth in km below sea level, negative above; null where not given. */
  depthKm: number | null;
  /** Every magnitude that the agency gives, the one it prefers first. */
  magnitudes: Magnitude[];
  quality: Quality | null;
  /** The agency's own words for the place. */
  place: string | null;
  /** The same in English; absent where the agency's words are of one language. */
  placeEn?: string;
  /** By which the earthquake is known, in Turkish and in English; absent where the agency names none. */
  eventName?: string;
  eventNameEn?: string;
  /** QuakeML event type, `earthquake` where the agency does not say otherwise. */
  eventType: string;
  /** Greatest intensity, 1 to 12, halves between two degrees; absent where not given. */
  maxIntensity?: number;
  /** Absent where not given. */
  deaths?: number;
  /** As the agency states them; absent for none. */
  uncertainties?: Uncertainties;
  /** When the agency last changed it, where it says so. */
  updatedAt: EpochMs | null;
}

/** What an earthquake did, as far as it is given. */
export const effectsOf = ({ maxIntensity, deaths }: Pick<Solution, 'maxIntensity' | 'deaths'>) => ({
  ...(maxIntensity === undefined ? {} : { maxIntensity }),
  ...(deaths === undefined ? {} : { deaths }),
});

/** The English name of the place, as far as it is given. */
export const placeEnOf = ({ placeEn }: { placeEn?: string | undefined }) => (placeEn === undefined ? {} : { placeEn });

/** The names of the earthquake, as far as they are given. */
export const eventNamesOf = ({
  eventName,
  eventNameEn,
}: {
  eventName?: string | undefined;
  eventNameEn?: string | undefined;
}) => ({
  ...(eventName === undefined ? {} : { eventName }),
  ...(eventNameEn === undefined ? {} : { eventNameEn }),
});

/** Degrees (Aki and Richards): strike 0 to 360 exclusive, dip 0 to 90 inclusive, rake above −180 to 180. */
export interface NodalPlane {
  strike: number;
  dip: number;
  rake: number;
}

/** Components in N·m in the up-south-east system (r up, t south, p east). */
export interface MomentTensor {
  mrr: number;
  mtt: number;
  mpp: number;
  mrt: number;
  mrp: number;
  mtp: number;
}

export interface FocalMechanism {
  /** Who computed it, e.g. `GCMT`, `USGS`. */
  source: string;
  nodalPlanes: [NodalPlane, NodalPlane];
  momentTensor: MomentTensor | null;
  /** Scalar moment in N·m. */
  scalarMoment: number | null;
  mw: number | null;
  centroid: { time: EpochMs | null; latitude: number; longitude: number; depthKm: number } | null;
  /** Published fields that were computed from those of the source; absent for none. */
  computed?: ('nodal_planes' | 'moment_tensor' | 'scalar_moment' | 'mw')[];
}

export interface ShakeMap {
  source: string;
  /** Greatest modelled intensity (Modified Mercalli), 1 to 10. */
  maxMmi: number;
  url: string;
}

/** One published change of an earthquake. */
export interface Revision {
  at: EpochMs;
  /** The agencies whose reports brought the change. */
  agencies: Agency[];
  /**
   * Names of the published fields that changed, after `reinstated` (all agencies had withdrawn it) and `merged`
   * (another one became part of it); alone `created` for the first publication and `withdrawn` when no report is left.
   */
  changed: string[];
  /**
   * Changed published fields as they were before; see `previousFields`. Absent for the first publication, and in
   * revisions by older versions of this program.
   */
  previous?: Record<string, unknown>;
  /** Other earthquakes that became part of this one, as last published. */
  merged?: Earthquake[];
  /** Ids of earthquakes from which reports of agencies came over to this one, but for those of `merged`. */
  movedFrom?: number[];
  /** Ids of earthquakes to which reports of agencies went over. */
  movedTo?: number[];
  /** How many revisions between the one before and this one are no longer kept; absent for none. */
  omittedBefore?: number;
}

/** A current record of the catalogue. */
export interface Earthquake {
  id: number;
  /** 16 hex digits, the first a letter; stable across revisions. */
  eventId: string;
  slug: string;
  time: EpochMs;
  precision: DatePrecision;
  latitude: number;
  longitude: number;
  depthKm: number | null;
  magnitude: number | null;
  magnitudeType: string | null;
  /** No other agency confirms a magnitude that it would have; absent otherwise. */
  magnitudeDoubtful?: true;
  /**
   * `settling`: two agencies contradict each other and no third has spoken, or it was published within half an hour;
   * `agreed`: two agencies or more give nearly the same.
   */
  magnitudeState?: 'settling' | 'agreed';
  /** Standard deviation of what the agencies' values lead to expect together; absent for one agency alone. */
  magnitudeError?: number;
  /** Turkish. */
  location: string;
  locationEn: string;
  /** Plate code of the province of Türkiye on land and near its coast; absent elsewhere. */
  provinceCode?: string;
  /** On land in Türkiye; absent elsewhere. */
  district?: string;
  /** Plate codes of the provinces that it may have reached, from magnitude 6 on; absent for none. */
  provincesReached?: string[];
  /** The agency of the preferred solution. */
  source: Agency;
  quality: Quality | null;
  eventType: string;
  /** 0 to 1 in hundredths: how probable it is a blast; absent below 0.05, and where the event type says what it is. */
  blastProbability?: number;
  /** When our catalogue published this state. */
  updatedAt: EpochMs;
  /** One an agency, the preferred one first. */
  solutions: Solution[];
  mechanism: FocalMechanism | null;
  shakemap: ShakeMap | null;
  revisions: Revision[];
}

export interface Station {
  network: string;
  code: string;
  name: string;
  source: 'afad' | 'kandilli';
  latitude: number;
  longitude: number;
  elevationM: number | null;
}
