/** Clients of FDSN services: Python, Julia, Perl and a plugin of QGIS. */
import type { Answer, Application, Row } from './frame.ts';
import { isOk, piped, published, QUERY, second } from './published.ts';
import { origins, quakes, quantity } from './quakeml.ts';
import { get } from './requests.ts';
import { decimal, instant } from './values.ts';

const SERVICE = '/fdsnws/event/1/';

/** Some days of February 2023, and a magnitude. */
const SPAN = { from: Date.UTC(2023, 1, 6), to: Date.UTC(2023, 1, 9) };
const inSpan = (time: number): boolean => time >= SPAN.from && time <= SPAN.to;
const times = `starttime=${second(SPAN.from)}&endtime=${second(SPAN.to)}`;
const expected = (least: number) => (): Row[] =>
  published(({ time, magnitude }) => inSpan(time) && magnitude! >= least);

/** A civil time with `T`, as `DateTime` of Julia and `UTCDateTime` read it; UTC. */
const civil = (value: string): number => instant(`${value}Z`);

/** Columns of text. @param number how an empty cell is read */
const textRows = (answer: Answer, number: (cell: string) => number): Row[] =>
  piped(answer).map((cells) => {
    const depthKm = cells[4] === '' ? undefined : number(cells[4]!);
    return {
      ...{ time: civil(cells[1]!), latitude: number(cells[2]!), longitude: number(cells[3]!) },
      ...(depthKm === undefined ? {} : { depthKm }),
      ...{ magnitude: number(cells[10]!), place: cells[12]!, id: cells[0]! },
    };
  });

/** `float_or_none`; a row with fewer than 13 words is left out. */
const requake: Application = {
  name: 'SeismicSource/requake',
  uses: [
    {
      what: 'catalog',
      requests: get(`${QUERY}format=text&nodata=404&${times}&minlatitude=35&maxlatitude=40&minmagnitude=3.5`),
      read: ([answer]) => {
        isOk(answer!);
        return textRows(answer!, Number);
      },
      expected: () => expected(3.5)().filter(({ latitude }) => latitude! >= 35 && latitude! <= 40),
    },
  ],
};

/** Tools for assistants: columns by the names of the head. */
const mcp: Application = {
  name: 'INGV/mcp-fdsnws-event',
  uses: [
    {
      what: 'query_events',
      requests: get(
        `${QUERY}format=text&limit=50&orderby=time&starttime=${encodeURIComponent(second(SPAN.from))}` +
          `&endtime=${encodeURIComponent(second(SPAN.to))}&minmagnitude=4.0`,
      ),
      read: ([answer]) => {
        isOk(answer!);
        const [head] = answer!.text.split('\n');
        if (!head!.startsWith('#')) throw new Error('no columns');
        const columns = head!.slice(1).split('|');
        return piped(answer!).map((row) => {
          const cell = (name: string): string => row[columns.indexOf(name)]!;
          return {
            ...{ time: civil(cell('Time')), magnitude: decimal(cell('Magnitude')), place: cell('EventLocationName') },
            ...{ latitude: decimal(cell('Latitude')), longitude: decimal(cell('Longitude')), id: cell('EventID') },
          };
        });
      },
      expected: () => expected(4)().slice(0, 50),
    },
  ],
};

/** Julia: thirteen or fourteen cells, each number parsed; and QuakeML. */
const seisRequests: Application = {
  name: 'anowacki/SeisRequests.jl',
  uses: [
    {
      what: 'text',
      requests: get(`${QUERY}${times}&minmagnitude=4.0&mindepth=0.0&format=text`),
      read: ([answer]) => {
        isOk(answer!);
        for (const cells of piped(answer!))
          if (cells.length !== 13 && cells.length !== 14) throw new Error(`found ${cells.length}`);
        return textRows(answer!, decimal);
      },
      expected: () =>
        published(
          ({ time, magnitude, depthKm }) => inSpan(time) && magnitude! >= 4 && depthKm !== null && depthKm >= 0,
        ),
    },
    {
      what: 'QuakeML',
      requests: get(`${QUERY}${times}&minmagnitude=4.0`),
      read: ([answer]) => quakes(answer!),
      expected: expected(4),
    },
  ],
};

/** Perl: QuakeML by the names of its elements, kilometres from metres. */
const fetchEvent: Application = {
  name: 'EarthScope/fetch-scripts',
  uses: [
    {
      what: 'FetchEvent',
      requests: get(
        `${QUERY}orderby=time&${times}&minlat=35&maxlat=42&minlon=26&maxlon=45&minmag=4&maxmag=9&includeallmagnitudes=true`,
      ),
      read: ([answer]) => quakes(answer!),
      expected: () =>
        expected(4)().filter(
          ({ latitude, longitude }) => latitude! >= 35 && latitude! <= 42 && longitude! >= 26 && longitude! <= 45,
        ),
    },
  ],
};

/** Names of the parameters of `query`, as the description has them. */
function parameters({ text }: Answer): Set<string> {
  const [, query = ''] = /<method [^>]*id="query"[^>]*>([^]*?)<\/method>/.exec(text) ?? [];
  return new Set([...query.matchAll(/<param [^>]*name="([^"]+)"/g)].map(([, name]) => name!));
}

function supports(names: Set<string>, wanted: string): void {
  for (const name of wanted.split(' ')) if (!names.has(name)) throw new Error(`Unsupported parameter: ${name}`);
}

/** Python: parameters are held against the description before anything is asked. */
const pyrocko: Application = {
  name: 'pyrocko/pyrocko',
  uses: [
    {
      what: 'event(parsed=True)',
      requests: get(`${SERVICE}application.wadl`, `${QUERY}${times}&minmagnitude=4.0&includeallorigins=false`),
      read: ([wadl, answer]) => {
        isOk(wadl!);
        supports(parameters(wadl!), 'starttime endtime minmagnitude includeallorigins');
        return quakes(answer!);
      },
      expected: expected(4),
    },
  ],
};

/** Python: descriptions, catalogues and contributors are read when the client is made. */
const obspy: Application = {
  name: 'obspy/obspy',
  uses: [
    {
      what: 'Client.get_events',
      requests: get(
        ...['event', 'station'].map((service) => `/fdsnws/${service}/1/application.wadl`),
        ...[`${SERVICE}catalogs`, `${SERVICE}contributors`],
        `${QUERY}starttime=${encodeURIComponent(second(SPAN.from))}&endtime=${encodeURIComponent(second(SPAN.to))}&minmagnitude=4.5`,
      ),
      read: ([event, station, catalogs, contributors, answer]) => {
        for (const [wadl, names] of [
          [event!, 'starttime endtime minlatitude maxlatitude minlongitude maxlongitude latitude longitude minradius'],
          [event!, 'maxradius mindepth maxdepth minmagnitude maxmagnitude includeallorigins includeallmagnitudes'],
          [event!, 'includearrivals eventid limit offset orderby contributor catalog updatedafter'],
          [station!, 'network station level latitude longitude minradius maxradius'],
        ] as const) {
          isOk(wadl);
          supports(parameters(wadl), names);
        }
        for (const [name, { text }] of [
          ['Catalogs', catalogs!],
          ['Contributors', contributors!],
        ] as const)
          if (!new RegExp(`<${name}[^>]*>[^]*<${name.slice(0, -1)}>[^<]+<`).test(text)) throw new Error(`no ${name}`);
        return quakes(answer!);
      },
      expected: expected(4.5),
    },
  ],
};

/** A plugin of QGIS: points of origins, magnitudes are left out. */
const qquake: Application = {
  name: 'INGV/qquake',
  uses: [
    {
      what: 'points',
      requests: get(
        `${QUERY}${times}&minmag=4.5&minlat=35.0&maxlat=42.0&minlon=26.0&maxlon=45.0&limit=1000&format=xml`,
      ),
      read: ([answer]) =>
        origins(answer!).map((origin) => ({
          time: instant(quantity(origin, 'time')),
          magnitude: 0,
          latitude: decimal(quantity(origin, 'latitude')),
          longitude: decimal(quantity(origin, 'longitude')),
        })),
      expected: () =>
        expected(4.5)()
          .filter(
            ({ latitude, longitude }) => latitude! >= 35 && latitude! <= 42 && longitude! >= 26 && longitude! <= 45,
          )
          .map((row) => ({ ...row, magnitude: 0 })),
    },
  ],
};

export const FDSN: Application[] = [...[requake, mcp, seisRequests, fetchEvent, pyrocko, obspy, qquake]];
