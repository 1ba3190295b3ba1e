/** The true association, in a separate file: one line an earthquake, with every row about it in any file. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { formatInstant, parseInstant, type EpochMs } from '#core/time.ts';
import type { TrueEvent } from './events.ts';
import { rounded, type PublishedRow, type ReportHistory, type SyntheticFeed } from './report-history.ts';

/** Rows of one feed about one earthquake: with keys (the present one first), or known by time and place alone. */
export interface TrueReport {
  feed: SyntheticFeed;
  keys: string[];
  /** The feed lists the shock twice; this is the second time. */
  twin: boolean;
  /** Each row as published, in UTC, the first state first and the final one last. */
  rows: PublishedRow[];
}

interface TrueEarthquake {
  n: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
  depthKm: number;
  magnitude: number;
  eventType: string;
  reports: TrueReport[];
}

/** What a line holds: rows as `[time, latitude, longitude]`; `keys` and `twin` only where there are any. */
interface TruthLine extends Omit<TrueEarthquake, 'time' | 'reports'> {
  time: string;
  reports: { feed: SyntheticFeed; keys?: string[]; twin?: true; rows: [string, number, number][] }[];
}

const sameRow = (a: PublishedRow, b: PublishedRow): boolean =>
  a.time === b.time && a.latitude === b.latitude && a.longitude === b.longitude;

/** A report with its published rows, repeated ones left out. */
export function trueReport(
  { feed, keys, twin }: Pick<ReportHistory, 'feed' | 'keys' | 'twin'>,
  published: readonly PublishedRow[],
): TrueReport {
  const rows: PublishedRow[] = [];
  for (const { time, latitude, longitude } of published) {
    const row = { time, latitude, longitude };
    const last = rows.at(-1);
    if (!last || !sameRow(last, row)) rows.push(row);
  }
  return { feed, keys, twin, rows };
}

export function truthLine(event: TrueEvent, reports: readonly TrueReport[]): string {
  const line: TruthLine = {
    n: event.n,
    time: formatInstant(event.time),
    latitude: rounded(event.latitude, 5),
    longitude: rounded(event.longitude, 5),
    depthKm: rounded(event.depthKm, 2),
    magnitude: rounded(event.magnitude, 2),
    eventType: event.eventType,
    reports: reports.map(({ feed, keys, twin, rows }) => ({
      feed,
      ...(keys.length > 0 ? { keys } : {}),
      ...(twin ? { twin } : {}),
      rows: rows.map(({ time, latitude, longitude }) => [formatInstant(time), latitude, longitude]),
    })),
  };
  return `${JSON.stringify(line)}\n`;
}

/** @throws Error when the line is not one of the truth file. */
function parseTruthLine(text: string): TrueEarthquake {
  const line = JSON.parse(text) as TruthLine;
  const instant = (value: string): EpochMs => {
    const time = parseInstant(value);
    if (time === undefined) throw new Error(`not an instant in the truth file: ${value}`);
    return time;
  };
  return {
    ...line,
    time: instant(line.time),
    reports: line.reports.map(({ feed, keys = [], twin = false, rows }) => ({
      feed,
      keys,
      twin,
      rows: rows.map(([time, latitude, longitude]) => ({ time: instant(time), latitude, longitude })),
    })),
  };
}

/** The earthquakes of a truth file, one at a time. */
export async function* readTruth(path: string): AsyncGenerator<TrueEarthquake> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line !== '') yield parseTruthLine(line);
  }
}
