/** Webhooks of accounts: what their owners see and change. */
import { randomBytes } from 'node:crypto';
import type { Box } from '#core/geo.ts';
import { type EpochMs, formatInstant } from '#core/time.ts';
import type { PlanLimits } from '../access/quota/limits.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import { refusalOf } from './delivery.ts';
import { isFormat, type Language, type WebhookFormat } from './formats.ts';
import { INSERT_MESSAGE, type MessageKind, messageId, messageRow } from './messages.ts';
import { forgetQueue, KEPT_DELIVERIES, removeSubscriber } from './queue.ts';
import { changedRule, RULE_FIELDS, type RuleFields } from './rule.ts';
import { newSecret, SECRET_OVERLAP } from './signature.ts';
import { addSubscription, SubscriptionError } from './subscription.ts';

export interface Webhook {
  id: string;
  url: string;
  format: WebhookFormat;
  language: Language;
  /** Fields that differ from the defaults. */
  rule: Record<string, string>;
  createdAt: EpochMs;
  failingSince: EpochMs | null;
  offAt: EpochMs | null;
  offReason: 'gone' | 'failing' | null;
  /** Until when messages carry the signature of the former secret too. */
  formerUntil: EpochMs | null;
}

export interface Delivery {
  id: string;
  kind: Exclude<MessageKind, 'confirmation'>;
  createdAt: EpochMs;
  /** Null when it is finished. */
  dueAt: EpochMs | null;
  attempts: number;
  attemptedAt: EpochMs | null;
  outcome: 'delivered' | 'failed' | 'dropped' | null;
  status: number | null;
  error: string | null;
}

/** Names of the fields that make a webhook. */
export const WEBHOOK_FIELDS: readonly string[] = ['url', 'format', 'language', ...RULE_FIELDS];

const COLUMNS = `id, url, format, language, rule, created_at AS "createdAt", failing_since AS "failingSince",
  off_at AS "offAt", off_reason AS "offReason", former_until AS "formerUntil"`;

const ROWS = {
  list: `SELECT ${COLUMNS} FROM alert_subscribers WHERE account = :account ORDER BY created_at, id`,
  get: `SELECT ${COLUMNS} FROM alert_subscribers WHERE account = :account AND id = :id`,
  count: 'SELECT count(*) AS count FROM alert_subscribers WHERE account = :account',
  plan: 'SELECT plan FROM plans WHERE account = :account AND (until IS NULL OR until > :now)',
  // A day of failures is that of one address.
  change: `UPDATE alert_subscribers SET failing_since = CASE WHEN url = :url THEN failing_since END, url = :url,
    format = :format, language = :language, rule = :rule WHERE id = :id`,
  moveQueue: 'UPDATE alert_messages SET host = :host WHERE subscriber = :id AND due_at IS NOT NULL',
  rotate: `UPDATE alert_subscribers SET former_secret = secret, former_until = :until, secret = :secret
    WHERE id = :id AND account = :account`,
  on: 'UPDATE alert_subscribers SET off_at = NULL, off_reason = NULL, failing_since = NULL WHERE id = :id',
  off: 'UPDATE alert_subscribers SET off_at = :now, off_reason = NULL WHERE id = :id AND off_at IS NULL',
  deliveries: `SELECT id, kind, created_at AS "createdAt", due_at AS "dueAt", attempts, attempted_at AS "attemptedAt",
    outcome, status, error FROM alert_messages WHERE subscriber = :id ORDER BY created_at DESC, id LIMIT :most`,
};

interface StoreOptions {
  database: SqlDatabase;
  /** Of the catalogue. */
  region?: Box;
  limits: PlanLimits;
  now: () => EpochMs;
  /** Also http, and hosts that are not on the public internet. */
  allowsPrivate: boolean;
}

export class WebhookStore {
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  async list(account: string): Promise<Webhook[]> {
    return (await this.#options.database.query<Row>(ROWS.list, { account })).rows.map(webhookOf);
  }

  /** @throws SubscriptionError, GatewayError for a field of the rule */
  async create(account: string, fields: RuleFields, language: Language): Promise<Webhook & { secret: string }> {
    const values = this.#values(fields, { url: '', format: 'standard', language, rule: {} });
    const secret = newSecret();
    const webhook = await this.#options.database.transaction(() => this.#insert({ ...values, account, secret }));
    return { ...webhook, secret };
  }

  /** @throws SubscriptionError, GatewayError for a field of the rule */
  async change(account: string, id: string, fields: RuleFields, enabled?: boolean): Promise<Webhook> {
    return this.#options.database.transaction(() => this.#change(account, id, fields, enabled));
  }

  /** @throws SubscriptionError */
  async remove(account: string, id: string): Promise<void> {
    await this.#options.database.transaction(function* () {
      yield* find(account, id);
      yield* removeSubscriber(id);
    });
  }

  /** The former secret signs too for {@link SECRET_OVERLAP}. @returns the new one @throws SubscriptionError */
  async rotate(account: string, id: string): Promise<Webhook & { secret: string }> {
    const secret = newSecret();
    const until = this.#options.now() + SECRET_OVERLAP;
    return this.#options.database.transaction(function* () {
      if ((yield* query(ROWS.rotate, { account, id, secret, until })).changes === 0)
        throw new SubscriptionError('not_found');
      return { ...(yield* find(account, id)), secret };
    });
  }

  /** Queues a message that is tried once. @returns its id @throws SubscriptionError */
  async test(account: string, id: string): Promise<string> {
    const now = this.#options.now();
    return this.#options.database.transaction(function* () {
      const { url } = yield* find(account, id);
      const message = messageId(id, randomBytes(8).toString('hex'), 'test', now);
      const payload = { type: 'test', timestamp: formatInstant(now), data: { webhook: id } } as const;
      const row = messageRow({ subscriber: id, host: new URL(url).host }, { id: message, kind: 'test', payload, now });
      yield* query(INSERT_MESSAGE, row);
      return message;
    });
  }

  /** The newest first. @throws SubscriptionError */
  async deliveries(account: string, id: string): Promise<Delivery[]> {
    return this.#options.database.transaction(function* () {
      yield* find(account, id);
      return (yield* query<Delivery>(ROWS.deliveries, { id, most: KEPT_DELIVERIES })).rows;
    }, 'uses');
  }

  /** Webhooks of an account beyond its plan are not sent to. */
  async allowed(account: string): Promise<number> {
    return this.#options.database.transaction(() => this.#allowed(account), 'uses');
  }

  *#allowed(account: string): Work<number> {
    const { limits, now } = this.#options;
    const [row] = (yield* query<{ plan: 'free' | 'pro' }>(ROWS.plan, { account, now: now() })).rows;
    return limits[row?.plan ?? 'free'].webhooks;
  }

  *#insert(values: Values & { account: string; secret: string }): Work<Webhook> {
    const { account } = values;
    const { count } = (yield* query<{ count: number }>(ROWS.count, { account })).rows[0]!;
    if (count >= (yield* this.#allowed(account))) throw new SubscriptionError('webhook_too_many');
    const id = yield* addSubscription({ ...values, channel: 'webhook', now: this.#options.now() });
    return yield* find(account, id);
  }

  *#change(account: string, id: string, fields: RuleFields, enabled: boolean | undefined): Work<Webhook> {
    const { rule, ...values } = this.#values(fields, yield* find(account, id));
    yield* query(ROWS.change, { ...values, id, rule: JSON.stringify(rule) });
    yield* query(ROWS.moveQueue, { id, host: new URL(values.url).host });
    if (enabled === true) yield* query(ROWS.on, { id });
    if (enabled === false) {
      yield* query(ROWS.off, { id, now: this.#options.now() });
      yield* forgetQueue(id);
    }
    return yield* find(account, id);
  }

  /** What the fields make of the former values. */
  #values(fields: RuleFields, former: Values): Values {
    const text = <K extends 'url' | 'format' | 'language'>(name: K): string => fields(name) || former[name];
    const [url, format, language] = [text('url'), text('format'), text('language')];
    const refusal = refusalOf(url, this.#options.allowsPrivate);
    if (refusal) throw new SubscriptionError(`webhook_${refusal}`);
    if (!isFormat(format) || (language !== 'tr' && language !== 'en')) throw new SubscriptionError('webhook_format');
    if (format === 'telegram' && !new URL(url).searchParams.get('chat_id'))
      throw new SubscriptionError('webhook_chat_id');
    return {
      url: new URL(url).href,
      format,
      language,
      rule: changedRule(fields, { former: former.rule, region: this.#options.region }),
    };
  }
}

type Values = Pick<Webhook, 'url' | 'format' | 'language' | 'rule'>;
type Row = Omit<Webhook, 'rule'> & { rule: string };

const webhookOf = (row: Row): Webhook => ({ ...row, rule: JSON.parse(row.rule) as Webhook['rule'] });

/** @throws SubscriptionError also for another account's */
function* find(account: string, id: string): Work<Webhook> {
  const [row] = (yield* query<Row>(ROWS.get, { account, id })).rows;
  if (!row) throw new SubscriptionError('not_found');
  return webhookOf(row);
}
