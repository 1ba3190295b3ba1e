/** JSON Schemas of the adapters' answers. */
import { integer, list, number, object, reference, type Schema, text, textOrNull, titled, words } from '../schemas.ts';
import type { itemOf as afadItem } from './afad-formats.ts';
import { type itemOf as kandilliItem, PROVIDERS } from './kandilli-item.ts';

const UNKNOWN_DEPTH = { type: 'boolean', const: true, description: 'Only where the depth is not known.' };
const UNUSED = { type: 'null', description: 'Not known here.' };
const POINT = list({ type: 'number' }, 'Longitude and latitude in degrees.');

const PLACE = {
  name: text('Name of the province.'),
  cityCode: integer('Its plate code; -1 for none.'),
  population: { type: ['integer', 'null'], description: 'Null, or -1 for no province.' },
};
const CITY = titled('KandilliCity', { ...PLACE, distance: number('From its seat to the epicentre, in m.') });

const ONE_POINT = titled('KandilliPoint', { type: { type: 'string', const: 'Point' }, coordinates: POINT });
const AIRPORT = titled('KandilliAirport', {
  distance: number('From it to the epicentre, in m.'),
  name: text('In Turkish.'),
  code: text('Of the IATA.'),
  coordinates: ONE_POINT,
});

const KANDILLI_ITEM: Record<Exclude<keyof ReturnType<typeof kandilliItem>, 'hash' | 'hash2'>, object> = {
  _id: text('24 hexadecimal digits.'),
  earthquake_id: text('The `event_id`; of AFAD where both agencies have rows with `-afad`.'),
  provider: words('KandilliProvider', PROVIDERS, 'Agency.'),
  title: text('Place, in the words of the agency.'),
  date: text('Origin time of Türkiye, `YYYY.MM.DD HH:MM:SS`.'),
  date_time: text('Origin time of Türkiye, `YYYY-MM-DD HH:MM:SS`.'),
  mag: number('Magnitude.'),
  depth: number('Kilometres below sea level; 0 where it is not known.'),
  depth_unknown: UNKNOWN_DEPTH,
  geojson: ONE_POINT,
  rev: UNUSED,
  location_tz: text('Time zone of the times.'),
  location_properties: titled('KandilliLocation', {
    closestCity: CITY,
    epiCenter: titled('KandilliEpicentre', PLACE),
    closestCities: list(CITY, 'The nearest five provinces.'),
    airports: list(AIRPORT, 'The nearest three of Türkiye.'),
  }),
  created_at: integer('Origin time, seconds since 1970-01-01T00:00:00Z.'),
  lat: number('Degrees, north positive.'),
  lng: number('Degrees, east positive.'),
  coordinates: POINT,
  lokasyon: text('As `title`.'),
  date_stamp: text('Day of Türkiye, `YYYY-MM-DD`.'),
  date_day: text('Day of Türkiye, `YYYY-MM-DD`.'),
  date_hour: text('Time of day of Türkiye, `HH:MM:SS`.'),
  timestamp: text('As `created_at`, as a text.'),
};

const without = (fields: object, ...names: string[]): string[] =>
  Object.keys(fields).filter((name) => !names.includes(name));

const kandilliBody = (name: string, result: object): Schema => ({
  name,
  schema: object({
    status: { type: 'boolean', const: true },
    httpStatus: integer('200.'),
    desc: text('Empty.'),
    serverloadms: integer('0.'),
    metadata: titled(
      'KandilliMetadata',
      {
        date_starts: text('Beginning in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.'),
        date_ends: text('End in time of Türkiye, `YYYY-MM-DD HH:MM:SS`.'),
        count: integer('Rows of the answer.'),
        total: integer('The same.'),
      },
      ['count', 'total'],
    ),
    result,
  }),
});

const KANDILLI_EARTHQUAKE: Schema = {
  name: 'KandilliEarthquake',
  schema: object(KANDILLI_ITEM, without(KANDILLI_ITEM, 'depth_unknown')),
};
export const KANDILLI_LIST = kandilliBody('KandilliList', list(reference(KANDILLI_EARTHQUAKE)));
export const KANDILLI_ONE = kandilliBody('KandilliOne', reference(KANDILLI_EARTHQUAKE));

const AFAD_ITEM: Record<keyof ReturnType<typeof afadItem>, object> = {
  rms: textOrNull('Root mean square of the residuals of arrival times, in s.'),
  eventID: text("AFAD's identifier of the earthquake."),
  location: text("AFAD's own words for the place."),
  latitude: text('Degrees, north positive.'),
  longitude: text('Degrees, east positive.'),
  depth: text('Kilometres below sea level; 0 where it is not known.'),
  depth_unknown: UNKNOWN_DEPTH,
  type: textOrNull('`ML`, `MW`, …'),
  magnitude: textOrNull('Magnitude.'),
  country: textOrNull('Country.'),
  province: textOrNull('Province.'),
  district: textOrNull('District.'),
  neighborhood: UNUSED,
  date: text('Origin time in UTC, `YYYY-MM-DDTHH:MM:SS`.'),
  isEventUpdate: { type: 'boolean', description: 'Whether AFAD changed it.' },
  lastUpdateDate: textOrNull('When, in UTC, `YYYY-MM-DDTHH:MM:SS`.'),
};

const AFAD_EVENT: Schema = { name: 'AfadEvent', schema: object(AFAD_ITEM, without(AFAD_ITEM, 'depth_unknown')) };
const AFAD_FEATURES: Schema = {
  name: 'AfadFeatureCollection',
  schema: object({
    type: { type: 'string', const: 'FeatureCollection' },
    features: list(
      titled('AfadFeature', {
        type: { type: 'string', const: 'Feature' },
        geometry: titled('AfadPoint', { type: { type: 'string', const: 'Point' }, coordinates: POINT }),
        properties: { type: 'object', additionalProperties: true, description: 'As the other formats name them.' },
      }),
    ),
  }),
};
/** Events, or with `format=geojson` one collection of them. */
export const AFAD_EVENTS: Schema = {
  name: 'AfadEvents',
  schema: list({ anyOf: [reference(AFAD_EVENT), reference(AFAD_FEATURES)] }),
};

/** Named by others of the schemas alone. */
export const ADAPTER_SCHEMAS: readonly Schema[] = [KANDILLI_EARTHQUAKE, AFAD_EVENT, AFAD_FEATURES];
