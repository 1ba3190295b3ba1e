/** Email subscriptions without an account: confirmed by a link, and ended by one. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY, type EpochMs, formatInstant } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import type { Language } from './formats.ts';
import { INSERT_MESSAGE, messageId, messageRow } from './messages.ts';
import { removeReader } from './queue.ts';
import { changedRule, type RuleFields } from './rule.ts';

/** Confirmed and unconfirmed ones of one address. */
const PER_ADDRESS = 3;
/** Those that nobody confirmed are deleted then. */
const UNCONFIRMED_RETENTION = DAY;

const ADDRESS = /^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,255}$/;

/** Why a subscription was refused. */
export class EmailError extends Error {
  override name = 'EmailError';
  readonly reason: 'address' | 'full';

  constructor(reason: EmailError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

interface EmailReader {
  id: string;
  email: string;
  language: Language;
  isConfirmed: boolean;
}

const ROWS = {
  find: `SELECT id, url, language, secret, off_at AS "offAt" FROM alert_readers WHERE channel = 'email' AND id = :id`,
  purge: `DELETE FROM alert_readers WHERE channel = 'email' AND off_reason = 'unconfirmed' AND created_at < :before`,
  count: `SELECT count(*) AS all_of_them, count(CASE WHEN url = :url THEN 1 END) AS own
    FROM alert_readers WHERE channel = 'email'`,
  insert: `INSERT INTO alert_readers
      (id, channel, url, format, language, rule, secret, created_at, off_at, off_reason)
    VALUES (:id, 'email', :url, 'standard', :language, :rule, :secret, :now, :now, 'unconfirmed')`,
  confirm: 'UPDATE alert_readers SET off_at = NULL, off_reason = NULL WHERE id = :id',
};

interface Row {
  id: string;
  url: string;
  language: Language;
  secret: string;
  offAt: EpochMs | null;
}

/** In links: the id, and what only the recipient knows. */
export const emailToken = (id: string, secret: string): string => `${id}.${secret}`;

const SCHEME = 'mailto:';
export const recipientOf = (url: string): string => url.slice(SCHEME.length);

interface StoreOptions {
  database: SqlDatabase;
  now: () => EpochMs;
  /** Subscriptions in all. */
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
  async subscribe(email: string, fields: RuleFields, language: Language): Promise<void> {
    if (!ADDRESS.test(email)) throw new EmailError('address');
    const rule = JSON.stringify(changedRule(fields));
    const { database, now } = this.#options;
    const id = `em_${randomBytes(8).toString('hex')}`;
    const secret = randomBytes(24).toString('base64url');
    const values = { id, url: SCHEME + email.toLowerCase(), language, rule, secret, now: now() };
    await database.transaction(() => this.#insert(values));
  }

  /** Undefined for a link that is wrong, or of a subscription that has ended. */
  async find(token: string): Promise<EmailReader | undefined> {
    const [id = '', secret = ''] = token.split('.');
    const [row] = (await this.#options.database.query<Row>(ROWS.find, { id })).rows;
    if (!row || !isEqual(row.secret, secret)) return undefined;
    return { id, email: recipientOf(row.url), language: row.language, isConfirmed: row.offAt === null };
  }

  /** @returns false for a link that is wrong, or too old */
  async confirm(token: string): Promise<boolean> {
    const reader = await this.find(token);
    if (reader) await this.#options.database.query(ROWS.confirm, { id: reader.id });
    return reader !== undefined;
  }

  /** Deletes all that is stored of it. Done already, it is done. */
  async end(token: string): Promise<void> {
    const reader = await this.find(token);
    if (reader) await this.#options.database.transaction(() => removeReader(reader.id));
  }

  *#insert(values: { id: string; url: string; language: Language; rule: string; secret: string; now: EpochMs }) {
    yield* query(ROWS.purge, { before: values.now - UNCONFIRMED_RETENTION });
    const { all_of_them: all, own } = (yield* counts(values.url))!;
    if (all >= this.#options.most) throw new EmailError('full');
    if (own >= PER_ADDRESS) return;
    yield* query(ROWS.insert, values);
    const { id, now } = values;
    const payload = { type: 'confirmation', timestamp: formatInstant(now) } as const;
    const message = { id: messageId(id, id, 'confirmation', now), kind: 'confirmation', payload, now } as const;
    yield* query(INSERT_MESSAGE, messageRow({ reader: id, host: 'email' }, message));
  }
}

function* counts(url: string): Work<{ all_of_them: number; own: number }> {
  return (yield* query<{ all_of_them: number; own: number }>(ROWS.count, { url })).rows[0]!;
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}
