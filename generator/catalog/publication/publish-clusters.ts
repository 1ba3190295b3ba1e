/** Publishes clusters of reports as earthquakes: record, slug, revision. */
import type { Earthquake } from '#core/earthquake.ts';
import { withRevision } from '#core/revisions.ts';
import type { EpochMs } from '#core/time.ts';
import type { BlastProbability } from '#seismology/blasts/probability.ts';
import { feedDefinition } from '../../sources/agencies.ts';
import type { Candidate } from '../association/score.ts';
import { allRows, firstValue, run, type Db } from '../database.ts';
import { timeCode } from '../documents/linking.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { NO_PRODUCTS, productsOf, withProducts } from '../documents/products.ts';
import type { Member, SolutionVersion } from '../documents/solution-version.ts';
import { compose, eventIdOf, type Draft } from './compose.ts';
import { putRecord, recordOf, rowOf, type Commit, type EarthquakeRow } from './change-log.ts';
import type { PlaceName } from './location.ts';
import { revisionOf, type Lineage } from './revisions.ts';
import { keepsSlug, slugAllocator } from './slugs.ts';

/** A cluster of reports that is not yet published. */
export interface Pending {
  /** Null until the commit assigns one. */
  id: number | null;
  cluster: Candidate[];
  /** The report with the solution that will be preferred. */
  lead: Candidate;
}

interface Composed {
  pending: Pending;
  draft: Draft;
  /** Row and record of the last publication; undefined for a new earthquake. */
  row: EarthquakeRow | undefined;
  before: Earthquake | undefined;
  id: number;
  slug: string;
}

/** Renders records in every form in which they may be published. @throws Error of any kind where that fails */
export type Prove = (records: readonly Earthquake[]) => void;

interface Context {
  lineageById: Map<number, Lineage>;
  placeName: PlaceName;
  blastProbability: BlastProbability;
}

/**
 * The largest takes its slug first; changes are numbered in order of time.
 * @param day clusters of one UTC day, ids assigned @returns the records that are now published
 */
export function publishDay(commit: Commit, day: Pending[], context: Context): Earthquake[] {
  const { lineageById, placeName, blastProbability } = context;
  const agencyEvents = JSON.stringify(day.flatMap(({ cluster }) => cluster.map(({ agencyEvent }) => agencyEvent)));
  const members = membersOf(commit.db, agencyEvents);
  const described = withProducts(commit.db, agencyEvents);
  const composed = day.map((pending) => {
    const own = pending.cluster.map(({ agencyEvent }) => members.get(agencyEvent)!);
    const products = own.some(({ agencyEvent }) => described.has(agencyEvent))
      ? productsOf(commit.db, own)
      : NO_PRODUCTS;
    return composeOne(
      commit,
      pending,
      compose(own, products, {
        ...{ placeName, blastProbability, at: commit.at },
        isUnconfirmed: own.some((one) => commit.unconfirmed.has(one.agencyEvent)),
      }),
    );
  });
  const larger = composed.toSorted((a, b) => (b.draft.magnitude ?? -99) - (a.draft.magnitude ?? -99) || a.id - b.id);
  const takeSlug = slugAllocator(commit.db);
  for (const one of larger) {
    const { before, draft, id } = one;
    one.slug = before && keepsSlug(before, draft) ? before.slug : takeSlug(draft, id, id >= commit.firstNewId);
  }
  const nameEvent = eventNamer(commit.db);
  const firstVersions = composed.some(({ row }) => !row) ? firstVersionsOf(commit.db, agencyEvents) : new Map();
  const ready = composed
    .map((one) => prepare(commit, one, { lineage: lineageById.get(one.id), nameEvent, firstVersions }))
    .filter((one) => one !== undefined);
  for (const { after, row, founder } of ready) {
    putRecord(commit, after, { before: row, founder });
    commit.summary[row ? 'revised' : 'created'] += 1;
  }
  return ready.map(({ after }) => after);
}

function composeOne({ db, firstNewId }: Commit, pending: Pending, draft: Draft): Composed {
  const id = pending.id!;
  const row = id < firstNewId ? rowOf(db, id) : undefined;
  return { pending, draft, row, before: row && recordOf(row), id, slug: '' };
}

interface MemberRow {
  agency_event: number;
  feed_group: number;
  time: EpochMs;
  key: string;
  content: string;
}

/** The current solution versions of agency events, by agency event. @param agencyEvents a JSON array */
function membersOf(db: Db, agencyEvents: string): Map<number, Member> {
  const rows = allRows<MemberRow>(
    db,
    `SELECT a.agency_event, a.feed_group, a.time, v.key, v.content
     FROM json_each(?) CROSS JOIN agency_events a ON a.agency_event = value
     CROSS JOIN solution_versions v ON v.version = a.current_version`,
    agencyEvents,
  );
  return new Map(
    rows.map(({ agency_event: agencyEvent, feed_group: feedGroup, time, key, content }): [number, Member] => [
      agencyEvent,
      {
        agencyEvent,
        feedGroup,
        key: FEED_GROUPS[feedGroup]!.keyed ? key : timeCode(time),
        solutionVersion: JSON.parse(content) as SolutionVersion,
      },
    ]),
  );
}

/**
 * Of all versions of a new earthquake's reports the one that was read first gives it its event_id: the same documents
 * in the same order give the same event_ids wherever commits are made.
 */
interface FirstVersion {
  version: number;
  feed: Parameters<typeof feedDefinition>[0];
  key: string;
}

/** The first version of each agency event. @param agencyEvents a JSON array */
const firstVersionsOf = (db: Db, agencyEvents: string): Map<number, FirstVersion> =>
  new Map(
    allRows<FirstVersion & { agency_event: number }>(
      db,
      `SELECT agency_event, version, feed, v.key FROM json_each(?) CROSS JOIN solution_versions v
         ON version = (SELECT min(version) FROM solution_versions WHERE agency_event = value)`,
      agencyEvents,
    ).map((row) => [row.agency_event, row]),
  );

interface Ready {
  after: Earthquake;
  row: EarthquakeRow | undefined;
  /** Of a new earthquake. */
  founder: number | undefined;
}

interface Naming {
  lineage: Lineage | undefined;
  /** By agency event. */
  firstVersions: ReadonlyMap<number, FirstVersion>;
  nameEvent: (founder: FirstVersion) => string;
}

/** Names the earthquake of its reports. @returns the record to publish; undefined where nothing changed */
function prepare(commit: Commit, composed: Composed, { lineage, nameEvent, firstVersions }: Naming): Ready | undefined {
  const { db, at } = commit;
  const { pending, draft, row, before, id, slug } = composed;
  for (const { agencyEvent, earthquake } of pending.cluster)
    if (earthquake !== id) run(db, 'UPDATE agency_events SET earthquake = ? WHERE agency_event = ?', id, agencyEvent);
  const [founder] = row
    ? []
    : pending.cluster
        .map(({ agencyEvent }) => firstVersions.get(agencyEvent)!)
        .sort((one, other) => one.version - other.version);
  const eventId = founder ? nameEvent(founder) : row!.event_id;
  const after: Earthquake = { id, eventId, slug, ...draft, updatedAt: at, revisions: [] };
  const reinstated = row !== undefined && row.state !== 'current';
  const merged = (lineage?.merged ?? []).map((other) => rowOf(db, other)!).filter(({ state }) => state !== 'merged');
  const revision = revisionOf({ at, before, after, revived: reinstated, merged: merged.map(recordOf), lineage });
  if (!revision) return undefined;
  after.revisions = withRevision(before?.revisions ?? [], revision);
  return { after, row, founder: founder?.version };
}

/** Gives names that neither the catalogue has nor this namer gave: earthquakes of a day are named before any is put. */
function eventNamer(db: Db): Naming['nameEvent'] {
  const given = new Set<string>();
  return ({ feed, key }) => {
    for (let attempt = 0; ; attempt += 1) {
      const eventId = eventIdOf(feedDefinition(feed)!.parser.agency, key, attempt);
      if (given.has(eventId)) continue;
      if (firstValue(db, 'SELECT 1 FROM earthquakes WHERE event_id = ?', eventId) !== undefined) continue;
      given.add(eventId);
      return eventId;
    }
  };
}
