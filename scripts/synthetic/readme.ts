/** The text that lies beside a synthetic catalogue. */
import { formatInstant, type EpochMs } from '#core/time.ts';
import type { SyntheticFeed } from './report-history.ts';

interface Described {
  events: number;
  seed: number | string;
  scenario: string;
  from: EpochMs;
  until: EpochMs;
}

export function readme({ events, seed, scenario, from, until }: Described, { rows }: SynthesisSummary): string {
  const counts = Object.entries(rows).map(([feed, count]) => `  ${feed}: ${count} rows`);
  return `EVERYTHING IN THIS FOLDER IS SYNTHETIC.
No earthquake, time, place or magnitude in it is real, and no agency has published any of it. It is made to test programs.

${events} earthquakes from ${formatInstant(from)} to ${formatInstant(until)} (scenario ${scenario}, seed ${JSON.stringify(seed)}).

Files, in the formats of the agencies' feeds:
  kandilli/zeqdb/YYYY.txt         reviewed catalogue, UTC
  kandilli/xml/YYYYMM.xml         monthly lists, Istanbul civil time
  kandilli/live/lst0-<made>.html  snapshots of the live page, Istanbul civil time; the name tells when, in UTC
  afad/*.json                     event service, UTC
  usgs/YYYY.geojson               event service, UTC
  turhec/turhec.csv               homogenised catalogue to October 2018, UTC
  earlier/…                       monthly lists, AFAD and USGS some months (or half the span) before: read this folder first
  truth.ndjson                    one line an earthquake: the truth, and in "reports" its rows in the files above

A row is named by its feed and its time (UTC), latitude and longitude as published, in AFAD, USGS and TURHEC also by its keys.
"rows" has the first state first and the final one last. "twin": the feed lists the shock a second time.

${counts.join('\n')}
`;
}

export interface SynthesisSummary {
  events: number;
  /** Rows by feed, those of the earlier edition included. */
  rows: Partial<Record<SyntheticFeed, number>>;
  files: number;
  bytes: number;
  /** Earthquakes without any row: published only after `until`, or withdrawn. */
  unreported: number;
}
