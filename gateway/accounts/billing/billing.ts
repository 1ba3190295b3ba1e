/**
 * The pro plan by subscription, through Stripe's own library. `@better-auth/stripe` (1.7.6) stores what an event says,
 * so a late or repeated one overwrites a newer state. It has tables, customers and a webhook address of its own.
 */
import Stripe from 'stripe';
import type { EpochMs } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';
import type { Log } from '../../http/log.ts';
import type { PlanStore } from '../../access/plan-store.ts';
import type { SqlDatabase } from '../../store/sql-database.ts';
import { Problem } from '../problems.ts';
import type { StripeSettings } from '../settings.ts';
import { readEvent, type StripeEvent } from './event.ts';
import { readSubscription, type Subscription } from './subscription.ts';
import { type SubscriptionTable, subscriptionTable } from './subscription-table.ts';

export interface BillingOptions {
  database: SqlDatabase;
  plans: PlanStore;
  settings: StripeSettings;
  baseUrl: string;
  now: () => EpochMs;
  log: Log;
  /** Address of Stripe's API, for tests. */
  api?: Pick<NonNullable<ConstructorParameters<typeof Stripe>[1]>, 'host' | 'port' | 'protocol'> | undefined;
}

/** Maximum clock difference of a signature, in both directions, in seconds; as Stripe recommends. */
const SIGNATURE_TOLERANCE_SECONDS = 300;
/** Maximum reads of a subscription that another gateway changes meanwhile. */
const MAX_REFRESH_ATTEMPTS = 5;

interface Refreshed {
  id: string;
  account: string;
  read: Subscription;
  revision: number;
}

export class Billing {
  readonly #options: BillingOptions;
  readonly #stripe: Stripe;
  readonly #table: SubscriptionTable;
  /** Events are processed one after another. */
  #lastEvent: Promise<unknown> = Promise.resolve();

  constructor(options: BillingOptions) {
    const { database, settings, api = {} } = options;
    this.#options = options;
    this.#stripe = new Stripe(settings.secretKey, { timeout: 15_000, maxNetworkRetries: 1, telemetry: false, ...api });
    this.#table = subscriptionTable(database);
  }

  /** @returns the address of Stripe's checkout page. @throws Problem */
  async checkout({ id, email }: { id: string; email: string }): Promise<string> {
    const { plans, settings, baseUrl } = this.#options;
    if ((await plans.planOf(id)).plan === 'pro') throw new Problem('already_pro');
    const customer = (await this.#table.of(id)).at(-1)?.customer;
    const { url } = await this.#call(() =>
      this.#stripe.checkout.sessions.create({
        mode: 'subscription',
        line_items: [{ price: settings.priceId, quantity: 1 }],
        client_reference_id: id,
        subscription_data: { metadata: { account: id } },
        ...(customer === undefined ? { customer_email: email } : { customer }),
        success_url: `${baseUrl}/account/?notice=upgraded`,
        cancel_url: `${baseUrl}/account/`,
      }),
    );
    if (!url) throw new Problem('payment_down');
    return url;
  }

  /** @returns the address of Stripe's page for invoices, card and cancellation. @throws Problem */
  async portal(account: string): Promise<string> {
    const customer = (await this.#table.of(account)).at(-1)?.customer;
    if (customer === undefined) throw new Problem('no_subscription');
    const session = { customer, return_url: `${this.#options.baseUrl}/account/` };
    return (await this.#call(() => this.#stripe.billingPortal.sessions.create(session))).url;
  }

  async isSubscribed(account: string): Promise<boolean> {
    return (await this.#table.of(account)).length > 0;
  }

  /** Cancels every subscription of an account, before its deletion. @throws Problem when Stripe does not respond */
  async cancelAll(account: string): Promise<void> {
    for (const { subscription, live } of await this.#table.of(account)) if (live) await this.#cancel(subscription);
  }

  /**
   * Processes an event once. It only tells which subscription to read again from Stripe, so neither order nor
   * repetition of events matters.
   * @throws GatewayError 400 for an invalid signature, or what is no event; Problem 503 when Stripe's API fails: Stripe
   * repeats the event
   */
  async handleEvent(body: Buffer, signature: string): Promise<void> {
    this.#verify(body, signature);
    const event = this.#read(body);
    const work = async (): Promise<void> => {
      if (await this.#table.hasEvent(event.id)) return;
      const { id, type, subscription } = event;
      if (subscription === null) this.#options.log(`payment: event ${id} (${type}) names no subscription; ignored`);
      else if (subscription !== undefined) await this.#refresh(subscription);
      await this.#table.putEvent(event, this.#options.now());
    };
    const processed = this.#lastEvent.then(work, work);
    this.#lastEvent = processed;
    return processed;
  }

  /** @throws GatewayError */
  #verify(body: Buffer, signature: string): void {
    const { settings, now } = this.#options;
    const at = now();
    // Stripe's library rejects old signatures only.
    if (signedAt(signature) > at / 1000 + SIGNATURE_TOLERANCE_SECONDS) throw invalidSignature();
    try {
      const verifier = this.#stripe.webhooks.signature!;
      verifier.verifyHeader(body, signature, settings.webhookSecret, SIGNATURE_TOLERANCE_SECONDS, undefined, at);
    } catch {
      throw invalidSignature();
    }
  }

  /** @throws GatewayError for a signed body that is no event; it is logged, since Stripe sent it */
  #read(body: Buffer): StripeEvent {
    try {
      return readEvent(body);
    } catch (error) {
      this.#options.log(`payment: a correctly signed event was refused: ${(error as Error).message}`);
      throw error;
    }
  }

  /** Stores the subscription as Stripe has it now; reads it again when another gateway wrote meanwhile. */
  async #refresh(id: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_REFRESH_ATTEMPTS; attempt += 1) {
      const revision = await this.#table.revisionOf(id);
      const found = await this.#call(() => ignoreMissing(() => this.#stripe.subscriptions.retrieve(id)));
      if (!found) return;
      const read = readSubscription(found);
      if (typeof read === 'string') {
        this.#options.log(`payment: subscription ${id} cannot be read: ${read}`);
        break;
      }
      const { account, isLive } = read;
      if (account === undefined) return;
      // Paid for while the account was being deleted: nobody else could cancel it.
      if (!(await this.#table.accountExists(account))) return isLive ? this.#cancel(id) : undefined;
      if (await this.#store({ id, account, read, revision })) return;
    }
    // Stripe sends the event again.
    throw new Problem('payment_down');
  }

  /** @returns false when another gateway wrote the subscription since `revision` was read */
  async #store({ id, account, read, revision }: Refreshed): Promise<boolean> {
    const stored = await this.#table.put({
      subscription: id,
      account,
      customer: read.customer,
      live: read.isLive ? 1 : 0,
      proUntil: read.proUntil ?? null,
      revision,
    });
    if (stored) await this.#updatePlan(account);
    return stored;
  }

  /** Grants the plan that the subscriptions pay for; again when another gateway wrote meanwhile. */
  async #updatePlan(account: string): Promise<void> {
    const end = (await this.#table.latestEnd(account)) ?? 0;
    await grantUntil(this.#options.plans, account, end, this.#options.now());
    if (((await this.#table.latestEnd(account)) ?? 0) !== end) await this.#updatePlan(account);
  }

  async #cancel(id: string): Promise<void> {
    await this.#call(() => ignoreMissing(() => this.#stripe.subscriptions.cancel(id)));
  }

  /** Logs only the kind of an error: Stripe's message may contain a part of the key. */
  async #call<T>(request: () => Promise<T>): Promise<T> {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error;
      const { type, code = '', requestId = '' } = error;
      this.#options.log(`payment: Stripe did not complete a request (${type} ${code} ${requestId})`);
      throw new Problem('payment_down');
    }
  }
}

/** The plan follows the subscription, unless the operator granted one that lasts longer. */
async function grantUntil(plans: PlanStore, account: string, until: EpochMs, now: EpochMs): Promise<void> {
  const { plan, until: currentEnd, source } = await plans.planOf(account);
  const byOperator = plan === 'pro' && source !== 'stripe';
  if (byOperator && (currentEnd === null || currentEnd >= until)) return;
  if (until > now) await plans.grant(account, 'pro', { until, source: 'stripe' });
  else await plans.grant(account, 'free', { source: 'stripe' });
}

/** The latest time in a signature, in seconds. */
const signedAt = (signature: string): number =>
  Math.max(...[...signature.matchAll(/t=(\d{1,15})/g)].map(([, seconds]) => Number(seconds)));

const invalidSignature = (): GatewayError =>
  new GatewayError(
    'invalid_parameter',
    'This is not an event signed with the webhook secret within the last five minutes.',
  );

/** Undefined for what Stripe does not have. */
async function ignoreMissing<T>(request: () => Promise<T>): Promise<T | undefined> {
  try {
    return await request();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return undefined;
    throw error;
  }
}
