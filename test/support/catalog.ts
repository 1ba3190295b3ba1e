/** Synthetic documents and a catalogue to put them into, for the catalogue's tests. */
import { createHash } from 'node:crypto';
import { AGENCIES, type Agency, type Earthquake } from '#core/earthquake.ts';
import { MINUTE, DATE_PRECISIONS, DAY, parseCivil, type DatePrecision, type EpochMs } from '#core/time.ts';
import type { CommitSummary } from '../../generator/catalog/publication/commit.ts';
import { openCatalog, sql, type Db } from '../../generator/catalog/database.ts';
import { storeDocument, type Stored } from '../../generator/catalog/documents/store-document.ts';
import type { Candidate } from '../../generator/catalog/association/score.ts';
import { feedGroupNamed } from '../../generator/catalog/documents/feed-groups.ts';
import type { PlaceName } from '../../generator/catalog/publication/location.ts';
import type { Prove } from '../../generator/catalog/publication/publish-clusters.ts';
import { finishIngest } from '../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { feedDefinition } from '../../generator/sources/agencies.ts';
import { emptyReport } from '../../generator/sources/parsing/rows.ts';
import type { Coverage, FeedName, Parsed, ProductReport, SourceReport } from '../../generator/sources/feed.ts';

/** `YYYY-MM-DD HH:MM:SS[.fff]`, UTC. */
export function at(text: string): EpochMs {
  const time = parseCivil(text);
  if (time === undefined) throw new Error(`${text} is not a time`);
  return time;
}

/** Noon of an ordinary day, from which the tests count. */
export const NOON = at('2024-03-10 12:00:00');

/** A report at Pazarcık at NOON by default. */
export const report = (values: Partial<SourceReport> = {}): SourceReport => ({
  ...emptyReport({ line: 1, time: NOON, latitude: 37.3, longitude: 37.1 }),
  depthKm: 10,
  magnitudes: [{ type: 'ML', value: 4.2 }],
  place: 'Pazarcık (Kahramanmaraş)',
  ...values,
});

const agencyOf = (feed: FeedName): Agency => feedDefinition(feed)!.parser.agency;

export interface Document {
  feed: FeedName;
  reports: SourceReport[];
  /** Publication time of the document; NOON and a day by default. */
  asOf?: EpochMs | null;
  coverage?: Coverage | null;
  products?: ProductReport[];
  inFull?: boolean;
  fetchedAt?: EpochMs | null;
}

/** One report in a document of unknown completeness. */
export const documentOf = (
  feed: FeedName,
  key: string | null,
  values: Partial<SourceReport> = {},
  asOf = NOON + DAY,
): Document => ({ feed, reports: [report({ key, ...values })], asOf });

export const parsedOf = ({
  feed,
  reports,
  asOf = NOON + DAY,
  coverage = null,
  products = [],
  inFull = false,
}: Document): Parsed => ({
  feed,
  agency: agencyOf(feed),
  rows: reports.length + products.length,
  reports,
  products,
  complete: inFull,
  rejects: [],
  repeated: 0,
  asOf,
  coverage,
  warnings: [],
});

/** A document, and the same again when what it lacks is confirmed. */
export const confirmed = (document: Document): [Document, Document] => [
  document,
  { ...document, asOf: (document.asOf ?? NOON + DAY) + 10 * MINUTE },
];

/** A coverage of everything within `reach` ms of an instant. */
export const everything = (around: EpochMs = NOON, reach = DAY): Coverage => ({
  from: around - reach,
  to: around + reach,
  minMagnitude: null,
});

export interface TestCatalog {
  db: Db;
  /** The clock of the next calls; it does not move by itself. */
  now: EpochMs;
  agencies: readonly Agency[];
  placeName: PlaceName;
  prove?: Prove;
  store(document: Document): Stored;
  finish(): CommitSummary;
  /** One run: the documents put down in this order, then finished. */
  run(...documents: Document[]): CommitSummary;
  /** Neither the catalogue nor its `db` may be used any more. */
  close(): void;
}

const IN_MEMORY = ':memory:';

/** Emptied catalogues: to use one again costs less than to create its tables and to prepare its statements. */
const idle: Db[] = [];

function empty(db: Db): Db {
  const tables = sql<[], string>(db, `SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all();
  db.transaction(() => tables.forEach((table) => sql(db, `DELETE FROM ${table}`).run()))();
  return db;
}

export function testCatalog(path = IN_MEMORY): TestCatalog {
  const db = (path === IN_MEMORY ? idle.pop() : undefined) ?? openCatalog(path);
  const catalog: TestCatalog = {
    db,
    now: NOON + 2 * DAY,
    agencies: AGENCIES,
    placeName: () => null,
    store(document) {
      const parsed = parsedOf(document);
      return storeDocument(db, parsed, {
        name: `synthetic ${document.feed}`,
        sha256: createHash('sha256').update(JSON.stringify(parsed)).digest('hex'),
        fetchedAt: document.fetchedAt ?? null,
        now: catalog.now,
      });
    },
    finish: () => {
      const { agencies, placeName, prove } = catalog;
      const options = { db, now: () => catalog.now, region: REGION, agencies, placeName };
      return finishIngest({ ...options, ...(prove ? { prove } : {}) });
    },
    run(...documents) {
      for (const document of documents) catalog.store(document);
      return catalog.finish();
    },
    close: () => void (path === IN_MEMORY ? idle.push(empty(db)) : db.close()),
  };
  return catalog;
}

/** A catalogue that has read the documents in one run. */
export function catalogOf(...documents: Document[]): TestCatalog {
  const catalog = testCatalog();
  catalog.run(...documents);
  return catalog;
}

/** Current records by origin time and id. */
export const records = (db: Db): Earthquake[] =>
  sql<[], string>(db, `SELECT record FROM earthquakes WHERE state = 'current' ORDER BY time, id`)
    .pluck()
    .all()
    .map((record) => JSON.parse(record) as Earthquake);

export function onlyRecord(db: Db): Earthquake {
  const [record, ...others] = records(db);
  if (!record || others.length > 0) throw new Error(`${others.length + (record ? 1 : 0)} earthquakes, not one`);
  return record;
}

export interface EarthquakeState {
  id: number;
  state: 'current' | 'merged' | 'withdrawn';
  merged_into: number | null;
}

export const states = (db: Db): EarthquakeState[] =>
  sql<[], EarthquakeState>(db, 'SELECT id, state, merged_into FROM earthquakes ORDER BY id').all();

export interface ChangeLogRow {
  sequence: number;
  earthquake: number;
  updated_at: EpochMs;
  kind: string;
  merged_into: number | null;
  history: string;
}

export const changeLog = (db: Db): ChangeLogRow[] =>
  sql<[], ChangeLogRow>(
    db,
    'SELECT sequence, earthquake, updated_at, kind, merged_into, history FROM changes ORDER BY sequence',
  ).all();

/** What is published, but for what depends on when which document was read: ids, names and instants. */
export const published = (db: Db): string[] =>
  records(db)
    .map((record) =>
      JSON.stringify({ ...record, id: 0, eventId: '', slug: '', updatedAt: 0, revisions: [] } satisfies Earthquake),
    )
    .sort();

const PUBLISHED_TABLES = ['earthquakes', 'slugs', 'changes'];

/** Every row of every table that anything is published from. */
export function* publishedRows(db: Db): Generator<string> {
  for (const table of PUBLISHED_TABLES)
    for (const row of sql(db, `SELECT * FROM ${table} ORDER BY 1, 2`).raw().iterate())
      yield `${table} ${JSON.stringify(row)}\n`;
}

export const dump = (db: Db): string => [...publishedRows(db)].join('');

/** An agency event as association reads it: Kandilli's reviewed catalogue at NOON by default. */
export const candidate = (
  values: Partial<Omit<Candidate, 'feedGroup' | 'precision'>> & {
    feedGroup?: Parameters<typeof feedGroupNamed>[0];
    precision?: DatePrecision;
  } = {},
): Candidate => {
  const { feedGroup = 'kandilli-zeqdb', precision = 'second', ...rest } = values;
  return {
    agencyEvent: 1,
    key: String(rest.agencyEvent ?? 1),
    time: NOON,
    alternativeTime: null,
    latitude: 37.3,
    longitude: 37.1,
    magnitude: 4.2,
    magnitudeType: 'ML',
    activity: 0,
    automatic: false,
    earthquake: null,
    ...rest,
    feedGroup: feedGroupNamed(feedGroup),
    precision: DATE_PRECISIONS.indexOf(precision),
  };
};
