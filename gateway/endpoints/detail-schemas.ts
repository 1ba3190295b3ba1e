/** JSON Schemas of the detail and of its parts. */
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import type { RecordField } from '#core/record/field.ts';
import type { SolutionItem } from '#core/record/items.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';
import { type UncertaintyName, UNCERTAINTIES } from '#core/record/uncertainties.ts';
import type { MwEstimate } from '#seismology/mw-estimate.ts';
import {
  agency,
  agencyNamed,
  fieldSchema,
  integer,
  list,
  number,
  numberOrNull,
  orNull,
  recordSchema,
  text,
  textOrNull,
  titled,
} from './schemas.ts';

/** Of a field of the record that a part of it has, too. */
const own = (name: keyof typeof LIST_FIELDS): object => fieldSchema(name, LIST_FIELDS[name]);
const ownOfDetail = (name: keyof typeof DETAIL_FIELDS): object => fieldSchema(name, DETAIL_FIELDS[name]);

const MAGNITUDE = titled(
  'Magnitude',
  {
    magnitude: number('Its value.'),
    magnitude_type: textOrNull('`ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.'),
    outlier: { type: 'boolean', description: 'True where it contradicts the others, and is not preferred.' },
  },
  ['magnitude', 'magnitude_type'],
);

const uncertaintySchema = ({ text: description, isCount }: { text: string; isCount?: true }): object => ({
  type: isCount ? 'integer' : 'number',
  description,
});

const SOLUTION: Record<keyof SolutionItem, object> = {
  name: agencyNamed('Agency.'),
  event_id: text('Its identifier of the earthquake.'),
  other_event_ids: list({ type: 'string' }, 'Identifiers of its other reports of the earthquake.'),
  occurred_at: own('occurred_at'),
  date_precision: own('date_precision'),
  occurred_at_utc: ownOfDetail('occurred_at_utc'),
  latitude: own('latitude'),
  longitude: own('longitude'),
  depth_km: own('depth_km'),
  magnitude: numberOrNull('Its preferred magnitude; null where it gave none.'),
  magnitude_type: textOrNull('`ML`, `MD`, `Mw`, `mb`, `Ms`, …; null where the agency gives none.'),
  magnitudes: list(MAGNITUDE, 'All of its magnitudes.'),
  ...(Object.fromEntries(
    Object.entries(UNCERTAINTIES).map(([name, uncertainty]) => [name, uncertaintySchema(uncertainty)]),
  ) as Record<UncertaintyName, object>),
  quality: { ...own('quality'), type: ['string', 'null'], enum: [...LIST_FIELDS.quality.options, null] },
  location: textOrNull('Its own words for the place.'),
  event_type: own('event_type'),
  max_intensity: ownOfDetail('max_intensity'),
  deaths: ownOfDetail('deaths'),
  updated_at: textOrNull('When the agency changed it, RFC 3339; null where it does not say.'),
};

/** Members that are left out where they do not apply. */
const OPTIONAL = new Set([
  ...['other_event_ids', 'date_precision', 'event_type', 'max_intensity', 'deaths'],
  ...Object.keys(UNCERTAINTIES),
]);

const MW_ESTIMATE: Record<keyof MwEstimate, object> = {
  value: number('Moment magnitude.'),
  uncertainty: number('Root mean square of measured less estimated moment magnitudes.'),
  method: text('Who published the relation.'),
  doi: text('Where it is published.'),
  range: list({ type: 'number' }, 'Magnitudes from which it estimates: least and greatest, inclusive.'),
};

const NEARBY_STATION = titled('NearbyStation', {
  network: text('FDSN network code.'),
  code: text('Station code.'),
  name: text('Place.'),
  source: agency,
  latitude: own('latitude'),
  longitude: own('longitude'),
  distance_km: number('From the epicentre, in km.'),
  azimuth: integer('From the epicentre to the station, in degrees from north, 0 to 359.'),
});

const NEARBY_EARTHQUAKE = titled('NearbyEarthquake', {
  ...Object.fromEntries(
    (['id', 'occurred_at', 'latitude', 'longitude', 'depth_km', 'magnitude', 'location', 'location_en'] as const).map(
      (name) => [name, own(name)],
    ),
  ),
  slug: ownOfDetail('slug'),
  distance_km: number('Between the epicentres, in km.'),
});

const NODAL_PLANE = titled('NodalPlane', {
  strike: number('Degrees, from 0 to below 360.'),
  dip: number('Degrees, 0 to 90.'),
  rake: number('Degrees, above −180 to 180.'),
});

const MOMENT_TENSOR = titled(
  'MomentTensor',
  Object.fromEntries(
    ['mrr', 'mtt', 'mpp', 'mrt', 'mrp', 'mtp'].map((name) => [name, number('N·m; r is up, t south, p east.')]),
  ),
);

const CENTROID = titled('Centroid', {
  occurred_at_utc: textOrNull('RFC 3339.'),
  latitude: own('latitude'),
  longitude: own('longitude'),
  depth_km: number('Kilometres below sea level.'),
});

const FOCAL_MECHANISM = titled(
  'FocalMechanism',
  {
    source: text('Who computed it: `GCMT`, `USGS`, …'),
    nodal_planes: list(NODAL_PLANE, 'The two of them.'),
    moment_tensor: orNull(MOMENT_TENSOR),
    scalar_moment: numberOrNull('N·m.'),
    mw: numberOrNull('Moment magnitude.'),
    centroid: orNull(CENTROID),
    computed: list({ type: 'string' }, 'Members that were computed from those of the source.'),
  },
  ['source', 'nodal_planes', 'moment_tensor', 'scalar_moment', 'mw', 'centroid'],
);

const SHAKEMAP = titled('ShakeMap', {
  source: text('Who made it.'),
  max_mmi: number('Greatest modelled intensity (Modified Mercalli), 1 to 10.'),
  url: text('Its page.'),
});

const REVISION = titled(
  'Revision',
  {
    at: text('RFC 3339.'),
    agencies: list(agency, 'Those of which reports brought the change.'),
    changed: list({ type: 'string' }, 'Fields that changed, or `created`, `withdrawn`, `reinstated`, `merged`.'),
    previous: { type: 'object', additionalProperties: true, description: 'Changed fields as they were before.' },
    merged: list(
      titled('MergedEarthquake', { id: own('id'), event_id: own('event_id') }),
      'Earthquakes that became part of this one, as last published.',
    ),
    moved_from: list({ type: 'integer' }, 'The `id` of earthquakes from which reports came over.'),
    moved_to: list({ type: 'integer' }, 'The `id` of earthquakes to which reports went over.'),
    omitted_before: integer('Revisions between the one before and this one that are no longer kept.'),
  },
  ['at', 'agencies', 'changed'],
);

const described = (schema: object, { text: description }: RecordField) => ({ ...schema, description });

/** Every solution: always there. */
const { none: _, ...SOURCES } = LIST_FIELDS.sources;

export const EARTHQUAKE_DETAIL = {
  title: 'EarthquakeDetail',
  ...recordSchema(
    { ...LIST_FIELDS, sources: SOURCES, ...DETAIL_FIELDS },
    {
      sources: list(
        titled(
          'Solution',
          SOLUTION,
          Object.keys(SOLUTION).filter((name) => !OPTIONAL.has(name)),
        ),
        "Each agency's solution with its uncertainties.",
      ),
      mw_estimate: described(titled('MwEstimate', MW_ESTIMATE), DETAIL_FIELDS.mw_estimate),
      nearby_stations: list(NEARBY_STATION, DETAIL_FIELDS.nearby_stations.text),
      nearby_quakes: list(NEARBY_EARTHQUAKE, DETAIL_FIELDS.nearby_quakes.text),
      focal_mechanism: described(orNull(FOCAL_MECHANISM), DETAIL_FIELDS.focal_mechanism),
      shakemap: described(orNull(SHAKEMAP), DETAIL_FIELDS.shakemap),
      revisions: list(REVISION, DETAIL_FIELDS.revisions.text),
    },
  ),
};
