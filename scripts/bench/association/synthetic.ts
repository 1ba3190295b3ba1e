/** A synthetic catalogue through the real path of ingestion, read back as reports with their true events. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AGENCIES } from '#core/earthquake.ts';
import { openCatalog, type Db } from '../../../generator/catalog/database.ts';
import { finishIngest, ingestFiles } from '../../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { synthesize, type SynthesizeOptions } from '../../synthetic/synthesize.ts';
import { readTruth } from '../../synthetic/truth.ts';
import type { Labelled } from './score.ts';
import type { Report } from './windows.ts';
import { reportsBetween, type KnownReport as Reported } from './reports.ts';

type KnownReport = Reported & Labelled;

/** Reports as associated, in their current version, by earthquake. */
type Associated = KnownReport[][];

/** Writes a synthetic catalogue to a temporary folder, ingests its files, and reads the associations back. */
export async function associated(options: Omit<SynthesizeOptions, 'out'>): Promise<Associated> {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-association-'));
  const out = join(folder, 'synthetic');
  const db = openCatalog(':memory:');
  try {
    synthesize({ ...options, out });
    const ingest = { db, now: Date.now, region: REGION, agencies: AGENCIES, placeName: () => null };
    const { failed } = await ingestFiles(
      ingest,
      ['earlier/**/*.*', '!(earlier)/**/*.*'].map((files) => join(out, files)),
    );
    if (failed.length > 0) throw new Error(`${failed[0]!.name}: ${failed[0]!.reason}`);
    finishIngest(ingest);
    return readBack(db, await truthOf(join(out, 'truth.ndjson')));
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Which true event a row speaks of: by key where the feed gives one, else by time and place as published. */
async function truthOf(path: string): Promise<Map<string, number>> {
  const events = new Map<string, number>();
  for await (const { n, reports } of readTruth(path))
    for (const { feed, keys, rows } of reports) {
      for (const key of keys) events.set(`${feed} ${key}`, n);
      if (keys.length === 0) for (const row of rows) events.set(rowName(feed, row), n);
    }
  return events;
}

const rowName = (
  feed: string,
  { time, latitude, longitude }: Pick<Report, 'time' | 'latitude' | 'longitude'>,
): string => `${feed} ${time} ${latitude} ${longitude}`;

function readBack(db: Db, truth: ReadonlyMap<string, number>): Associated {
  const known = reportsBetween(db, -Infinity, Infinity, Infinity).map((report): KnownReport => {
    const event = truth.get(`${report.feed} ${report.key}`) ?? truth.get(rowName(report.feed, report));
    if (event === undefined) throw new Error(`the truth does not know ${report.feed} ${report.key}`);
    return { ...report, event };
  });
  return [...Map.groupBy(known, ({ earthquake }) => earthquake).values()];
}

/**
 * One report an agency and event, that of its best feed: what the windows get, so that no agency's own feeds are their
 * trouble.
 */
export function oneAnAgency(associations: Associated): KnownReport[] {
  const best = new Map<string, KnownReport>();
  for (const report of associations.flat()) {
    const name = `${report.agency} ${report.event}`;
    const other = best.get(name);
    if (!other || report.feedGroup < other.feedGroup) best.set(name, report);
  }
  return [...best.values()];
}
