/** Email subscriptions: without an account confirmed by a link and ended by one; with an account, of its address. */
import { randomBytes } from 'node:crypto';
import type { Box } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { isEmailAddress, normalAddress } from '../http/email-address.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import type { Language } from './formats.ts';
import { removeSubscriber } from './queue.ts';
import { changedRule, type RuleFields } from './rule.ts';
import { addSubscription, isSecret, type NewSubscription, requireRoom, SubscriptionError } from './subscription.ts';

/** Confirmed and unconfirmed ones of one address, and those that its account adds. */
export const PER_ADDRESS = 3;
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
  find: `SELECT id, url, language, secret FROM alert_subscribers WHERE channel = 'email' AND id = :id`,
  count: `SELECT count(CASE WHEN off_at IS NULL THEN 1 END) AS "all", count(CASE WHEN url = :url THEN 1 END) AS own,
    count(CASE WHEN url = :url AND off_at IS NULL THEN 1 END) AS confirmed FROM alert_subscribers WHERE channel = 'email'`,
  confirm: 'UPDATE alert_subscribers SET off_at = NULL, off_reason = NULL WHERE id = :id',
};

interface Row {
  id: string;
  url: string;
  language: Language;
  secret: string;
}

type RuleRow = Omit<EmailRule, 'rule'> & { rule: string };

const ruleOf = (row: RuleRow): EmailRule => ({ ...row, rule: JSON.parse(row.rule) as EmailRule['rule'] });

/** Confirmed ones in all; all of one address; and of these the confirmed ones. */
interface Counts {
  all: number;
  own: number;
  confirmed: number;
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
   * @throws SubscriptionError, GatewayError for a field of the rule
   */
  async subscribe(email: string, fields: RuleFields, language: Language, network: string): Promise<void> {
    if (!isEmailAddress(normalAddress(email))) throw new SubscriptionError('bad_email');
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
   * @throws SubscriptionError, GatewayError for a field of the rule
   */
  async add(email: string, fields: RuleFields, language: Language): Promise<EmailRule> {
    const values = this.#values(email, fields, language);
    const id = await this.#options.database.transaction(() => this.#add(values));
    return { id, language, rule: values.rule, createdAt: values.now };
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
  async find(token: string): Promise<{ id: string; email: string; language: Language } | undefined> {
    const [id = '', secret = ''] = token.split('.');
    const [row] = (await this.#options.database.query<Row>(ROWS.find, { id })).rows;
    if (!row || !isSecret(row.secret, secret)) return undefined;
    return { id, email: recipientOf(row.url), language: row.language };
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
  #values(email: string, fields: RuleFields, language: Language): NewSubscription {
    const { region, now } = this.#options;
    const secret = randomBytes(24).toString('base64url');
    return { channel: 'email', url: urlOf(email), language, rule: changedRule(fields, { region }), secret, now: now() };
  }

  *#ask(values: NewSubscription, network: string): Work<void> {
    yield* requireRoom({ ...values, most: this.#options.most }, network);
    const { own } = yield* this.#counts(values);
    if (own < PER_ADDRESS) yield* addSubscription(values, network);
  }

  /** What others asked for in the name of the address, unconfirmed, leaves it as many. */
  *#add(values: NewSubscription): Work<string> {
    const { all, confirmed } = yield* this.#counts(values);
    if (all >= this.#options.most) throw new SubscriptionError('alerts_full');
    if (confirmed >= PER_ADDRESS) throw new SubscriptionError('alerts_too_many');
    return yield* addSubscription(values);
  }

  *#counts({ url }: NewSubscription): Work<Counts> {
    return (yield* query<Counts>(ROWS.count, { url })).rows[0]!;
  }
}
