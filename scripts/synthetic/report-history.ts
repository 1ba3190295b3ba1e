/** Rows of a feed and their versions over time. */
import type { Point } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';

/** The feeds that are synthesised, under the names that the project gives them. */
export type SyntheticFeed =
  | 'kandilli-zeqdb'
  | 'kandilli-xml'
  | 'kandilli-live'
  | 'afad-api'
  | 'usgs-fdsn'
  | 'turhec-file';

/** Time and place as published, rounded as published. `time` is UTC whatever the feed's zone. */
export interface PublishedRow extends Point {
  time: EpochMs;
}

/** A row as published from an instant on; null: withdrawn without a trace. */
export interface Version<Row extends PublishedRow = PublishedRow> {
  at: EpochMs;
  row: Row | null;
}

/** A row with its wire form. */
export interface WireRow extends PublishedRow {
  text(): string;
}

export const wireRow = ({ time, latitude, longitude }: PublishedRow, text: () => string): WireRow => ({
  ...{ time, latitude, longitude, text },
});

/** All that a feed publishes about a shock over time. */
export interface ReportHistory {
  feed: SyntheticFeed;
  /** Identifiers of the feed, the present one first; empty where the feed has none. */
  keys: string[];
  /** The same shock listed a second time by mistake. */
  twin: boolean;
  versions: Version<WireRow>[];
}

/** The state at an instant; null when nothing was published yet or it was withdrawn. */
export function stateAt<Row extends PublishedRow>(versions: readonly Version<Row>[], at: EpochMs): Row | null {
  let state: Row | null = null;
  for (const version of versions) if (version.at <= at) state = version.row;
  return state;
}

/** Rounded to so many decimals, as the feed prints it. */
export const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals));
