/** Records as they are published: one function a shape, fixed key order, so that equal records give equal bytes. */
import type { Agency, Earthquake, FocalMechanism, Magnitude, Solution, Station } from './earthquake.ts';
import { provinceWithCode } from './provinces.ts';
import { formatInstant, formatSecond } from './time.ts';

/** Not the proxy `Mw*`, which is computed from other magnitudes. */
const MOMENT = /^Mw(?!\*)/;

/** The first magnitude of a family (`ML`, `MD`, all kinds of `Mw`), the preferred solution first. */
function magnitudeOf(solutions: Solution[], matches: (type: string) => boolean): number | undefined {
  for (const solution of solutions)
    for (const { type, value } of solution.magnitudes) if (type !== null && matches(type)) return value;
  return undefined;
}

/** The agency's own preferred magnitude. */
const leadMagnitude = (solution: Solution): Magnitude | undefined => solution.magnitudes[0];

export interface ListItem {
  id: number;
  event_id: string;
  occurred_at: string;
  date_precision?: string;
  latitude: number;
  longitude: number;
  depth_km: number | null;
  magnitude: number | null;
  magnitude_type?: string;
  magnitude_doubtful?: true;
  magnitude_state?: 'settling';
  magnitude_ml?: number;
  magnitude_md?: number;
  magnitude_mw?: number;
  /** Turkish, or an agency's own words. */
  location: string;
  /** Where `location` was made. */
  location_en?: string;
  agency_location?: string;
  /** Null abroad and far at sea. */
  province: string | null;
  province_code: string | null;
  /** Null at sea, too. */
  district: string | null;
  source: Agency;
  sources?: { name: Agency; magnitude: number; magnitude_type?: string }[];
  quality?: string;
  event_type?: string;
  updated_at: string;
}

/** An earthquake as the list gives it; keys of absent optional fields are left out. */
export function listItem(earthquake: Earthquake): ListItem {
  const { solutions } = earthquake;
  const ml = magnitudeOf(solutions, (type) => type === 'ML');
  const md = magnitudeOf(solutions, (type) => type === 'MD');
  const mw = magnitudeOf(solutions, (type) => MOMENT.test(type));
  const sources = solutions.flatMap((solution) => {
    const lead = leadMagnitude(solution);
    if (!lead) return [];
    return [
      { name: solution.agency, magnitude: lead.value, ...(lead.type === null ? {} : { magnitude_type: lead.type }) },
    ];
  });
  const agencyTexts = solutions.flatMap(({ place }) => (place === null ? [] : [place]));
  // Words of no agency were made from the gazetteer.
  const isGenerated = !agencyTexts.includes(earthquake.location);
  return {
    id: earthquake.id,
    event_id: earthquake.eventId,
    occurred_at: formatSecond(earthquake.time),
    ...(earthquake.precision === 'second' ? {} : { date_precision: earthquake.precision }),
    latitude: earthquake.latitude,
    longitude: earthquake.longitude,
    depth_km: earthquake.depthKm,
    magnitude: earthquake.magnitude,
    ...(earthquake.magnitudeType === null ? {} : { magnitude_type: earthquake.magnitudeType }),
    ...(earthquake.magnitudeDoubtful ? { magnitude_doubtful: true } : {}),
    ...(earthquake.magnitudeState === undefined ? {} : { magnitude_state: earthquake.magnitudeState }),
    ...(ml === undefined ? {} : { magnitude_ml: ml }),
    ...(md === undefined ? {} : { magnitude_md: md }),
    ...(mw === undefined ? {} : { magnitude_mw: mw }),
    location: earthquake.location,
    ...(isGenerated || earthquake.locationEn !== earthquake.location ? { location_en: earthquake.locationEn } : {}),
    ...(isGenerated && agencyTexts[0] !== undefined ? { agency_location: agencyTexts[0] } : {}),
    province: provinceWithCode(earthquake.provinceCode)?.name ?? null,
    province_code: earthquake.provinceCode ?? null,
    district: earthquake.district ?? null,
    source: earthquake.source,
    ...(sources.length < 2 ? {} : { sources }),
    ...(earthquake.quality === null ? {} : { quality: earthquake.quality }),
    ...(earthquake.eventType === 'earthquake' ? {} : { event_type: earthquake.eventType }),
    updated_at: formatInstant(earthquake.updatedAt),
  };
}

/** What the earthquake did, as far as it is given. */
export const effectsItem = ({ maxIntensity, deaths }: Pick<Solution, 'maxIntensity' | 'deaths'>) => ({
  ...(maxIntensity === undefined ? {} : { max_intensity: maxIntensity }),
  ...(deaths === undefined ? {} : { deaths }),
});

/** One agency's solution as details and solutions files give it. */
export function solutionItem(solution: Solution) {
  const lead = leadMagnitude(solution);
  return {
    name: solution.agency,
    event_id: solution.eventId,
    ...(solution.otherEventIds ? { other_event_ids: solution.otherEventIds } : {}),
    occurred_at: formatSecond(solution.time),
    ...(solution.precision === 'second' ? {} : { date_precision: solution.precision }),
    occurred_at_utc: formatInstant(solution.time),
    latitude: solution.latitude,
    longitude: solution.longitude,
    depth_km: solution.depthKm,
    magnitude: lead?.value ?? null,
    magnitude_type: lead?.type ?? null,
    magnitudes: solution.magnitudes.map(({ type, value }) => ({ magnitude: value, magnitude_type: type })),
    quality: solution.quality,
    location: solution.place,
    ...(solution.eventType === 'earthquake' ? {} : { event_type: solution.eventType }),
    ...effectsItem(solution),
    updated_at: solution.updatedAt === null ? null : formatInstant(solution.updatedAt),
  };
}

export type SolutionItem = ReturnType<typeof solutionItem>;

export function mechanismItem(mechanism: FocalMechanism | null) {
  if (!mechanism) return null;
  const { centroid } = mechanism;
  return {
    source: mechanism.source,
    nodal_planes: mechanism.nodalPlanes,
    moment_tensor: mechanism.momentTensor,
    scalar_moment: mechanism.scalarMoment,
    mw: mechanism.mw,
    centroid: centroid && {
      occurred_at_utc: centroid.time === null ? null : formatInstant(centroid.time),
      latitude: centroid.latitude,
      longitude: centroid.longitude,
      depth_km: centroid.depthKm,
    },
    ...(mechanism.computed ? { computed: mechanism.computed } : {}),
  };
}

export const shakemapItem = (shakemap: Earthquake['shakemap']) =>
  shakemap && { source: shakemap.source, max_mmi: shakemap.maxMmi, url: shakemap.url };

export const stationItem = ({ network, code, name, source, latitude, longitude }: Station) => ({
  network,
  code,
  name,
  source,
  latitude,
  longitude,
});

/** As the stored answer gives it. */
export type StationItem = ReturnType<typeof stationItem> & { elevation_m: number | null };

/** A line of a solutions file: what rich exports and FDSN need beyond the list item. */
export function fullItem(earthquake: Earthquake) {
  return {
    id: earthquake.id,
    event_id: earthquake.eventId,
    slug: earthquake.slug,
    occurred_at_utc: formatInstant(earthquake.time),
    location_en: earthquake.locationEn,
    sources: earthquake.solutions.map(solutionItem),
    focal_mechanism: mechanismItem(earthquake.mechanism),
    shakemap: shakemapItem(earthquake.shakemap),
  };
}

export type FullItem = ReturnType<typeof fullItem>;

/** Both lines as one: an earthquake with all that is published of it but neighbours and revisions. */
export type WholeItem = Omit<ListItem, 'sources'> & FullItem;

export const wholeItem = (earthquake: Earthquake): WholeItem => ({ ...listItem(earthquake), ...fullItem(earthquake) });

export const LIST_FOOT = '\n]}\n';

/** A shard: JSON in the shape of the list endpoint, one event a line, so that lines can be served as they stand. */
export const listBody = (lines: string[]): string =>
  `{"status":"success","count":${lines.length},"earthquakes":[\n${lines.join(',\n')}${LIST_FOOT}`;

/** Unknown names in `sources`; no field where there are none. */
export const ignoredSourcesField = (names: readonly string[]): string =>
  names.length === 0 ? '' : `,"ignored_sources":${JSON.stringify(names)}`;

/** Start of a list response. `next` is the relative URL of the following page; null on the last one. */
export const listHead = (count: number, next: string | null, ignoredSources: readonly string[] = []): string =>
  `{"status":"success","count":${count},"truncated":${next !== null}` +
  `${next === null ? '' : `,"next":${JSON.stringify(next)}`}${ignoredSourcesField(ignoredSources)},"earthquakes":[\n`;

export const listDocument = (lines: string[], next: string | null): string =>
  listHead(lines.length, next) + lines.join(',\n') + LIST_FOOT;
