/**
 * A great earthquake that one agency alone reports, and that two others do not have: its magnitude is doubtful until
 * one of them has it too.
 */
import type { Agency } from '#core/agencies.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { insideBox, type Box } from '#core/geo.ts';
import { isLoneVoice, LONE_FROM } from '#core/lone-voice.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';
import { AGENCY_DEFINITIONS, isLive } from '../../sources/agencies.ts';
import { allValues, firstValue, run, type Db } from '../database.ts';
import { COVERAGE_MARGIN } from '../documents/captures.ts';

/** An answer says that an earthquake is not known once it is so much later than the origin time, inclusive. */
const ANSWERED_AFTER = 10 * MINUTE;
/** So many other agencies. */
const SILENT = 2;

/**
 * Where the national networks list each earthquake of M 5: of 190 since 2014 both lack two. Around it, towards Iraq and
 * south of Crete, they lack one in three. Global networks list them in the whole region.
 */
const NATIONAL: Box = { south: 35, north: 42.5, west: 26, east: 45 };

/** Live feeds by agency. */
const FEEDS = Object.entries(AGENCY_DEFINITIONS).map(([agency, { feeds, errors }]) => ({
  agency: agency as Agency,
  isGlobal: errors.model === 'global',
  feeds: feeds.filter(isLive).map(({ parser }) => parser.name),
}));

/** A sound answer after an instant, of a feed with a document that covers the time before. */
const ANSWERED = `SELECT 1 FROM feeds f WHERE f.feed = @feed AND f.held_since IS NULL AND f.last_success >= @after
  AND EXISTS (SELECT 1 FROM captures c WHERE c.feed = f.feed AND c.as_of >= @day AND c.span_from <= @from AND c.span_to >= @day
    AND (c.complete = 0 OR c.min_magnitude IS NULL OR c.min_magnitude <= @least))`;

const GREAT = Array.from({ length: BANDS - bandOf(LONE_FROM) }, (_, index) => bandOf(LONE_FROM) + index);
const RECENT = `SELECT record FROM earthquakes WHERE state = 'current' AND band = ? AND time > ?`;

/** Agencies that would list the earthquake, answered soundly since, and do not have it. */
function silentAgencies(db: Db, { time, solutions, ...point }: Earthquake): Agency[] {
  const values = { after: time + ANSWERED_AFTER, day: time - DAY, from: time - COVERAGE_MARGIN, least: LONE_FROM };
  return FEEDS.filter(
    ({ agency, isGlobal, feeds }) =>
      solutions.every((one) => one.agency !== agency) &&
      (isGlobal || insideBox(point, NATIONAL)) &&
      feeds.some((feed) => firstValue(db, ANSWERED, { ...values, feed }) !== undefined),
  ).map(({ agency }) => agency);
}

/** Band by band, so that the index of bands and times leads to them. */
const recentGreat = (db: Db, now: EpochMs): Earthquake[] =>
  GREAT.flatMap((band) => allValues<string>(db, RECENT, band, now - DAY)).map((text) => JSON.parse(text) as Earthquake);

/** Marks the reports of those that two others lack, to be composed again. Reads earthquakes of the last day alone. */
export function noteSilence(db: Db, now: EpochMs): void {
  for (const record of recentGreat(db, now)) {
    const agencies = record.solutions.map(({ agency }) => agency);
    if (!isLoneVoice({ ...record, agencies }) || silentAgencies(db, record).length < SILENT) continue;
    const reports = 'SELECT agency_event FROM agency_events WHERE earthquake = ?';
    for (const agencyEvent of allValues<number>(db, reports, record.id)) {
      run(db, 'INSERT OR IGNORE INTO unconfirmed_reports (agency_event, since) VALUES (?, ?)', agencyEvent, now);
      run(db, 'INSERT OR IGNORE INTO dirty_agency_events (agency_event) VALUES (?)', agencyEvent);
    }
  }
}
