/** What the tests of the Kandilli API share: rows as its applications read them, and those of the catalogue. */
import { syntheticDataset } from './dataset.ts';
import { testGateway } from './gateway.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

const dataset = syntheticDataset();
export const files = new Map(dataset.files);
export const { app, get } = testGateway(files);

interface Airport {
  name: string;
  code: string;
  distance: number;
  coordinates: { type: string; coordinates: [number, number] };
}

export interface Row {
  _id: string;
  earthquake_id: string;
  provider: 'kandilli' | 'afad';
  mag: number;
  date_time: string;
  timestamp: string | number;
  hash?: string;
  hash2?: string;
  geojson: { coordinates: [number, number] };
  location_properties: { epiCenter: { cityCode: number }; airports: Airport[] };
}

export interface Answer {
  status: boolean;
  httpStatus: number;
  desc: string;
  parameter?: string;
  result: Row[];
}

export const read = async (path: string): Promise<Answer> => (await (await get(path)).json()) as Answer;
export const post = async (body: string | object, path = '/deprem/data/search') => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await app.request(path, {
    method: 'POST',
    body: text,
    headers: { 'Content-Type': 'application/json' },
  });
  return { response, answer: (await response.json()) as Answer };
};
export const search = async (body: object): Promise<Row[]> => (await post(body)).answer.result;

export const ofLocal = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+03:00`);
/** A row as the catalogue has it. */
export const named = (row: Row) => [row.provider, row.earthquake_id.slice(0, 16), ofLocal(row.date_time), row.mag];

const SINCE_2016 = Date.UTC(2016, 9, 1);
/** Each solution with a magnitude, the newest first, as theirs has them. */
export const solutions = dataset.earthquakes
  .flatMap(({ eventId, id, provinceCode, solutions: own }) =>
    own.map((solution) => ({ eventId, id, provinceCode, solution })),
  )
  .filter(
    ({ solution: { agency, magnitudes, time } }) =>
      ['kandilli', 'afad'].includes(agency) && magnitudes.length > 0 && time > SINCE_2016 && time <= AS_OF,
  )
  .toSorted(
    (a, b) => b.solution.time - a.solution.time || b.id - a.id || b.solution.agency.localeCompare(a.solution.agency),
  );
type Solution = (typeof solutions)[number];
export const due = ({ eventId, solution: { agency, time, magnitudes } }: Solution) => [
  ...[agency, eventId, Math.floor(time / 1000) * 1000, magnitudes[0]!.value],
];
