/**
 * Room for subscriptions without an account. Those that nobody confirmed end after an hour and are counted apart, so
 * that they take no place of others. A network has a tenth of either.
 */
import { type EpochMs, HOUR } from '#core/time.ts';
import { shareOf } from '../access/shares.ts';
import { query, type Work } from '../store/sql-database.ts';
import type { Channel } from './channels.ts';

const UNCONFIRMED_RETENTION = HOUR;
/** Unconfirmed ones at a time, as a part of the confirmed ones: with email, messages to strangers in an hour. */
const UNCONFIRMED_PART = 1 / 4;

const PURGE = `DELETE FROM alert_subscribers
  WHERE channel = :channel AND off_reason = 'unconfirmed' AND created_at < :before`;
const COUNT = `SELECT count(CASE WHEN off_reason = 'unconfirmed' THEN 1 END) AS unconfirmed,
    count(CASE WHEN off_reason = 'unconfirmed' AND network = :network THEN 1 END) AS "unconfirmedOfNetwork",
    count(*) AS "all", count(CASE WHEN network = :network THEN 1 END) AS "allOfNetwork"
  FROM alert_subscribers WHERE channel = :channel`;

interface Counts {
  all: number;
  allOfNetwork: number;
  unconfirmed: number;
  unconfirmedOfNetwork: number;
}

export interface Place {
  channel: Channel;
  now: EpochMs;
  /** Confirmed ones in all. */
  most: number;
}

function* purgeUnconfirmed({ channel, now }: Place): Work<void> {
  yield* query(PURGE, { channel, before: now - UNCONFIRMED_RETENTION });
}

/** @param network of who asks, as it is stored. @returns whether one more, unconfirmed, may be added */
export function* hasRoom(place: Place, network: string): Work<boolean> {
  yield* purgeUnconfirmed(place);
  const { channel, most } = place;
  const { all, allOfNetwork, ...of } = (yield* query<Counts>(COUNT, { channel, network })).rows[0]!;
  const mostUnconfirmed = Math.ceil(most * UNCONFIRMED_PART);
  return (
    all - of.unconfirmed < most &&
    allOfNetwork - of.unconfirmedOfNetwork < shareOf(most) &&
    of.unconfirmed < mostUnconfirmed &&
    of.unconfirmedOfNetwork < shareOf(mostUnconfirmed)
  );
}
