/** Parts of a record as they are published: fixed key order, so that equal parts give equal bytes. */
import type { Earthquake, FocalMechanism, Magnitude, Solution } from '../earthquake.ts';
import { formatInstant, formatSecond } from '../time.ts';
import { leadMagnitude } from './values.ts';

/** What the earthquake did, as far as it is given. */
const effectsItem = ({ maxIntensity, deaths }: Pick<Solution, 'maxIntensity' | 'deaths'>) => ({
  ...(maxIntensity === undefined ? {} : { max_intensity: maxIntensity }),
  ...(deaths === undefined ? {} : { deaths }),
});

const magnitudeItem = ({ type, value, isOutlier }: Magnitude) => ({
  magnitude: value,
  magnitude_type: type,
  ...(isOutlier ? { outlier: true } : {}),
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
    magnitudes: solution.magnitudes.map(magnitudeItem),
    ...solution.uncertainties,
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
