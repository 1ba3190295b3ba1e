/** Applications for EMSC's event service. */
import { DAY, HOUR } from '#core/time.ts';
import { earthquakes } from './catalogue.ts';
import type { Answer, Application, Row } from './frame.ts';
import { FEED, feed, featuresOf, isOk, piped, pointOf, propertiesOf, published, QUERY } from './published.ts';
import { quakes } from './quakeml.ts';
import { get } from './requests.ts';
import { decimal, type Fields, instant, number, object, optional, text, whole } from './values.ts';

/** Go: times are RFC 3339, texts are texts; the depth is what is left of its sign. */
function ofStruct(feature: Fields): Row {
  const { lastupdate, time, source_id: id, ...more } = propertiesOf(feature);
  for (const name of ['magtype', 'evtype', 'auth', 'unid', 'source_catalog']) optional(more[name], text);
  for (const name of ['lon', 'lat', 'depth']) optional(more[name], number);
  instant(lastupdate);
  text(id);
  const [longitude, latitude, depth] = pointOf(feature);
  return {
    ...{ time: instant(time), magnitude: number(more['mag']), longitude: longitude!, latitude: latitude! },
    ...{ depthKm: Math.abs(depth!), place: text(more['flynn_region']) },
  };
}

/** A Telegram bot's collector: EMSC since yesterday or the day before, and the day of the USGS. */
const tools: Application = {
  name: 'mightymatth/earthquake-tools',
  uses: [
    {
      what: 'EMSC',
      requests: (now) => [
        { path: `${QUERY}format=json&limit=10&starttime=${new Date(now - 36 * HOUR).toISOString().slice(0, 10)}` },
      ],
      read: ([answer]) => featuresOf(answer!).map(ofStruct),
      expected: () => published(() => true, 10),
    },
    {
      what: 'USGS',
      requests: get(`${FEED}all_day.geojson`),
      read: ([answer]) =>
        featuresOf(answer!)
          .slice(0, 10)
          .map((one) => {
            const { mag, time, place, updated } = propertiesOf(one);
            whole(updated);
            const [longitude, latitude, depthKm] = pointOf(one);
            return {
              ...{ time: whole(time), magnitude: number(mag), longitude: longitude!, latitude: latitude! },
              ...{ depthKm: depthKm!, place: text(place), id: text(one['id']) },
            };
          }),
      expected: feed(-Infinity, DAY, 10),
    },
  ],
};

/** Home Assistant: it asks for `geojson`, of which the time is a number, and names places by EMSC's or its own word. */
const quakehub: Application = {
  name: 'ervede/quakehub',
  uses: [false, true].map((isNamed) => ({
    what: isNamed ? 'names of places' : 'earthquakes',
    requests: get(`${QUERY}format=geojson&limit=200`),
    read: ([answer]: Answer[], now: number) => {
      isOk(answer!);
      return featuresOf(answer!).map((one) => {
        const { time, mag, flynn_region: flynn, region } = propertiesOf(one);
        const [longitude, latitude, depthKm] = pointOf(one);
        return {
          // A time as text becomes that of the request.
          time: typeof time === 'number' ? time : now,
          ...{ magnitude: number(mag), longitude: longitude!, latitude: latitude!, depthKm: depthKm! },
          ...(isNamed ? { place: optional(flynn ?? region, text) ?? '' } : {}),
        };
      });
    },
    expected: () => published(() => true, 200),
  })),
};

/** An exercise of EMSC's own: one event as text, JSON and QuakeML. The user writes an identifier of this service. */
const exercise: Application = {
  name: 'EMSC-CSEM/Hands-on-Session',
  uses: (['text', 'json', 'xml'] as const).map((format) => {
    const event = earthquakes.find(({ magnitude, depthKm }) => magnitude !== null && depthKm !== null)!;
    return {
      what: `format=${format}`,
      requests: get(`${QUERY}eventid=${event.eventId}&format=${format}`),
      read: ([answer]: Answer[]): Row[] => {
        if (format === 'text')
          return piped(answer!).map(([, time, latitude, longitude, , , , , , , magnitude]) => ({
            time: Date.parse(`${time}Z`),
            ...{ latitude: decimal(latitude), longitude: decimal(longitude), magnitude: decimal(magnitude) },
          }));
        if (format === 'xml') return quakes(answer!);
        const { time, lat, lon, mag, flynn_region: place } = object(object(answer!.json())['properties']);
        return [
          {
            ...{ time: instant(time), latitude: number(lat), longitude: number(lon), magnitude: number(mag) },
            place: text(place),
          },
        ];
      },
      expected: () => published(({ id }) => id === event.id),
    };
  }),
};

export const EMSC: Application[] = [tools, quakehub, exercise];
