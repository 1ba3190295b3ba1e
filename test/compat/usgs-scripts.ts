/** Applications for the USGS that read what they need: Python, JavaScript, TypeScript, R and the shell. */
import { DAY, HOUR } from '#core/time.ts';
import type { Answer, Application, Row } from './frame.ts';
import {
  FEED,
  feed,
  featuresOf,
  isEarthquake,
  isOk,
  pointOf,
  propertiesOf,
  published,
  QUERY,
  second,
} from './published.ts';
import { get } from './requests.ts';
import { decimal, type Fields, number, object, objects, text, whole } from './values.ts';

function rowOf(feature: Fields): Row {
  const [longitude, latitude, depthKm] = pointOf(feature);
  const { mag, time, place } = propertiesOf(feature);
  return {
    ...{ time: number(time), magnitude: number(mag), longitude: longitude!, latitude: latitude!, depthKm: depthKm! },
    place: text(place),
  };
}

const rows = ([answer]: Answer[]): Row[] => featuresOf(answer!).map(rowOf);

/** The feed reader of Home Assistant's integration: the newest update is the greatest of all, so none may be null. */
const aioGeojson: Application = {
  name: 'exxamalte/python-aio-geojson-usgs-earthquakes',
  uses: ['all_hour', 'all_day', '2.5_day'].map((name, index) => ({
    what: name,
    requests: get(`${FEED}${name}.geojson`),
    read: ([answer]: Answer[]) => {
      isOk(answer!);
      text(object(object(answer!.json())['metadata'])['title']);
      return featuresOf(answer!).map((one) => {
        number(propertiesOf(one)['updated']);
        return { ...rowOf(one), id: text(one['id']) };
      });
    },
    expected: feed([-Infinity, -Infinity, 2.5][index], index === 0 ? HOUR : DAY),
  })),
};

/** The five newest of a module for MagicMirror. */
const monitor: Application = {
  name: 'rcollie/MMM-EarthquakeMonitor',
  uses: [
    {
      what: '4.5_day',
      requests: get(`${FEED}4.5_day.geojson`),
      read: (answers) => (isOk(answers[0]!), rows(answers).slice(0, 5)),
      expected: feed(4.5, DAY, 5),
    },
  ],
};

const worldMonitor: Application = {
  name: 'koala73/worldmonitor',
  uses: [
    {
      what: '4.5_day',
      requests: get(`${FEED}4.5_day.geojson`),
      read: ([answer]) => {
        isOk(answer!);
        return featuresOf(answer!).map((one) => ({ ...rowOf(one), id: text(one['id']) }));
      },
      expected: feed(4.5),
    },
  ],
};

/** `len()` is `metadata.count`; a map takes three coordinates apart. */
const quakefeeds: Application = {
  name: 'python33r/quakefeeds',
  uses: [
    {
      what: '2.5_day',
      requests: get(`${FEED}2.5_day.geojson`),
      read: (answers) => {
        const { metadata, bbox } = object(answers[0]!.json());
        const { count, generated, title, url } = object(metadata);
        [number(generated), text(title), text(url)].forEach(String);
        if ((bbox as unknown[]).length !== 6) throw new Error('no bbox');
        const shown = rows(answers);
        if (count !== shown.length) throw new Error(`len() is ${String(count)}`);
        return shown;
      },
      expected: feed(2.5),
    },
  ],
};

/** `curl | sed | cut`: the first five columns and the fourteenth, of which commas were taken out. */
const quakesShell: Application = {
  name: 'abshinn/usgs',
  uses: [
    {
      what: '2.5_day.csv',
      requests: get(`${FEED}2.5_day.csv`),
      read: ([answer]) =>
        answer!.text
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => {
            const cells = line.replaceAll(', ', ' - ').split(',');
            const [time, latitude, longitude, depthKm, magnitude] = cells;
            return {
              time: Date.parse(time!),
              ...{ latitude: Number(latitude), longitude: Number(longitude), magnitude: decimal(magnitude) },
              ...(depthKm === '' ? {} : { depthKm: Number(depthKm) }),
              place: cells[13]!,
            };
          }),
      expected: feed(2.5),
    },
  ],
};

const quakePhp: Application = {
  name: 'millennium-faulken/quake',
  uses: [
    {
      what: 'query',
      requests: get(`${QUERY}format=geojson&minmagnitude=5.5`),
      read: rows,
      expected: () => published(({ magnitude }) => magnitude! >= 5.5),
    },
  ],
};

const SPAN = { from: Date.UTC(2023, 1, 5), to: Date.UTC(2023, 1, 25) };
const inSpan = ({ time }: { time: number }): boolean => time >= SPAN.from && time <= SPAN.to;

/** The USGS's own library for Python: what it counts, and what it searches. */
const libcomcat: Application = {
  name: 'usgs/libcomcat',
  uses: [
    {
      what: 'search',
      requests: get(
        `${QUERY}format=geojson&starttime=${encodeURIComponent(second(SPAN.from))}&endtime=${encodeURIComponent(second(SPAN.to))}` +
          '&limit=20000&minmagnitude=4.0&offset=1&orderby=time-asc&eventtype=earthquake',
      ),
      read: ([answer]) => featuresOf(answer!).map((one) => ({ ...rowOf(one), id: text(one['id']) })),
      expected: () => published((one) => inSpan(one) && isEarthquake(one) && one.magnitude! >= 4),
    },
    {
      what: 'count',
      requests: get(
        `/fdsnws/event/1/count?format=geojson&starttime=${encodeURIComponent(second(SPAN.from))}` +
          `&endtime=${encodeURIComponent(second(SPAN.to))}&limit=20000&minmagnitude=4.0&offset=1&orderby=time-asc&eventtype=earthquake`,
      ),
      // Of as many as it counts.
      read: ([answer]) => {
        const known = published((one) => inSpan(one) && isEarthquake(one) && one.magnitude! >= 4);
        const count = whole(object(answer!.json())['count']);
        return known.slice(0, count).concat(Array<Row>(Math.max(0, count - known.length)).fill(known[0]!));
      },
      expected: () => published((one) => inSpan(one) && isEarthquake(one) && one.magnitude! >= 4),
    },
  ],
};

/** `scan()` with a list of fifteen columns takes cells in turns: more columns shift every following row. */
const rcomcat: Application = {
  name: 'abarbour/rcomcat',
  uses: [
    {
      what: 'comcat_hypo',
      requests: get(
        '/fdsnws/event/1/count?orderby=time-asc&format=geojson&minlatitude=39.74881&maxlatitude=39.75012' +
          '&minlongitude=-105.22078&maxlongitude=-105.21906&minmagnitude=8&starttime=2025-04-23T13:00:00',
        `/fdsnws/event/1/count?orderby=time-asc&eventtype=earthquake&starttime=${second(SPAN.from)}&endtime=${second(SPAN.to)}`,
        `${QUERY}orderby=time-asc&format=csv&eventtype=earthquake&starttime=${second(SPAN.from)}&endtime=${second(SPAN.to)}`,
      ),
      read: ([most, count, data]) => {
        decimal(most!.text.replace(/^.*wed.:/, '').replaceAll(/[,}]/g, ''));
        decimal(count!.text.trim());
        const cells = data!.text
          .trim()
          .split('\n')
          .slice(1)
          .flatMap((line) => line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)!.slice(0, -1))
          .map((cell) => cell.replace(/,$/, ''));
        return Array.from({ length: Math.ceil(cells.length / 15) }, (_, row) => {
          const [time, latitude, longitude, depthKm, magnitude] = cells.slice(15 * row, 15 * row + 5);
          const numbers = [latitude, longitude, depthKm, magnitude].map((cell) => (cell === '' ? NaN : decimal(cell)));
          return {
            ...{ time: Date.parse(time!), latitude: numbers[0]!, longitude: numbers[1]! },
            ...{ depthKm: numbers[2]!, magnitude: numbers[3]! },
          };
        });
      },
      expected: () => published((one) => inSpan(one) && isEarthquake(one)),
    },
  ],
};

/** Its summaries, and the significant ones of a year by an address that the USGS alone has. */
const seisplotjs: Application = {
  name: 'crotwell/seisplotjs',
  uses: [
    {
      what: 'loadDaySummaryM2_5',
      requests: get(`${FEED}2.5_day.geojson`),
      read: ([answer]) => {
        const { type, metadata } = object(answer!.json());
        if (type !== 'FeatureCollection') throw new TypeError('not valid');
        [number(object(metadata)['generated']), text(object(metadata)['url'])].forEach(String);
        return objects(object(answer!.json())['features']).map((one) => {
          text(propertiesOf(one)['title']);
          return { ...rowOf(one), id: text(one['id']) };
        });
      },
      expected: feed(2.5),
    },
    {
      what: 'loadSignificant',
      requests: get(
        '/fdsnws/event/1/query.geojson?minsig=600&starttime=2023-01-01T00:00:00.000Z&endtime=2023-12-31T00:00:00.000Z',
      ),
      read: (answers) => (isOk(answers[0]!), rows(answers)),
      expected: () => published((one) => inSpan(one) && one.magnitude! >= 6.25),
    },
  ],
};
export const USGS_SCRIPTS: Application[] = [
  ...[aioGeojson, monitor, worldMonitor, quakefeeds, quakesShell, quakePhp, libcomcat, rcomcat, seisplotjs],
];
