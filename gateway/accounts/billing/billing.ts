/** The pro plan by subscription, through Stripe's own library. */
import Stripe from 'stripe';
import type { EpochMs } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';
import type { Log } from '../../http/log.ts';
import type { PlanStore } from '../../access/plan-store.ts';
import type { SqlDatabase } from '../../store/sql-database.ts';
import { Problem } from '../problems.ts';
import type { StripeSettings } from '../settings.ts';
import { isLive, proUntil } from './subscription.ts';
import type { SubscriptionTable } from './subscription-table.ts';
import { subscriptionTable } from './subscription-table.ts';

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
   * @throws GatewayError 400 for an invalid signature; Problem 503 when Stripe's API fails: Stripe repeats the event
   */
  async handleEvent(body: Buffer, signature: string): Promise<void> {
    const event = this.#verify(body, signature);
    const work = async (): Promise<void> => {
      if (await this.#table.hasEvent(event.id)) return;
      const id = subscriptionOf(event);
      if (id !== undefined) await this.#refresh(id);
      await this.#table.putEvent(event, this.#options.now());
    };
    const processed = this.#lastEvent.then(work, work);
    this.#lastEvent = processed;
    return processed;
  }

  #verify(body: Buffer, signature: string): Stripe.Event {
    const { settings, now } = this.#options;
    const at = now();
    // Stripe's library rejects old signatures only.
    if (signedAt(signature) > at / 1000 + SIGNATURE_TOLERANCE_SECONDS) throw invalidSignature();
    try {
      const { webhooks } = this.#stripe;
      const tolerance = SIGNATURE_TOLERANCE_SECONDS;
      return webhooks.constructEvent(body, signature, settings.webhookSecret, tolerance, undefined, at);
    } catch {
      throw invalidSignature();
    }
  }

  /** Stores the subscription as Stripe has it now; reads it again when another gateway wrote meanwhile. */
  async #refresh(id: string): Promise<void> {
    for (let attempt = 0; attempt < MAX_REFRESH_ATTEMPTS; attempt += 1) {
      const revision = await this.#table.revisionOf(id);
      const found = await this.#call(() => ignoreMissing(() => this.#stripe.subscriptions.retrieve(id)));
      const account = found?.metadata['account'];
      if (!found || account === undefined) return;
      // Paid for while the account was being deleted: nobody else could cancel it.
      if (!(await this.#table.accountExists(account))) return isLive(found) ? this.#cancel(id) : undefined;
      if (await this.#store(account, found, revision)) return;
    }
    // Stripe sends the event again.
    throw new Problem('payment_down');
  }

  /** @returns false when another gateway wrote the subscription since `revision` was read */
  async #store(account: string, subscription: Stripe.Subscription, revision: number): Promise<boolean> {
    const stored = await this.#table.put({
      subscription: subscription.id,
      account,
      customer: idOf(subscription.customer),
      live: isLive(subscription) ? 1 : 0,
      proUntil: proUntil(subscription) ?? null,
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

function subscriptionOf({ type, data }: Stripe.Event): string | undefined {
  const object = data.object as { id?: string; subscription?: string | { id: string } | null };
  if (type.startsWith('customer.subscription.')) return object.id;
  return type === 'checkout.session.completed' && object.subscription ? idOf(object.subscription) : undefined;
}

const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);

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
