import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { member, PASSWORD, testAccounts } from '../../support/accounts.ts';
import fc from '../../support/property.ts';
import type { FakeEvent } from '../../support/stripe.ts';
import { event, period, signed, STRIPE_SETTINGS, stripeServer, subscription } from '../../support/stripe.ts';

const START = Date.UTC(2026, 6, 1);
const END = Date.UTC(2026, 7, 1);

async function shop(t: TestContext) {
  const clock = { at: START + MINUTE };
  const stripe = await stripeServer(t);
  const accounts = await testAccounts({
    now: () => clock.at,
    settings: { stripe: STRIPE_SETTINGS },
    stripeApi: stripe.api,
  });
  const visitor = await member(accounts);
  const { id } = (await (await visitor.get('/account/me')).json()) as { id: string };
  const tell = (told: FakeEvent, signature = signed(told, clock.at)): Promise<Response> =>
    accounts
      .visitor()
      .ask('POST', '/stripe/webhook', { headers: { 'Stripe-Signature': signature }, body: told.payload });
  const subscribe = (name = 'sub_1', more: object = {}) => {
    const made = subscription(name, id, { ...period(START, END), ...more });
    stripe.subscriptions.set(name, made);
    return made;
  };
  return {
    ...accounts,
    stripe,
    visitor,
    id,
    clock,
    tell,
    subscribe,
    plan: async () => (await accounts.plans.planOf(id)).plan,
  };
}

test('an upgrade leads to the checkout, and the plan begins with the payment', async (t) => {
  const { stripe, visitor, id, tell, subscribe, plan } = await shop(t);
  const upgrade = await visitor.json('/account/upgrade');
  assert.deepEqual(await upgrade.json(), { status: 'success', url: 'https://checkout.stripe.com/c/pay/cs_1' });
  const { fields, key } = stripe.asked[0]!;
  assert.equal(key, 'Bearer sk_test_synthetic');
  assert.equal(fields['client_reference_id'], id);
  assert.equal(fields['subscription_data[metadata][account]'], id);
  assert.equal(fields['line_items[0][price]'], 'price_pro');
  assert.equal(fields['mode'], 'subscription');
  const form = await visitor.form('/account/upgrade');
  assert.deepEqual([form.status, form.headers.get('location')], [303, 'https://checkout.stripe.com/c/pay/cs_1']);
  assert.match(form.headers.get('content-security-policy')!, /form-action 'self' https:\/\/checkout\.stripe\.com/);

  assert.equal(await plan(), 'free');
  subscribe();
  const answer = await tell(
    event('checkout.session.completed', { id: 'cs_1', object: 'checkout.session', subscription: 'sub_1' }),
  );
  assert.equal(answer.status, 200, await answer.text());
  assert.equal(await plan(), 'pro');
  const again = await visitor.json('/account/upgrade');
  assert.equal(again.status, 403);
  const billing = await visitor.form('/account/billing');
  assert.equal(billing.headers.get('location'), 'https://billing.stripe.com/p/session/1');
  assert.equal(stripe.asked.at(-1)!.fields['customer'], 'cus_synthetic');
});

test('after cancellation the plan lasts until the end of its period', async (t) => {
  const { clock, tell, subscribe, plan } = await shop(t);
  await tell(event('customer.subscription.created', subscribe()));
  await tell(event('customer.subscription.updated', subscribe('sub_1', { cancel_at_period_end: true })));
  clock.at = END - 1;
  assert.equal(await plan(), 'pro');
  clock.at = END;
  assert.equal(await plan(), 'free');
});

test('a subscription ended at once keeps its paid period; one that was never paid for does not', async (t) => {
  const { clock, tell, subscribe, plan } = await shop(t);
  await tell(event('customer.subscription.created', subscribe()));
  await tell(event('customer.subscription.deleted', subscribe('sub_1', { status: 'canceled' })));
  assert.equal(await plan(), 'pro');
  const failed = { status: 'canceled', cancellation_details: { reason: 'payment_failed' } };
  await tell(event('customer.subscription.deleted', subscribe('sub_1', failed)));
  assert.equal(await plan(), 'free');
  clock.at = END + DAY;
  assert.equal(await plan(), 'free');
});

test('a renewal goes on; its failure gives some days', async (t) => {
  const { clock, tell, subscribe, plan } = await shop(t);
  await tell(event('customer.subscription.created', subscribe()));
  clock.at = END + MINUTE;
  assert.equal(await plan(), 'pro', 'word of the renewal may take a while');
  const next = { ...period(END, END + 31 * DAY), status: 'past_due' };
  await tell(event('customer.subscription.updated', subscribe('sub_1', next)));
  clock.at = END + 7 * DAY - 1;
  assert.equal(await plan(), 'pro');
  clock.at = END + 7 * DAY;
  assert.equal(await plan(), 'free');
  await tell(event('customer.subscription.updated', subscribe('sub_1', { ...next, status: 'active' })));
  assert.equal(await plan(), 'pro');
});

test('events count once, in any order, however often they come', async (t) => {
  const { stripe, id, tell, subscribe, plans, db } = await shop(t);
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
    .filter((told) => told.some(({ payload }) => payload.includes('sub_1')));
  await fc.assert(
    fc.asyncProperty(order, async (told) => {
      db.exec('DELETE FROM stripe_events; DELETE FROM stripe_subscriptions; DELETE FROM plans');
      const before = stripe.asked.length;
      for (const answer of await Promise.all(told.map((one) => tell(one)))) assert.equal(answer.status, 200);
      assert.deepEqual(await plans.planOf(id), { plan: 'pro', until: END, source: 'stripe' });
      const about = new Set(told.filter(({ payload }) => payload.includes('sub_1')).map((one) => one.id));
      assert.equal(stripe.asked.length - before, about.size, 'an event that came before asks nothing');
    }),
    { numRuns: 25 },
  );
});

const FORGED: [name: string, sign: (told: FakeEvent, at: number) => string][] = [
  ['no signature', () => ''],
  ['nonsense', () => 't=1,v1=00'],
  ['another secret', (told, at) => signed(told, at, 'whsec_other')],
  ['an old signature', (told, at) => signed(told, at - 6 * MINUTE)],
  ['a signature of the future', (told, at) => signed(told, at + 6 * MINUTE)],
  ['two times in its signature', (told, at) => `t=${Math.floor(at / 1000) + 400},${signed(told, at)}`],
  ['the signature of another event', (_, at) => signed(event('customer.subscription.updated', {}), at)],
];

test("clocks a few minutes apart are no reason to refuse Stripe's word", async (t) => {
  const { clock, tell, subscribe } = await shop(t);
  for (const apart of [-4 * MINUTE, 4 * MINUTE]) {
    const told = event('customer.subscription.created', subscribe());
    assert.equal((await tell(told, signed(told, clock.at + apart))).status, 200);
  }
});

for (const [name, sign] of FORGED)
  test(`an event with ${name} is refused, and changes nothing`, async (t) => {
    const { clock, tell, subscribe, plan, stripe } = await shop(t);
    const told = event('customer.subscription.created', subscribe());
    const answer = await tell(told, sign(told, clock.at));
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as { code: string }).code, 'invalid_parameter');
    assert.equal(await plan(), 'free');
    assert.equal(stripe.asked.length, 0);
  });

test('a gateway does not overwrite a newer state of a subscription by an older one', async (t) => {
  const { clock, tell, subscribe, stripe, db, plans, id } = await shop(t);
  const second = await testAccounts({
    db,
    now: () => clock.at,
    settings: { stripe: STRIPE_SETTINGS },
    stripeApi: stripe.api,
  });
  const asked = stripe.holdNext();
  subscribe();
  const older = tell(event('customer.subscription.created', subscribe()));
  const release = await asked;
  const ended = subscribe('sub_1', { status: 'canceled', cancellation_details: { reason: 'payment_failed' } });
  const newer = event('customer.subscription.deleted', ended);
  const answer = await second
    .visitor()
    .ask('POST', '/stripe/webhook', { headers: { 'Stripe-Signature': signed(newer, clock.at) }, body: newer.payload });
  assert.equal(answer.status, 200);
  release();
  assert.equal((await older).status, 200);
  assert.equal((await plans.planOf(id)).plan, 'free');
  assert.equal(db.prepare('SELECT live FROM stripe_subscriptions').pluck().get(), 0);
});

test('while Stripe does not answer, an event is not taken as done', async (t) => {
  const { tell, subscribe, plan, stripe, visitor, lines } = await shop(t);
  const told = event('customer.subscription.created', subscribe());
  stripe.state.down = true;
  assert.equal((await tell(told)).status, 503);
  const form = await visitor.form('/account/upgrade');
  assert.equal(form.status, 503);
  assert.match(await form.text(), /The payment service is not responding/);
  assert.match(lines.join('\n'), /payment: Stripe did not complete a request \(StripeAPIError/);
  stripe.state.down = false;
  assert.equal((await tell(told)).status, 200);
  assert.equal(await plan(), 'pro');
});

test('subscriptions of other services, of deleted accounts, and missing ones are ignored', async (t) => {
  const { tell, plan, stripe, db } = await shop(t);
  const stranger = subscription('sub_2', 'no such account', period(START, END));
  stripe.subscriptions.set('sub_2', stranger);
  const nobody = { ...stranger, id: 'sub_3', metadata: {} };
  stripe.subscriptions.set('sub_3', nobody as never);
  for (const object of [stranger, nobody, { ...stranger, id: 'sub_gone' }])
    assert.equal((await tell(event('customer.subscription.updated', object))).status, 200);
  assert.equal(await plan(), 'free');
  assert.equal(db.prepare('SELECT count(*) FROM plans').pluck().get(), 0);
});

test('what the operator granted is not taken away by a subscription that ends', async (t) => {
  const { tell, subscribe, plans, id } = await shop(t);
  await plans.grant(id, 'pro', { source: 'operator' });
  await tell(event('customer.subscription.deleted', subscribe('sub_1', { status: 'unpaid' })));
  assert.deepEqual(await plans.planOf(id), { plan: 'pro', until: null, source: 'operator' });
  await plans.grant(id, 'pro', { source: 'operator', until: START + DAY });
  await tell(event('customer.subscription.updated', subscribe()));
  assert.equal((await plans.planOf(id)).source, 'stripe');
});

test('deleting the account ends the subscription first, and is not done while that fails', async (t) => {
  const { tell, subscribe, stripe, visitor, db } = await shop(t);
  await tell(event('customer.subscription.created', subscribe()));
  stripe.state.down = true;
  assert.equal((await visitor.json('/account/delete', { password: PASSWORD })).status, 503);
  assert.equal((await visitor.get('/account/me')).status, 200);
  stripe.state.down = false;
  assert.equal((await visitor.json('/account/delete', { password: PASSWORD })).status, 200);
  assert.equal(stripe.subscriptions.get('sub_1')!.status, 'canceled');
  // The event that follows from it finds no account.
  assert.equal((await tell(event('customer.subscription.deleted', stripe.subscriptions.get('sub_1')!))).status, 200);
  assert.equal(db.prepare('SELECT count(*) FROM stripe_subscriptions').pluck().get(), 0);
});

test('without payment an upgrade is a clear error that says whom to ask, and the webhook is closed', async () => {
  const accounts = await testAccounts({ settings: { contact: 'operator@example.org' } });
  const visitor = await member(accounts);
  const answer = await visitor.json('/account/upgrade');
  assert.equal(answer.status, 503);
  const { code, message } = (await answer.json()) as { code: string; message: string };
  assert.equal(code, 'unavailable');
  assert.match(message, /operator grants the pro plan.*operator@example\.org/);
  assert.equal((await accounts.visitor().json('/account/upgrade')).status, 401, 'log in first');
  assert.equal((await accounts.visitor().json('/stripe/webhook')).status, 503);
  assert.match(await (await visitor.get('/account/')).text(), /operator@example\.org/);
});

test('a subscription that was paid for while its account was erased is cancelled', async (t) => {
  const { stripe, db, id, tell, subscribe } = await shop(t);
  db.prepare('DELETE FROM user WHERE id = ?').run(id);
  const told = event('customer.subscription.created', subscribe());
  assert.equal((await tell(told)).status, 200);
  assert.equal(stripe.subscriptions.get('sub_1')!.status, 'canceled');
  assert.equal(db.prepare('SELECT count(*) FROM stripe_subscriptions').pluck().get(), 0);
});
