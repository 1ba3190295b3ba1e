/** Email subscriptions: without an account confirmed by a link and ended by one; with an account, of its address. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Box } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { isEmailAddress, normalAddress } from '../http/email-address.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import { CHANNELS } from './channels.ts';
import type { Language } from './formats.ts';
import { queueConfirmation } from './messages.ts';
import { removeSubscriber } from './queue.ts';
import { hasRoom, type Place } from './room.ts';
import { changedRule, type RuleFields } from './rule.ts';

/** Confirmed and unconfirmed ones of one address, and those that its account adds. */
export const PER_ADDRESS = 3;
/** Why a subscription was refused. */
export class EmailError extends Error {
  override name = 'EmailError';
  readonly reason: 'address' | 'full' | 'too_many';

  constructor(reason: EmailError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

interface EmailSubscriber {
  id: string;
  email: string;
  language: Language;
  isConfirmed: boolean;
}

/** A subscription that is confirmed. */
export interface EmailRule {
  id: string;
  language: Language;
  /** Fields that differ from the defaults. */
  rule: Record<string, string>;
  createdAt: EpochMs;
}

const ROWS = {
  list: `SELECT id, language, rule, created_at AS "createdAt" FROM alert_subscribers
    WHERE channel = 'email' AND url = :url AND off_at IS NULL ORDER BY created_at, id`,
  find: `SELECT id, url, language, secret, off_at AS "offAt" FROM alert_subscribers WHERE channel = 'email' AND id = :id`,
  count: `SELECT count(CASE WHEN off_at IS NULL THEN 1 END) AS "all", count(CASE WHEN url = :url THEN 1 END) AS own,
    count(CASE WHEN url = :url AND off_at IS NULL THEN 1 END) AS confirmed FROM alert_subscribers WHERE channel = 'email'`,
  insert: `INSERT INTO alert_subscribers
      (id, channel, url, format, language, rule, secret, created_at, off_at, off_reason, network)
    VALUES (:id, 'email', :url, 'standard', :language, :rule, :secret, :now, :offAt, :offReason, :network)`,
  confirm: 'UPDATE alert_subscribers SET off_at = NULL, off_reason = NULL WHERE id = :id',
};

interface Row {
  id: string;
  url: string;
  language: Language;
  secret: string;
  offAt: EpochMs | null;
}

type RuleRow = Omit<EmailRule, 'rule'> & { rule: string };

const ruleOf = (row: RuleRow): EmailRule => ({ ...row, rule: JSON.parse(row.rule) as EmailRule['rule'] });

/** Confirmed ones in all; all of one address; and of these the confirmed ones. */
interface Counts {
  all: number;
  own: number;
  confirmed: number;
}

interface Values {
  id: string;
  url: string;
  language: Language;
  rule: string;
  secret: string;
  now: EpochMs;
}

/** In links: the id, and what only the recipient knows. */
export const emailToken = (id: string, secret: string): string => `${id}.${secret}`;

const SCHEME = 'mailto:';
const urlOf = (email: string): string => `${SCHEME}${normalAddress(email)}`;
export const recipientOf = (url: string): string => url.slice(SCHEME.length);

interface StoreOptions {
  database: SqlDatabase;
  /** Of the catalogue. */
  region?: Box;
  now: () => EpochMs;
  /** Confirmed subscriptions in all. */
  most: number;
}

export class EmailStore {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /**
   * Queues an email that asks for a confirmation, unless the address has as many subscriptions as it may.
   * @throws EmailError, GatewayError for a field of the rule
   */
  async subscribe(email: string, fields: RuleFields, language: Language, network: string): Promise<void> {
    if (!isEmailAddress(normalAddress(email))) throw new EmailError('address');
    const values = this.#values(email, fields, language);
    await this.#options.database.transaction(() => this.#ask(values, network));
  }

  /** Those that an address has, oldest first. */
  async list(email: string): Promise<EmailRule[]> {
    const found = await this.#options.database.query<RuleRow>(ROWS.list, { url: urlOf(email) });
    return found.rows.map(ruleOf);
  }

  /**
   * Adds one for the address of an account, which is confirmed.
   * @throws EmailError, GatewayError for a field of the rule
   */
  async add(email: string, fields: RuleFields, language: Language): Promise<EmailRule> {
    const values = this.#values(email, fields, language);
    await this.#options.database.transaction(() => this.#add(values));
    const { id, rule, now: createdAt } = values;
    return ruleOf({ id, language, rule, createdAt });
  }

  /** Deletes all that is stored of it. @returns whether the address had it */
  async remove(email: string, id: string): Promise<boolean> {
    return this.#options.database.transaction(function* () {
      const { rows } = yield* query<RuleRow>(ROWS.list, { url: urlOf(email) });
      if (!rows.some((row) => row.id === id)) return false;
      yield* removeSubscriber(id);
      return true;
    });
  }

  /** Undefined for a link that is wrong, or of a subscription that has ended. */
  async find(token: string): Promise<EmailSubscriber | undefined> {
    const [id = '', secret = ''] = token.split('.');
    const [row] = (await this.#options.database.query<Row>(ROWS.find, { id })).rows;
    if (!row || !isEqual(row.secret, secret)) return undefined;
    return { id, email: recipientOf(row.url), language: row.language, isConfirmed: row.offAt === null };
  }

  /** @returns false for a link that is wrong, or too old */
  async confirm(token: string): Promise<boolean> {
    const subscriber = await this.find(token);
    if (subscriber) await this.#options.database.query(ROWS.confirm, { id: subscriber.id });
    return subscriber !== undefined;
  }

  /** Deletes all that is stored of it. Done already, it is done. */
  async end(token: string): Promise<void> {
    const subscriber = await this.find(token);
    if (subscriber) await this.#options.database.transaction(() => removeSubscriber(subscriber.id));
  }

  /** @throws GatewayError for a field of the rule */
  #values(email: string, fields: RuleFields, language: Language): Values {
    const id = `em_${randomBytes(8).toString('hex')}`;
    const secret = randomBytes(24).toString('base64url');
    const rule = JSON.stringify(changedRule(fields, { region: this.#options.region }));
    return { id, url: urlOf(email), language, rule, secret, now: this.#options.now() };
  }

  *#ask(values: Values, network: string): Work<void> {
    if (!(yield* hasRoom(this.#place(values), network))) throw new EmailError('full');
    const { own } = yield* this.#counts(values);
    if (own >= PER_ADDRESS) return;
    yield* query(ROWS.insert, { ...values, network, offAt: values.now, offReason: 'unconfirmed' });
    const { id, now } = values;
    yield* queueConfirmation({ subscriber: id, host: CHANNELS.email.hostOf() }, now);
  }

  /** What others asked for in the name of the address, unconfirmed, leaves it as many. */
  *#add(values: Values): Work<void> {
    const { all, confirmed } = yield* this.#counts(values);
    if (all >= this.#options.most) throw new EmailError('full');
    if (confirmed >= PER_ADDRESS) throw new EmailError('too_many');
    yield* query(ROWS.insert, { ...values, network: null, offAt: null, offReason: null });
  }

  #place({ now }: Values): Place {
    return { channel: 'email', now, most: this.#options.most };
  }

  *#counts({ url }: Values): Work<Counts> {
    return (yield* query<Counts>(ROWS.count, { url })).rows[0]!;
  }
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
