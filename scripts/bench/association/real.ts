/** Ours and every window against pairs that were reviewed one by one, over the agencies' real files. */
import { AGENCIES } from '#core/earthquake.ts';
import { REGION } from '#core/region.ts';
import { openCatalog } from '../../../generator/catalog/database.ts';
import { finishIngest } from '../../../generator/ingest.ts';
import { ingestShipped } from '../../../generator/shipped.ts';
import { isRealFolder, readRealFolder } from '../../real-data/read-folder.ts';
import { findingOf, type Finding } from '../figures.ts';
import { reportsBetween, type KnownReport } from './reports.ts';
import { FIRST_DAY, QUIET_DAYS, judged, readReviewed, reviewedScore, type ReviewedList } from './reviewed.ts';
import { VARIANTS, WINDOWS, associateByWindow, windowName } from './windows.ts';

/** @param data a folder of real data; without one nothing is measured, which the text states */
export async function* benchReal(data: string): AsyncGenerator<Finding | string> {
  if (!isRealFolder(data)) {
    yield `association, real files: skipped, ${data} is not a folder of real data (--data FOLDER)`;
    return;
  }
  const db = openCatalog(':memory:');
  try {
    const ingest = { db, now: Date.now, region: REGION, agencies: AGENCIES, placeName: () => null };
    ingestShipped(ingest);
    await readRealFolder(data, { ingest, keep: () => {}, line: () => {} });
    finishIngest(ingest);
    for (const list of [FIRST_DAY, QUIET_DAYS]) yield* benchReviewed(list, reportsBetween(db, list.from, list.to));
  } finally {
    db.close();
  }
}

function* benchReviewed(list: ReviewedList, all: readonly KnownReport[]): Generator<Finding | string> {
  const pairs = readReviewed(list);
  const reports = judged(all, list);
  const ours = [...Map.groupBy(reports, ({ earthquake }) => earthquake).values()];
  const rivals = WINDOWS.flatMap((window) =>
    VARIANTS.map((variant): [string, KnownReport[][]] => [
      `${windowName(window)}, ${variant}`,
      associateByWindow(reports, window, variant),
    ]),
  );
  const scores = [['hiposantr', ours] as const, ...rivals].map(
    ([who, earthquakes]) => [who, reviewedScore(pairs, earthquakes)] as const,
  );
  yield [
    `${list.name}, real files: ${pairs.filter(({ open }) => !open).length} decisions reviewed one by one`,
    ...scores.map(
      ([who, { pairs: listed, found, right, f1 }]) =>
        `  ${who.padEnd(42)} right ${right} of ${found} found and ${listed} listed pairs, F1 ${f1.toFixed(4)}`,
    ),
  ].join('\n');
  yield findingOf(`association, ${list.name}, reviewed pairs: F1`, [scores[0]![1].f1], null);
}
