/**
 * The values that a query bounds and answers: those of the records, of one agency's own catalogue, or magnitudes of
 * one type. A view gives a shard's spans and columns as if that catalogue had been published, so that plans and filters
 * are those of the list.
 */
import type { ShardColumns } from '../columns.ts';
import { KNOWN_AGENCIES, type Agency } from '../earthquake.ts';
import { contentHash } from '../etag.ts';
import { FORMAT, type Manifest } from '../manifest.ts';
import { type AreaPlan, areaPlan, mayMatch } from '../plan.ts';
import { canonicalQuery, type ListFilter } from '../query.ts';
import type { ShardEntry } from '../shard-entry.ts';
import { solutionOf, type SolutionColumns } from '../solution-columns.ts';
import { spanOfValues, type AgencySpans, type Span } from '../solution-spans.ts';
import { SECOND } from '../time.ts';

export interface View {
  agency?: Agency;
  /** In place of `agency`: a row for the solution of each of them. */
  agencies?: readonly Agency[];
  /** In lower case. */
  magnitudeType?: string;
}

/** Whether a type of magnitude is the one asked for; `mw` asks for every moment magnitude. */
export const isType = (type: string, asked: string): boolean =>
  asked === 'mw' ? type.toLowerCase().startsWith(asked) : type.toLowerCase() === asked;

/** Whose solutions the rows are; undefined for those of the records. */
const agenciesOf = ({ agency, agencies }: View): readonly Agency[] | undefined =>
  agency === undefined ? agencies : [agency];

/** Whether the rows are the records as they are. */
export const showsRecords = (view: View): boolean => agenciesOf(view) === undefined && view.magnitudeType === undefined;

export const canonicalView = (view: View): string =>
  `${agenciesOf(view)?.join() ?? ''} ${encodeURIComponent(view.magnitudeType ?? '')}`;

/** Spans of whole seconds hold origin times with fractions. */
const withFractions = ([from, to]: Span): Span => [from, to + SECOND - 1];

/** The shard as the view sees it; undefined on proof that it has no row. */
function viewEntry(entry: ShardEntry, view: View): ShardEntry | undefined {
  const { magnitudeType } = view;
  const time = withFractions(entry.time);
  if (showsRecords(view)) return { ...entry, time };
  const agencies = agenciesOf(view);
  const spans = (agencies ?? KNOWN_AGENCIES).flatMap((name) => entry.solutions[name] ?? []);
  const magnitude = magnitudeSpan(spans, magnitudeType);
  if (spans.length === 0 || (magnitudeType !== undefined && magnitude === null)) return undefined;
  if (agencies === undefined) return { ...entry, time, magnitude };
  const depths = spans.flatMap(({ depthKm }) => depthKm ?? []);
  return {
    ...entry,
    count: spans.reduce((sum, { count }) => sum + count, 0),
    time: withFractions(spanOfValues(spans.flatMap((one) => one.time))),
    latitude: spanOfValues(spans.flatMap(({ latitude }) => latitude)),
    longitude: spanOfValues(spans.flatMap(({ longitude }) => longitude)),
    depthKm: depths.length === 0 ? null : spanOfValues(depths),
    magnitude,
  };
}

function magnitudeSpan(spans: AgencySpans[], asked: string | undefined): Span | null {
  const ends = spans.flatMap(({ magnitudes }) =>
    Object.entries(magnitudes).flatMap(([type, span]) => (asked === undefined || isType(type, asked) ? span : [])),
  );
  return ends.length === 0 ? null : spanOfValues(ends);
}

export interface ViewPlan {
  shards: { entry: ShardEntry; viewed: ShardEntry }[];
  /** Changes if, and only if, the query, the format or one of the planned shards does. */
  hash: string;
  /** Absent where no index helps: indexes know the places of the records alone. */
  area?: AreaPlan;
}

/** By the manifest alone. */
export function planView(manifest: Manifest, filter: ListFilter, view: View): ViewPlan {
  const matches = mayMatch(filter);
  const shards = manifest.shards.flatMap((entry) => {
    const viewed = viewEntry(entry, view);
    return viewed && matches(viewed) ? [{ entry, viewed }] : [];
  });
  const query = `${FORMAT}\n${canonicalQuery({ ...filter, limit: 0 })}\n${canonicalView(view)}\n`;
  const hash = contentHash(query, shards.map(({ entry }) => entry.hash + entry.fullHash).join(''));
  const entries = shards.map(({ entry }) => entry);
  return { shards, hash, ...(showsRecords(view) ? areaPlan(manifest, { query: filter, shards: entries }) : {}) };
}

/** Columns of the rows that a view has; those of lines and texts are not of the view. */
export interface ViewColumns extends ShardColumns {
  /** The shard's row of each row. */
  recordRow: Uint32Array | undefined;
  /** Whose solution each row is, where the view names several agencies. */
  agencyOfRow?: readonly Agency[];
}

export function viewColumns(columns: ShardColumns, solutions: SolutionColumns, view: View): ViewColumns {
  if (showsRecords(view)) return { ...columns, time: solutions.recordTime, recordRow: undefined };
  const agencies = agenciesOf(view);
  const asked = (agencies ?? [undefined]).map((agency) => ({ agency, magnitudeType: view.magnitudeType }));
  const rows: number[] = [];
  const own: number[] = [];
  const magnitudes: number[] = [];
  const agencyOfRow: Agency[] = [];
  for (let row = 0; row < columns.rows; row += 1)
    for (const one of asked) {
      const found = rowOf(solutions, row, one);
      if (!found) continue;
      rows.push(row);
      own.push(found.solution);
      magnitudes.push(found.magnitude);
      if (view.agencies) agencyOfRow.push(one.agency!);
    }
  // Positions and times are those of the agencies' own solutions, else of the records.
  const [of, places] = agencies === undefined ? [{ ...columns, time: solutions.recordTime }, rows] : [solutions, own];
  const located = {
    time: pick(of.time, places),
    latitude: pick(of.latitude, places),
    longitude: pick(of.longitude, places),
    depthKm: pick(of.depthKm, places),
    eventType: pick(of.eventType, places),
    ...(agencies === undefined ? {} : { eventTypes: solutions.types }),
  };
  return {
    ...columns,
    ...located,
    rows: rows.length,
    magnitude: Float64Array.from(magnitudes),
    updatedAt: pick(columns.updatedAt, rows),
    id: pick(columns.id, rows),
    text: pick(columns.text, rows),
    agencies: pick(columns.agencies, rows),
    province: pick(columns.province, rows),
    recordRow: Uint32Array.from(rows),
    ...(view.agencies ? { agencyOfRow } : {}),
  };
}

/** The values at some places. */
function pick<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(values: T, places: number[]): T {
  // A row may be there for several agencies.
  const picked = new (values.constructor as new (length: number) => T)(places.length);
  for (const [index, place] of places.entries()) picked[index] = values[place]!;
  return picked;
}

/** The solution that a view shows of a row, and its magnitude (NaN: none); undefined where it has no such row. */
function rowOf(
  solutions: SolutionColumns,
  row: number,
  { agency, magnitudeType }: { [Name in 'agency' | 'magnitudeType']: View[Name] | undefined },
): { solution: number; magnitude: number } | undefined {
  const first = solutions.firstSolution[row]!;
  const only = agency === undefined ? undefined : solutionOf(solutions, row, agency);
  if (agency !== undefined && only === undefined) return undefined;
  const [from, to] = only === undefined ? [first, solutions.firstSolution[row + 1]!] : [only, only + 1];
  const { firstMagnitude, magnitude, magnitudeType: types } = solutions;
  if (magnitudeType === undefined)
    return {
      solution: from,
      magnitude: firstMagnitude[from] === firstMagnitude[to] ? NaN : magnitude[firstMagnitude[from]!]!,
    };
  for (let index = firstMagnitude[from]!; index < firstMagnitude[to]!; index += 1)
    if (isType(solutions.types[types[index]!]!, magnitudeType))
      return { solution: only ?? first, magnitude: magnitude[index]! };
  return undefined;
}
