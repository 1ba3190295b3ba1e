import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE } from '#core/time.ts';
import { testAccounts } from '../../../support/accounts.ts';
import fc from '../../../support/property.ts';
import { event, type FakeEvent, period, signed, STRIPE_SETTINGS, subscription } from '../../../support/stripe.ts';
import { START, END, billingAccounts } from '../../../support/billing.ts';

test('events take effect once, in any order, however often they are delivered', async (t) => {
  const { stripe, id, sendEvent, subscribe, plans, db } = await billingAccounts(t);
  const history = [
    event('customer.subscription.created', subscription('sub_1', id, { status: 'incomplete' })),
    event('customer.subscription.updated', subscribe()),
    event('checkout.session.completed', { object: 'checkout.session', subscription: 'sub_1' }),
    event('customer.subscription.updated', subscribe('sub_1', { cancel_at_period_end: true })),
    event('invoice.paid', { object: 'invoice', id: 'in_1' }),
    event('product.updated', { object: 'product', id: 'prod_1' }),
  ];
  const order = fc
    .shuffledSubarray([...history, ...history], { minLength: 8 })
    .filter((event) => event.some(({ payload }) => payload.includes('sub_1')));
  await fc.assert(
    fc.asyncProperty(order, async (event) => {
      db.exec('DELETE FROM stripe_events; DELETE FROM stripe_subscriptions; DELETE FROM plans');
      const before = stripe.requests.length;
      for (const response of await Promise.all(event.map((one) => sendEvent(one)))) assert.equal(response.status, 200);
      assert.deepEqual(await plans.planOf(id), { plan: 'pro', until: END, source: 'stripe' });
      const about = new Set(event.filter(({ payload }) => payload.includes('sub_1')).map((one) => one.id));
      assert.equal(stripe.requests.length - before, about.size, 'an event that came before asks nothing');
    }),
    { numRuns: 25 },
  );
});

const FORGED: [name: string, sign: (event: FakeEvent, at: number) => string][] = [
  ['no signature', () => ''],
  ['nonsense', () => 't=1,v1=00'],
  ['another secret', (event, at) => signed(event, at, 'whsec_other')],
  ['an old signature', (event, at) => signed(event, at - 6 * MINUTE)],
  ['a signature of the future', (event, at) => signed(event, at + 6 * MINUTE)],
  ['two times in its signature', (event, at) => `t=${Math.floor(at / 1000) + 400},${signed(event, at)}`],
  ['the signature of another event', (_, at) => signed(event('customer.subscription.updated', {}), at)],
];

test('a signature is accepted with clocks a few minutes apart', async (t) => {
  const { clock, sendEvent, subscribe } = await billingAccounts(t);
  for (const apart of [-4 * MINUTE, 4 * MINUTE]) {
    const stripeEvent = event('customer.subscription.created', subscribe());
    assert.equal((await sendEvent(stripeEvent, signed(stripeEvent, clock.at + apart))).status, 200);
  }
});

for (const [name, sign] of FORGED)
  test(`an event with ${name} is refused, and changes nothing`, async (t) => {
    const { clock, sendEvent, subscribe, plan, stripe } = await billingAccounts(t);
    const stripeEvent = event('customer.subscription.created', subscribe());
    const response = await sendEvent(stripeEvent, sign(stripeEvent, clock.at));
    assert.equal(response.status, 400);
    assert.equal(((await response.json()) as { code: string }).code, 'invalid_parameter');
    assert.equal(await plan(), 'free');
    assert.equal(stripe.requests.length, 0);
  });

test('a gateway does not overwrite a newer state of a subscription by an older one', async (t) => {
  const { clock, sendEvent, subscribe, stripe, db, plans, id } = await billingAccounts(t);
  const second = await testAccounts({
    db,
    now: () => clock.at,
    settings: { stripe: STRIPE_SETTINGS },
    stripeApi: stripe.api,
  });
  const pending = stripe.holdNext();
  subscribe();
  const older = sendEvent(event('customer.subscription.created', subscribe()));
  const release = await pending;
  const ended = subscribe('sub_1', { status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  const newer = event('customer.subscription.deleted', ended);
  const response = await second.client().request('POST', '/stripe/webhook', {
    headers: { 'Stripe-Signature': signed(newer, clock.at) },
    body: newer.payload,
  });
  assert.equal(response.status, 200);
  release();
  assert.equal((await older).status, 200);
  assert.equal((await plans.planOf(id)).plan, 'free');
  assert.equal(db.prepare('SELECT live FROM stripe_subscriptions').pluck().get(), 0);
});

test('while Stripe does not answer, an event is not acknowledged', async (t) => {
  const { sendEvent, subscribe, plan, stripe, client, lines } = await billingAccounts(t);
  const stripeEvent = event('customer.subscription.created', subscribe());
  stripe.state.down = true;
  assert.equal((await sendEvent(stripeEvent)).status, 503);
  const form = await client.form('/account/upgrade');
  assert.equal(form.status, 503);
  assert.match(await form.text(), /The payment service is not responding/);
  assert.match(lines.join('\n'), /payment: Stripe did not complete a request \(StripeAPIError/);
  stripe.state.down = false;
  assert.equal((await sendEvent(stripeEvent)).status, 200);
  assert.equal(await plan(), 'pro');
});

test('subscriptions of other services, of deleted accounts, and missing ones are ignored', async (t) => {
  const { sendEvent, plan, stripe, db } = await billingAccounts(t);
  const unrelated = subscription('sub_2', 'no such account', period(START, END));
  stripe.subscriptions.set('sub_2', unrelated);
  const nobody = { ...unrelated, id: 'sub_3', metadata: {} };
  stripe.subscriptions.set('sub_3', nobody as never);
  for (const object of [unrelated, nobody, { ...unrelated, id: 'sub_gone' }])
    assert.equal((await sendEvent(event('customer.subscription.updated', object))).status, 200);
  assert.equal(await plan(), 'free');
  assert.equal(db.prepare('SELECT count(*) FROM plans').pluck().get(), 0);
});

test('a subscription that was paid for while its account was erased is cancelled', async (t) => {
  const { stripe, db, id, sendEvent, subscribe } = await billingAccounts(t);
  db.prepare('DELETE FROM user WHERE id = ?').run(id);
  const stripeEvent = event('customer.subscription.created', subscribe());
  assert.equal((await sendEvent(stripeEvent)).status, 200);
  assert.equal(stripe.subscriptions.get('sub_1')!.status, 'canceled');
  assert.equal(db.prepare('SELECT count(*) FROM stripe_subscriptions').pluck().get(), 0);
});
