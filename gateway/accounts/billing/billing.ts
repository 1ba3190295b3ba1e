/** The pro plan by subscription, through Stripe's own library. */
import Stripe from 'stripe';
import type { EpochMs } from '#core/time.ts';
import { DAY } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';
import type { Log } from '../../http/log.ts';
import type { PlanStore } from '../../access/plan-store.ts';
import type { AccountsDb } from '../../store/database.ts';
import { Problem } from '../problems.ts';
import type { StripeSettings } from '../settings.ts';
import { isLive, proUntil } from './subscription.ts';

export type Billing = ReturnType<typeof createBilling>;

interface BillingOptions {
  db: AccountsDb;
  plans: PlanStore;
  settings: StripeSettings;
  baseUrl: string;
  now: () => EpochMs;
  log: Log;
  /** Where Stripe's API is, if not at Stripe. */
  api?: Pick<NonNullable<ConstructorParameters<typeof Stripe>[1]>, 'host' | 'port' | 'protocol'>;
}

interface Row {
  subscription: string;
  account: string;
  customer: string;
  live: 0 | 1;
  proUntil: EpochMs | null;
  /** Of what is written over; 0 for none. */
  revision: number;
}

/** Longer than Stripe tries to deliver an event. */
const EVENT_RETENTION = 60 * DAY;
/** How far a signature's time may be from ours, either way, in seconds; what Stripe advises. */
const SIGNATURE_TOLERANCE_SECONDS = 300;
/** How often Stripe is asked again because another gateway wrote meanwhile. */
const MAX_REFRESH_ATTEMPTS = 5;

export function createBilling({ db, plans, settings, baseUrl, now, log, api = {} }: BillingOptions) {
  const stripe = new Stripe(settings.secretKey, { timeout: 15_000, maxNetworkRetries: 1, telemetry: false, ...api });
  const rows = subscriptionRows(db);
  const inTurn = createSerializer();

  /** @returns false when another gateway has written of it since `revision` was read */
  const apply = async (account: string, subscription: Stripe.Subscription, revision: number): Promise<boolean> => {
    const put = rows.put({
      subscription: subscription.id,
      account,
      customer: idOf(subscription.customer),
      live: isLive(subscription) ? 1 : 0,
      proUntil: proUntil(subscription) ?? null,
      revision,
    });
    if (put) await settle(account);
    return put;
  };

  /** Gives the plan that the subscriptions pay for; once more where another gateway has written meanwhile. */
  const settle = async (account: string): Promise<void> => {
    const end = rows.latestEnd(account) ?? 0;
    await settlePlan(plans, account, end, now());
    if ((rows.latestEnd(account) ?? 0) !== end) await settle(account);
  };

  const cancel = async (subscription: Stripe.Subscription): Promise<void> => {
    if (isLive(subscription))
      await callStripe(log, () => ignoreMissing(undefined, () => stripe.subscriptions.cancel(subscription.id)));
  };

  /** Keeps what Stripe has now. What was asked for before another gateway wrote may be older than what that one found: then it is asked for again. */
  const refresh = async (id: string): Promise<void> => {
    for (let asks = 0; asks < MAX_REFRESH_ATTEMPTS; asks += 1) {
      const revision = rows.revisionOf(id);
      const found = await callStripe(log, () => ignoreMissing(undefined, () => stripe.subscriptions.retrieve(id)));
      const account = found?.metadata['account'];
      if (!found || account === undefined) return;
      // Paid for while its account was being erased: nobody could end it any more.
      if (!rows.isAccount(account)) return cancel(found);
      if (await apply(account, found, revision)) return;
    }
    // Stripe sends the event again.
    throw new Problem('payment_down');
  };

  return {
    /** @returns the address of the page where the plan is paid. @throws Problem */
    async checkout({ id, email }: { id: string; email: string }): Promise<string> {
      if ((await plans.planOf(id)).plan === 'pro') throw new Problem('already_pro');
      const customer = rows.of(id).at(-1)?.customer;
      const { url } = await callStripe(log, () =>
        stripe.checkout.sessions.create({
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
    },

    /** @returns the address of Stripe's page for invoices, card and the end of the subscription. @throws Problem */
    async portal(account: string): Promise<string> {
      const customer = rows.of(account).at(-1)?.customer;
      if (customer === undefined) throw new Problem('no_subscription');
      const session = { customer, return_url: `${baseUrl}/account/` };
      return (await callStripe(log, () => stripe.billingPortal.sessions.create(session))).url;
    },

    isSubscribed: (account: string): boolean => rows.of(account).length > 0,

    /** Ends every subscription of an account that is about to be deleted. @throws Problem when Stripe does not answer */
    async cancelAll(account: string): Promise<void> {
      for (const { subscription, live } of rows.of(account))
        if (live)
          await callStripe(log, () => ignoreMissing(undefined, () => stripe.subscriptions.cancel(subscription)));
    },

    /**
     * Deals with an event, once. It is only taken as word that something has changed: what counts is the subscription as Stripe has it now, so that
     * neither the order of events nor their number matters.
     * @throws GatewayError 400 for what Stripe has not signed; Problem 503 when its API does not answer, and Stripe sends the event again
     */
    async handleEvent(body: Buffer, signature: string): Promise<void> {
      const event = verifyEvent(() =>
        stripe.webhooks.constructEvent(
          body,
          signature,
          settings.webhookSecret,
          SIGNATURE_TOLERANCE_SECONDS,
          undefined,
          now(),
        ),
      );
      if (signedAt(signature) > now() / 1000 + SIGNATURE_TOLERANCE_SECONDS) throw invalidSignature();
      await inTurn(async () => {
        if (rows.hasEvent(event.id)) return;
        const id = subscriptionOf(event);
        if (id !== undefined) await refresh(id);
        rows.putEvent(event, now());
      });
    },
  };
}

/** The plan follows the subscription, unless the operator has granted one that lasts longer. */
async function settlePlan(plans: PlanStore, account: string, until: EpochMs, now: EpochMs): Promise<void> {
  const { plan, until: present, source } = await plans.planOf(account);
  const others = plan === 'pro' && source !== 'stripe';
  if (others && (present === null || present >= until)) return;
  if (until > now) await plans.grant(account, 'pro', { until, source: 'stripe' });
  else await plans.grant(account, 'free', { source: 'stripe' });
}

function subscriptionOf({ type, data }: Stripe.Event): string | undefined {
  const object = data.object as { id?: string; subscription?: string | { id: string } | null };
  if (type.startsWith('customer.subscription.')) return object.id;
  return type === 'checkout.session.completed' && object.subscription ? idOf(object.subscription) : undefined;
}

const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id);

function verifyEvent(construct: () => Stripe.Event): Stripe.Event {
  try {
    return construct();
  } catch {
    throw invalidSignature();
  }
}

/** The latest time in a signature, in seconds; Stripe's library holds it against our clock in one direction only. */
const signedAt = (signature: string): number =>
  Math.max(...[...signature.matchAll(/t=(\d{1,15})/g)].map(([, seconds]) => Number(seconds)));

const invalidSignature = (): GatewayError =>
  new GatewayError('invalid_parameter', 'This is no event signed with our webhook secret within the last minutes.');

async function ignoreMissing<T, M>(value: M, ask: () => Promise<T>): Promise<T | M> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return value;
    throw error;
  }
}

/** What Stripe says to our faults is for the operator. Its message may hold a part of the key: only the kind is told. */
async function callStripe<T>(log: Log, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    log(`payment: Stripe did not do what was asked (${error.type} ${error.code ?? ''} ${error.requestId ?? ''})`);
    throw new Problem('payment_down');
  }
}

function createSerializer() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work, work);
    last = done;
    return done;
  };
}

function subscriptionRows(db: AccountsDb) {
  const put = db.prepare<[Row]>(
    `INSERT INTO stripe_subscriptions (subscription, account, customer, live, pro_until, revision)
     VALUES (:subscription, :account, :customer, :live, :proUntil, 1)
     ON CONFLICT (subscription) DO UPDATE SET customer = :customer, live = :live, pro_until = :proUntil, revision = revision + 1
     WHERE revision = :revision`,
  );
  const revisionOf = db
    .prepare<[string], number>('SELECT revision FROM stripe_subscriptions WHERE subscription = ?')
    .pluck();
  const of = db.prepare<[string], Row>(
    `SELECT subscription, account, customer, live, pro_until AS proUntil, revision FROM stripe_subscriptions
     WHERE account = ? ORDER BY rowid`,
  );
  const latestEnd = db
    .prepare<[string], EpochMs | null>('SELECT max(pro_until) FROM stripe_subscriptions WHERE account = ?')
    .pluck();
  const hasEvent = db.prepare<[string], number>('SELECT 1 FROM stripe_events WHERE event = ?').pluck();
  const putEvent = db.prepare(
    'INSERT INTO stripe_events (event, type, created_at, received_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const forgetEvents = db.prepare('DELETE FROM stripe_events WHERE received_at < ?');
  const isAccount = db.prepare<[string], number>('SELECT 1 FROM user WHERE id = ?').pluck();
  return {
    put: (row: Row): boolean => put.run(row).changes > 0,
    revisionOf: (subscription: string): number => revisionOf.get(subscription) ?? 0,
    of: (account: string): Row[] => of.all(account),
    latestEnd: (account: string): EpochMs | null | undefined => latestEnd.get(account),
    hasEvent: (id: string): boolean => hasEvent.get(id) !== undefined,
    putEvent({ id, type, created }: Stripe.Event, now: EpochMs): void {
      forgetEvents.run(now - EVENT_RETENTION);
      putEvent.run(id, type, created * 1000, now);
    },
    isAccount: (id: string): boolean => isAccount.get(id) !== undefined,
  };
}
