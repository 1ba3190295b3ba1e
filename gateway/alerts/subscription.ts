/**
 * What subscriptions of every channel have: their row, why one is refused, and room for those without an account. Those
 * that nobody confirmed end after an hour and are counted apart, so that they take no place of others. A network has a
 * tenth of either.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type EpochMs, HOUR } from '#core/time.ts';
import { shareOf } from '../access/shares.ts';
import { query, type Work } from '../store/sql-database.ts';
import { type Channel, channelRow } from './channels.ts';
import type { Language, WebhookFormat } from './formats.ts';
import { queueConfirmation } from './messages.ts';

const UNCONFIRMED_RETENTION = HOUR;
/** Unconfirmed ones at a time, as a part of the confirmed ones: with email, messages to strangers in an hour. */
const UNCONFIRMED_PART = 1 / 4;

const PURGE = `DELETE FROM alert_subscribers
  WHERE channel = :channel AND off_reason = 'unconfirmed' AND created_at < :before`;
const COUNT = `SELECT count(CASE WHEN off_reason = 'unconfirmed' THEN 1 END) AS unconfirmed,
    count(CASE WHEN off_reason = 'unconfirmed' AND network = :network THEN 1 END) AS "unconfirmedOfNetwork",
    count(*) AS "all", count(CASE WHEN network = :network THEN 1 END) AS "allOfNetwork"
  FROM alert_subscribers WHERE channel = :channel`;

/** Why a subscription, or a change of one, was refused; the names are those of the account app's problems. */
export class SubscriptionError extends Error {
  override name = 'SubscriptionError';
  readonly reason:
    | `webhook_${'url' | 'https' | 'private' | 'format' | 'chat_id' | 'too_many'}`
    | `push_${'endpoint' | 'keys'}`
    | `alerts_${'full' | 'too_many'}`
    | 'bad_email'
    | 'not_found';

  constructor(reason: SubscriptionError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** Of the text that the owner of a subscription knows. */
export function isSecret(stored: string, given: string): boolean {
  const [left, right] = [Buffer.from(stored), Buffer.from(given)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}

const INSERT = `INSERT INTO alert_subscribers (id, channel, account, url, format, language, rule, secret, public_key,
    created_at, off_at, off_reason, network)
  VALUES (:id, :channel, :account, :url, :format, :language, :rule, :secret, :publicKey, :now, :offAt, :offReason,
    :network)`;

export interface NewSubscription {
  channel: Channel;
  account?: string;
  url: string;
  format?: WebhookFormat;
  language: Language;
  rule: Record<string, string>;
  secret: string;
  publicKey?: string;
  now: EpochMs;
}

/** @param network of who asks for it without an account: it is off until it is confirmed. @returns its id */
export function* addSubscription(subscription: NewSubscription, network?: string): Work<string> {
  const { channel, url, now, rule, ...given } = subscription;
  const { prefix, hostOf } = channelRow(channel);
  const id = `${prefix}_${randomBytes(8).toString('hex')}`;
  const state = network === undefined ? { offAt: null, offReason: null } : { offAt: now, offReason: 'unconfirmed' };
  const row = { account: null, format: 'standard', publicKey: null, ...given, rule: JSON.stringify(rule) };
  yield* query(INSERT, { ...row, ...state, id, channel, url, now, network: network ?? null });
  if (network !== undefined) yield* queueConfirmation({ subscriber: id, host: hostOf(url) }, now);
  return id;
}

interface Counts {
  all: number;
  allOfNetwork: number;
  unconfirmed: number;
  unconfirmedOfNetwork: number;
}

interface Place {
  channel: Channel;
  now: EpochMs;
  /** Confirmed ones in all. */
  most: number;
}

/** @param network of who asks, as it is stored. @throws SubscriptionError when no further one may be added */
export function* requireRoom({ channel, now, most }: Place, network: string): Work<void> {
  yield* query(PURGE, { channel, before: now - UNCONFIRMED_RETENTION });
  const { all, allOfNetwork, ...of } = (yield* query<Counts>(COUNT, { channel, network })).rows[0]!;
  const mostUnconfirmed = Math.ceil(most * UNCONFIRMED_PART);
  const hasRoom =
    all - of.unconfirmed < most &&
    allOfNetwork - of.unconfirmedOfNetwork < shareOf(most) &&
    of.unconfirmed < mostUnconfirmed &&
    of.unconfirmedOfNetwork < shareOf(mostUnconfirmed);
  if (!hasRoom) throw new SubscriptionError('alerts_full');
}
