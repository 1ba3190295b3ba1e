/** Web Push subscriptions: endpoint and `auth` together are the right to change and end one. */
import { ECDH } from 'node:crypto';
import type { Box } from '#core/geo.ts';
import { type EpochMs } from '#core/time.ts';
import { query, type SqlDatabase, type Work } from '../store/sql-database.ts';
import { refusalOf } from './delivery.ts';
import type { Language } from './formats.ts';
import { pushKeys } from './push-keys.ts';
import { removeSubscriber } from './queue.ts';
import { changedRule, type RuleFields } from './rule.ts';
import { addSubscription, isSecret, requireRoom, SubscriptionError } from './subscription.ts';

/** Of a browser (https://www.w3.org/TR/push-api/); keys in base64url. */
export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface PushSubscriber {
  language: Language;
  /** Fields that differ from the defaults. */
  rule: Record<string, string>;
}

const ROWS = {
  find: `SELECT id, language, rule, secret, public_key AS "publicKey" FROM alert_subscribers
    WHERE channel = 'push' AND url = :endpoint`,
  change: 'UPDATE alert_subscribers SET language = :language, rule = :rule WHERE id = :id',
};

interface Row {
  id: string;
  language: Language;
  rule: string;
  secret: string;
  publicKey: string;
}

/** Services of Chrome, Firefox, Safari and Edge. Any other host might be one that somebody wants to be flooded. */
const PUSH_SERVICES =
  /^(?:fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|(?:[\w-]+\.)+(?:push\.apple|notify\.windows)\.com)$/;

const isPushService = (endpoint: string): boolean => {
  const { hostname, port } = new URL(endpoint);
  return PUSH_SERVICES.test(hostname) && port === '';
};

interface StoreOptions {
  database: SqlDatabase;
  /** Of the catalogue. */
  region?: Box;
  now: () => EpochMs;
  /** Also http, and every host. */
  allowsPrivate: boolean;
  /** Subscriptions in all. */
  most: number;
}

export class PushStore {
  /** Of the pair that signs messages; browsers subscribe with the public one. */
  readonly keys: ReturnType<typeof pushKeys>;
  readonly #options: StoreOptions;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.keys = pushKeys(options.database);
  }

  /** Whether there is such a subscription. */
  async isKnown({ endpoint, auth }: Omit<Subscription, 'p256dh'>): Promise<boolean> {
    const [row] = (await this.#options.database.query<Row>(ROWS.find, { endpoint })).rows;
    return row !== undefined && isSecret(row.secret, auth);
  }

  /**
   * Takes the place of a former rule of the same browser. A new one is sent a welcome, and is confirmed when its
   * service takes it.
   * @throws SubscriptionError, GatewayError for a field of the rule
   */
  subscribe(
    subscription: Subscription,
    fields: RuleFields,
    language: Language,
    network: string,
  ): Promise<PushSubscriber> {
    const { database, allowsPrivate } = this.#options;
    const { endpoint } = subscription;
    if (refusalOf(endpoint, allowsPrivate) !== undefined || !(allowsPrivate || isPushService(endpoint)))
      throw new SubscriptionError('push_endpoint');
    if (!areKeys(subscription)) throw new SubscriptionError('push_keys');
    const values = { language, rule: changedRule(fields, { region: this.#options.region }) };
    return database.transaction(() => this.#put(subscription, values, network));
  }

  /** @throws SubscriptionError, GatewayError for a field of the rule */
  change(
    { endpoint, auth }: Subscription,
    fields: RuleFields,
    language: Language | undefined,
  ): Promise<PushSubscriber> {
    const { region } = this.#options;
    return this.#options.database.transaction(function* () {
      const former = yield* find(endpoint, auth);
      const rule = changedRule(fields, { former: JSON.parse(former.rule) as PushSubscriber['rule'], region });
      return yield* write(former.id, { language: language ?? former.language, rule });
    });
  }

  /** Also what waits for it. @throws SubscriptionError */
  end({ endpoint, auth }: Subscription): Promise<void> {
    return this.#options.database.transaction(function* () {
      yield* removeSubscriber((yield* find(endpoint, auth)).id);
    });
  }

  *#put(
    { endpoint, p256dh, auth }: Subscription,
    { language, rule }: PushSubscriber,
    network: string,
  ): Work<PushSubscriber> {
    const [known] = (yield* query<Row>(ROWS.find, { endpoint })).rows;
    if (known && !(isSecret(known.secret, auth) && known.publicKey === p256dh))
      throw new SubscriptionError('not_found');
    if (known) return yield* write(known.id, { language, rule });
    const values = { channel: 'push', url: endpoint, language, rule, secret: auth, publicKey: p256dh } as const;
    const now = this.#options.now();
    yield* requireRoom({ channel: 'push', now, most: this.#options.most }, network);
    yield* addSubscription({ ...values, now }, network);
    return { language, rule };
  }
}

function* write(id: string, { language, rule }: PushSubscriber): Work<PushSubscriber> {
  yield* query(ROWS.change, { id, language, rule: JSON.stringify(rule) });
  return { language, rule };
}

/** @throws SubscriptionError also where `auth` is another */
function* find(endpoint: string, auth: string): Work<Row> {
  const [row] = (yield* query<Row>(ROWS.find, { endpoint })).rows;
  if (!row || !isSecret(row.secret, auth)) throw new SubscriptionError('not_found');
  return row;
}

const BASE64URL = /^[\w-]+$/;

/** RFC 8291: a point of the curve P-256, uncompressed, and 16 bytes. */
function areKeys({ p256dh, auth }: Subscription): boolean {
  if (!BASE64URL.test(p256dh) || !BASE64URL.test(auth)) return false;
  const point = Buffer.from(p256dh, 'base64url');
  if (point.byteLength !== 65 || Buffer.from(auth, 'base64url').byteLength !== 16) return false;
  try {
    return (ECDH.convertKey(point, 'prime256v1', undefined, undefined, 'uncompressed') as Buffer).equals(point);
  } catch {
    return false;
  }
}
