/** Bounds what is taken in of one hour and minute of origin time, whatever the documents. */
import { cleanText } from '#core/text.ts';
import { formatSecond, HOUR, MINUTE } from '#core/time.ts';
import { FEEDS } from '../../sources/agencies.ts';
import type { FeedName, Reject, SourceReport } from '../../sources/feed.ts';
import { allRows, firstValue, type Db } from '../database.ts';
import { FEED_GROUPS, feedGroupOf } from './feed-groups.ts';

/**
 * Earthquakes of a feed within a clock hour. Kandilli listed 85 at most (2025-04-23); with all magnitudes the agencies
 * list 100 to 200 after the greatest earthquakes.
 */
export const MAX_REPORTS_PER_HOUR = 400;

/** Likewise within a clock minute. 6 at most were listed; four times the density of February 2023 has 7. */
export const MAX_REPORTS_PER_MINUTE = 30;

const BOUNDS = [
  { name: 'hour', ms: HOUR, most: MAX_REPORTS_PER_HOUR, digits: 'YYYY-MM-DD hh'.length },
  { name: 'minute', ms: MINUTE, most: MAX_REPORTS_PER_MINUTE, digits: 'YYYY-MM-DD hh:mm'.length },
] as const;

/** Full hours and minutes that this process has named. */
const named = new WeakMap<Db, Set<string>>();

/** While a document is stored: counts the earthquakes of its hours by feed group, with those in the catalogue. */
export class FullHours {
  /** Rows that are left out. */
  readonly leftOut: Reject[] = [];
  /** Each full hour or minute once a process. */
  readonly warnings: string[] = [];
  readonly #db: Db;
  readonly #feed: FeedName;
  /** Rows of an hour, every version counted: below the least bound nobody need know which they are. */
  readonly #rows = new Map<string, number>();
  /** Identifiers in an hour, and in a minute of one. */
  readonly #keys = new Map<string, Set<string>>();

  constructor(db: Db, feed: FeedName) {
    this.#db = db;
    this.#feed = feed;
  }

  /** Whether a new version is taken in, else it is left out: its hour or minute has as many earthquakes as may be. */
  admits(key: string, report: SourceReport): boolean {
    const group = feedGroupOf(this.#feed, key);
    if (group === undefined) return true;
    const from = Math.floor(report.time / HOUR) * HOUR;
    const hour = `${group} ${from}`;
    const rows = this.#rows.get(hour) ?? this.#countRows(group, from);
    this.#rows.set(hour, rows + 1);
    if (rows < MAX_REPORTS_PER_MINUTE) return true;
    if (!this.#keys.has(`${hour} read`)) this.#readKeys(group, from);
    const full = BOUNDS.find(({ ms, most }) => {
      const keys = this.#keysAt(group, ms, report.time);
      return keys.size >= most && ![key, ...report.aliases].some((one) => keys.has(one));
    });
    if (full) this.#leaveOut(report, full);
    else this.#add(group, key, report.time);
    return !full;
  }

  #leaveOut({ line, time, key, place }: SourceReport, { name, most, digits }: (typeof BOUNDS)[number]): void {
    const reason = `more than ${most} earthquakes within the ${name} ${formatSecond(time).slice(0, digits)} UTC`;
    this.leftOut.push({ line, reason, text: cleanText(`${formatSecond(time)} ${key ?? ''} ${place ?? ''}`) });
    const known = named.getOrInsertComputed(this.#db, () => new Set());
    const warning = `${this.#feed} has ${reason}: the others are left out, here and in later documents`;
    if (known.has(warning)) return;
    known.add(warning);
    this.warnings.push(warning);
  }

  /** Feeds that share identifiers. */
  #feedsOf(group: number): FeedName[] {
    const { agency, keyed } = FEED_GROUPS[group]!;
    return FEEDS.filter((feed) => {
      const other = FEED_GROUPS[feedGroupOf(feed, null) ?? -1];
      return feed === this.#feed || (keyed && other?.agency === agency && other.keyed);
    });
  }

  #countRows(group: number, from: number): number {
    const count = 'SELECT count(*) FROM solution_versions WHERE feed = ? AND time >= ? AND time < ?';
    const counts = this.#feedsOf(group).map((feed) => firstValue<number>(this.#db, count, feed, from, from + HOUR)!);
    return counts.reduce((sum, one) => sum + one, 0);
  }

  #readKeys(group: number, from: number): void {
    const read = 'SELECT DISTINCT key, time FROM solution_versions WHERE feed = ? AND time >= ? AND time < ?';
    for (const feed of this.#feedsOf(group))
      for (const { key, time } of allRows<{ key: string; time: number }>(this.#db, read, feed, from, from + HOUR))
        if (feedGroupOf(feed, key) === group) this.#add(group, key, time);
    this.#keys.set(`${group} ${from} read`, new Set());
  }

  #add(group: number, key: string, time: number): void {
    for (const { ms } of BOUNDS) this.#keysAt(group, ms, time).add(key);
  }

  #keysAt(group: number, ms: number, time: number): Set<string> {
    return this.#keys.getOrInsertComputed(`${group} ${ms} ${Math.floor(time / ms)}`, () => new Set());
  }
}
