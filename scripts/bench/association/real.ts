/**
 * The agencies' real files: Kandilli, AFAD and USGS in February 2023, and what lies far apart in the whole catalogue.
 */
import { AGENCIES } from '#core/earthquake.ts';
import { DAY } from '#core/time.ts';
import { openCatalog } from '../../../generator/catalog/database.ts';
import { finishIngest } from '../../../generator/ingest.ts';
import { ingestShipped } from '../../../generator/shipped.ts';
import { REGION } from '#core/region.ts';
import { isRealFolder, readRealFolder } from '../../real-data/read-folder.ts';
import { findingOf, noneWanted, type Finding } from '../findings.ts';
import { apartLine, farApart, type Apart } from './distant-reports.ts';
import { FEBRUARY, agencyShares } from './agency-shares.ts';
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
    const { shares, lines } = agencyShares(reportsBetween(db, FEBRUARY.from - DAY, FEBRUARY.to + DAY));
    yield ['February 2023, real files', ...lines].join('\n');
    for (const [name, share] of shares) yield findingOf(`association, February 2023, M ≥ 4: ${name}`, [share], null);
    const all = reportsBetween(db, -Infinity, Infinity);
    for (const list of [FIRST_DAY, QUIET_DAYS]) yield* benchReviewed(list, all);
    yield* benchApart(farApart(all));
  } finally {
    db.close();
  }
}

/** Ours and every window against a list of pairs that were reviewed one by one. */
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

function* benchApart(apart: readonly Apart[]): Generator<Finding | string> {
  yield [`${apart.length} earthquakes spread over more than 60 s or 150 km`, ...apart.map(apartLine)].join('\n');
  const unexplained = apart.filter(({ reason }) => reason === null).length;
  yield noneWanted('association, real files: earthquakes spread over 60 s or 150 km without a reason', unexplained);
}
