/** How fast: all reports of a large catalogue from scratch, and a hundred new ones among them. */
import { AGENCIES } from '#core/earthquake.ts';
import { parseInstant } from '#core/time.ts';
import { associate, components } from '../../../generator/catalog/association/associate.ts';
import { openCatalog, sql, type Db } from '../../../generator/catalog/database.ts';
import { associateDirty } from '../../../generator/catalog/association/neighbourhood.ts';
import type { Candidate } from '../../../generator/catalog/association/score.ts';
import { feedGroupNamed } from '../../../generator/catalog/documents/feed-groups.ts';
import { finishIngest } from '../../../generator/ingest.ts';
import { ingestShipped } from '../../../generator/shipped.ts';
import { REGION } from '#core/region.ts';
import { observersOf, type Observer } from '../../synthetic/detection.ts';
import { viewOf } from '../../synthetic/errors.ts';
import { Random } from '../../synthetic/random.ts';
import { trueEvents } from '../../synthetic/seismicity.ts';
import { median } from '../../measure.ts';
import { findingOf, type Finding } from '../findings.ts';

const NEW_REPORTS = 100;
const ROUNDS = 5;

/** Kandilli reports everything in its monthly list and in its reviewed catalogue. */
const SLOTS_OF: Record<Observer, number[]> = {
  kandilli: [feedGroupNamed('kandilli-xml'), feedGroupNamed('kandilli-zeqdb')],
  afad: [feedGroupNamed('afad')],
  usgs: [feedGroupNamed('usgs')],
  turhec: [feedGroupNamed('turhec')],
};

/**
 * The first reports of a synthetic catalogue from 1900 on, in order of their events; only what association asks of
 * them.
 */
export function syntheticCandidates(count: number, seed: number): Candidate[] {
  const random = new Random(seed);
  const candidates: Candidate[] = [];
  // More than 1.5 reports an event.
  const events = trueEvents({
    events: Math.ceil(count / 1.5),
    seed,
    from: parseInstant('1900-01-01T00:00:00Z')!,
    until: parseInstant('2026-01-01T00:00:00Z')!,
    scenario: 'catalogue',
  });
  for (const event of events)
    for (const observer of observersOf(event, random)) {
      const { time, latitude, longitude, magnitude } = viewOf(observer, event, random);
      for (const feedGroup of SLOTS_OF[observer]) {
        const agencyEvent = candidates.length + FIRST_THREAD;
        const place = { latitude, longitude, magnitude: Math.round(magnitude * 10) / 10 };
        const known = { magnitudeType: 'ML', precision: 0, alternativeTime: null, automatic: false } as const;
        const unknown = { earthquake: null, activity: 0 };
        candidates.push({
          agencyEvent,
          feedGroup,
          time: Math.round(time),
          key: `s${agencyEvent}`,
          ...place,
          ...known,
          ...unknown,
        });
        if (candidates.length === count) return candidates;
      }
    }
  return candidates;
}

/** Beyond those of the shipped lists. */
const FIRST_THREAD = 1_000_000;

function seconds(work: () => void): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

/** A catalogue with the shipped historical earthquakes, and one agency event a report, each in its earthquake. */
function catalogOf(clusters: readonly Candidate[][]): Db {
  const db = openCatalog(':memory:');
  const ingest = { db, now: Date.now, region: REGION, agencies: AGENCIES, placeName: () => null };
  ingestShipped(ingest);
  finishIngest(ingest);
  const insert = sql(
    db,
    `INSERT INTO agency_events (agency_event, feed_group, key, withdrawn, time, precision, latitude, longitude, magnitude, automatic,
       earthquake)
     VALUES (?, ?, ?, 0, ?, 0, ?, ?, ?, 0, ?)`,
  );
  db.transaction(() => {
    for (const [index, cluster] of clusters.entries())
      for (const { agencyEvent, feedGroup, key, time, latitude, longitude, magnitude } of cluster)
        insert.run(agencyEvent, feedGroup, key, time, latitude, longitude, magnitude, FIRST_THREAD + index);
  })();
  return db;
}

/** Seconds to associate these agency events as if they were new. */
function asNew(db: Db, agencyEvents: readonly number[]): number {
  const take = sql<unknown[], number>(db, 'SELECT earthquake FROM agency_events WHERE agency_event = ?').pluck();
  const give = sql(db, 'UPDATE agency_events SET earthquake = ? WHERE agency_event = ?');
  const mark = sql(db, 'INSERT INTO dirty_agency_events VALUES (?)');
  const former = agencyEvents.map((agencyEvent) => take.get(agencyEvent)!);
  for (const agencyEvent of agencyEvents) {
    give.run(null, agencyEvent);
    mark.run(agencyEvent);
  }
  const took = seconds(() => void associateDirty(db));
  agencyEvents.forEach((agencyEvent, index) => give.run(former[index], agencyEvent));
  sql(db, 'DELETE FROM dirty_agency_events').run();
  return took;
}

export function benchSpeed(reports: number): Finding[] {
  const candidates = syntheticCandidates(reports, 1);
  let clusters: Candidate[][] = [];
  const scratch = Array.from({ length: 3 }, () =>
    seconds(() => (clusters = components(candidates).flatMap((component) => associate(component)))),
  );
  const rates = scratch.map((each) => Math.round(candidates.length / each));
  const db = catalogOf(clusters);
  try {
    const random = new Random(2);
    const anywhere = Array.from({ length: ROUNDS }, () =>
      asNew(db, [
        ...new Set(Array.from({ length: NEW_REPORTS }, () => FIRST_THREAD + random.integer(candidates.length))),
      ]),
    );
    const newest = Array.from({ length: ROUNDS }, (_, round) =>
      asNew(
        db,
        candidates
          .slice(-NEW_REPORTS * (round + 1), candidates.length - NEW_REPORTS * round)
          .map(({ agencyEvent }) => agencyEvent),
      ),
    );
    return [
      findingOf(`association: reports a second from scratch, ${candidates.length} of them`, rates, null),
      timesFaster('the newest', newest, median(scratch)),
      timesFaster('of any time', anywhere, median(scratch)),
    ];
  } finally {
    db.close();
  }
}

function timesFaster(which: string, times: readonly number[], scratch: number): Finding {
  const finding = findingOf(
    `association: ${NEW_REPORTS} new reports, ${which}, times faster than all from scratch`,
    times.map((each) => scratch / each),
    null,
  );
  const ms = (1000 * median(times)).toFixed(1);
  return { ...finding, text: `${finding.text}; ${ms} ms (read from the catalogue and associated, not yet published)` };
}
