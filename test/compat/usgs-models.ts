/** Applications for the USGS's feeds in languages whose models must fit: a value of another type is an error. */
import { DAY } from '#core/time.ts';
import type { Answer, Application, Row } from './frame.ts';
import { FEED, feed, featuresOf, isEarthquake, isOk, pointOf, propertiesOf, published, QUERY } from './published.ts';
import { get } from './requests.ts';
import { type Fields, list, number, object, optional, text, whole } from './values.ts';

/** Of every model here: what is shown. */
function rowOf(feature: Fields): Row {
  const [longitude, latitude, depthKm] = pointOf(feature);
  const { mag, time, place } = propertiesOf(feature);
  return {
    ...{ time: whole(time), magnitude: number(mag), longitude: longitude!, latitude: latitude! },
    ...(depthKm === undefined ? {} : { depthKm }),
    ...(place === undefined ? {} : { place: text(place) }),
  };
}

/** Each named field is there and of the type. */
function each(fields: Fields, type: (value: unknown) => unknown, names: string): void {
  for (const name of names.split(' ')) type(fields[name]);
}

const optionals = (fields: Fields, type: (value: unknown) => unknown, names: string): void =>
  each(fields, (value) => optional(value, type), names);

/** Swift, `Codable`: nothing of this model is optional. */
const eq1: Application = {
  name: 'matrangam/EQ1',
  uses: [
    {
      what: 'all_day',
      requests: get(`${FEED}all_day.geojson`),
      read: ([answer]) => {
        const { type, metadata } = object(answer!.json());
        text(type);
        each(object(metadata), text, 'title api');
        each(object(metadata), number, 'generated');
        each(object(metadata), whole, 'count');
        return featuresOf(answer!).map((one) => {
          each(propertiesOf(one), number, 'mag time updated');
          each(propertiesOf(one), text, 'place title type');
          return { ...rowOf(one), id: text(one['id']) };
        });
      },
      expected: feed(),
    },
  ],
};

/** Swift: `tz` is a whole number, `bbox` a list. */
const infoQuake: Application = {
  name: 'BrandonCao/InfoQuake',
  uses: [
    {
      what: 'query',
      requests: get(`${QUERY}format=geojson&eventtype=earthquake`),
      read: ([answer]) => {
        isOk(answer!);
        list(object(answer!.json())['bbox']).forEach(number);
        return featuresOf(answer!).map((one) => {
          const properties = propertiesOf(one);
          each(properties, whole, 'time updated tz tsunami sig');
          each(properties, text, 'place url detail status net code ids sources types magType type title');
          optionals(properties, number, 'felt cdi mmi nst dmin rms gap');
          return rowOf(one);
        });
      },
      expected: () => published(isEarthquake),
    },
  ],
};

/** Kotlin, Moshi with its adapters for Kotlin: null in a type without `?` is an error. */
const earthquakeTracker: Application = {
  name: 'ajsherrell/earthquaketracker',
  uses: [
    {
      what: 'query of two days',
      requests: get(`${QUERY}format=geojson&starttime=2025-04-22&endtime=2025-04-24&minmagnitude=2`),
      read: ([answer]) => {
        isOk(answer!);
        const { metadata } = object(answer!.json());
        each(object(metadata), whole, 'generated status count');
        each(object(metadata), text, 'url title api');
        return featuresOf(answer!).map((one) => {
          const properties = propertiesOf(one);
          each(properties, whole, 'time updated tsunami sig');
          each(properties, text, 'url detail status net code ids sources types magType title');
          optionals(properties, number, 'cdi mmi dmin rms gap');
          optionals(properties, whole, 'felt nst');
          optionals(properties, text, 'place tz alert');
          return { ...rowOf(one), id: text(one['id']) };
        });
      },
      expected: () =>
        published(
          ({ time, magnitude }) => time >= Date.UTC(2025, 3, 22) && time <= Date.UTC(2025, 3, 24) && magnitude! >= 2,
        ),
    },
  ],
};

/** Rust, serde: only what is an `Option` may be null. */
const seismotail: Application = {
  name: 'copyleftdev/seismotail',
  uses: ['all_day', '2.5_day'].map((name, index) => ({
    what: name,
    requests: get(`${FEED}${name}.geojson`),
    read: ([answer]: Answer[]) => {
      isOk(answer!);
      const { type, metadata } = object(answer!.json());
      if (text(type) !== 'FeatureCollection') throw new Error('no collection');
      each(object(metadata), whole, 'generated status count');
      each(object(metadata), text, 'url title api');
      return featuresOf(answer!).map((one) => {
        const properties = propertiesOf(one);
        each(properties, whole, 'time updated tsunami sig');
        each(properties, text, 'status net code');
        optionals(properties, text, 'magType place alert ids sources types url detail title type');
        optionals(properties, whole, 'nst felt');
        optionals(properties, number, 'mag dmin rms gap cdi mmi');
        if (pointOf(one).length !== 3) throw new Error('expected 3 coordinates');
        return { ...rowOf(one), id: text(one['id']) };
      });
    },
    expected: feed([-Infinity, 2.5][index]),
  })),
};

/** Go: null leaves a field as it is, another type is an error that this program does not look at. */
const quakes: Application = {
  name: 'mikemadden42/quakes',
  uses: [
    {
      what: 'all_day',
      requests: get(`${FEED}all_day.geojson`),
      read: ([answer]) => featuresOf(answer!).map(rowOf),
      expected: feed(),
    },
  ],
};

/** C#, System.Text.Json: `decimal` is never null; what is not in the class is passed over. */
const course: Application = {
  name: 'nrhint/CSE212-HW',
  uses: [
    {
      what: 'all_day',
      requests: get(`${FEED}all_day.geojson`),
      read: ([answer]) =>
        featuresOf(answer!).map((one) => {
          const properties = propertiesOf(one);
          each(properties, number, 'mag rms');
          each(properties, whole, 'time updated');
          optionals(properties, whole, 'tsunami sig');
          optionals(properties, text, 'place url detail status net code ids sources types magType type');
          return rowOf(one);
        }),
      expected: feed(),
    },
  ],
};

const otherCourse: Application = {
  name: 'philipAdelabu/cse212-hw',
  uses: [
    {
      what: 'all_day',
      requests: get(`${FEED}all_day.geojson`),
      read: ([answer]) =>
        featuresOf(answer!).map((one) => {
          const properties = propertiesOf(one);
          optionals(properties, text, 'place title');
          each(properties, whole, 'time');
          return rowOf(one);
        }),
      expected: feed(),
    },
  ],
};

/** Dart, freezed: `required` fields; numbers by `toDouble()`. It asks for 500, in four orders. */
const earthquakeApp: Application = {
  name: 'sahinozan/Earthquake-App',
  uses: ['time', 'time-asc', 'magnitude', 'magnitude-asc'].map((order) => ({
    what: `orderby=${order}`,
    requests: get(`${QUERY}format=geojson&jsonerror=true&eventtype=earthquake&orderby=${order}&minmag=4&limit=500`),
    read: ([answer]: Answer[]) => {
      isOk(answer!);
      text(object(answer!.json())['type']);
      return featuresOf(answer!).map((one) => ({ ...rowOf(one), id: text(one['id']) }));
    },
    expected: () => {
      const all = published((one) => isEarthquake(one) && one.magnitude! >= 4);
      const sign = order.endsWith('-asc') ? 1 : -1;
      const byTime = (a: Row, b: Row): number => sign * (a.time! - b.time!);
      const byMagnitude = (a: Row, b: Row): number => sign * (a.magnitude - b.magnitude) || b.time! - a.time!;
      return all.toSorted(order.startsWith('time') ? byTime : byMagnitude).slice(0, 500);
    },
  })),
};

/** MATLAB: `urlread` and a reader of JSON. */
const matcomcat: Application = {
  name: 'usgs/matcomcat',
  uses: [
    {
      what: 'getEventData',
      requests: get(
        `${QUERY}format=geojson&orderby=time-asc&starttime=2023-02-06T00:00:00&endtime=2023-02-08T00:00:00` +
          '&minlongitude=34.000000&maxlongitude=40.000000&minlatitude=35.000000&maxlatitude=40.000000&minmagnitude=3.5',
      ),
      read: ([answer]) =>
        featuresOf(answer!).map((one) => {
          text(propertiesOf(one)['title']);
          return { ...rowOf(one), id: text(one['id']) };
        }),
      expected: () =>
        published(
          ({ time, latitude, longitude, magnitude }) =>
            Math.abs(time - Date.UTC(2023, 1, 7)) <= DAY &&
            Math.abs(longitude - 37) <= 3 &&
            Math.abs(latitude - 37.5) <= 2.5 &&
            magnitude! >= 3.5,
        ),
    },
  ],
};

export const USGS_MODELS: Application[] = [
  ...[eq1, infoQuake, earthquakeTracker, seismotail, quakes, course, otherCourse, earthquakeApp, matcomcat],
];
