import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { EMAIL, loggedInClient, testAccounts } from '../../../support/accounts.ts';
import { event, period } from '../../../support/stripe.ts';
import { START, END, billingAccounts } from '../../../support/billing.ts';

test('an upgrade leads to the checkout, and the plan starts with the payment', async (t) => {
  const { stripe, client, id, sendEvent, subscribe, plan } = await billingAccounts(t);
  const upgrade = await client.json('/account/upgrade');
  assert.deepEqual(await upgrade.json(), { status: 'success', url: 'https://checkout.stripe.com/c/pay/cs_1' });
  const { fields, key } = stripe.requests[0]!;
  assert.equal(key, 'Bearer sk_test_synthetic');
  assert.equal(fields['client_reference_id'], id);
  assert.equal(fields['subscription_data[metadata][account]'], id);
  assert.equal(fields['line_items[0][price]'], 'price_pro');
  assert.equal(fields['mode'], 'subscription');
  const form = await client.form('/account/upgrade');
  assert.deepEqual([form.status, form.headers.get('location')], [303, 'https://checkout.stripe.com/c/pay/cs_1']);
  assert.match(form.headers.get('content-security-policy')!, /form-action 'self' https:\/\/checkout\.stripe\.com/);

  assert.equal(await plan(), 'free');
  subscribe();
  const response = await sendEvent(
    event('checkout.session.completed', { id: 'cs_1', object: 'checkout.session', subscription: 'sub_1' }),
  );
  assert.equal(response.status, 200, await response.text());
  assert.equal(await plan(), 'pro');
  const again = await client.json('/account/upgrade');
  assert.equal(again.status, 403);
  const billing = await client.form('/account/billing');
  assert.equal(billing.headers.get('location'), 'https://billing.stripe.com/p/session/1');
  assert.equal(stripe.requests.at(-1)!.fields['customer'], 'cus_synthetic');
});

test('after cancellation the plan lasts until the end of its period', async (t) => {
  const { clock, sendEvent, subscribe, plan } = await billingAccounts(t);
  await sendEvent(event('customer.subscription.created', subscribe()));
  await sendEvent(event('customer.subscription.updated', subscribe('sub_1', { cancel_at_period_end: true })));
  clock.at = END - 1;
  assert.equal(await plan(), 'pro');
  clock.at = END;
  assert.equal(await plan(), 'free');
});

test('a subscription ended at once keeps its paid period; one that was never paid for does not', async (t) => {
  const { clock, sendEvent, subscribe, plan } = await billingAccounts(t);
  await sendEvent(event('customer.subscription.created', subscribe()));
  await sendEvent(event('customer.subscription.deleted', subscribe('sub_1', { status: 'canceled' })));
  assert.equal(await plan(), 'pro');
  const failed = { status: 'canceled', cancellation_details: { reason: 'payment_failed' } };
  await sendEvent(event('customer.subscription.deleted', subscribe('sub_1', failed)));
  assert.equal(await plan(), 'free');
  clock.at = END + DAY;
  assert.equal(await plan(), 'free');
});

test('a renewal extends the plan; a failed one has a grace period', async (t) => {
  const { clock, sendEvent, subscribe, plan } = await billingAccounts(t);
  await sendEvent(event('customer.subscription.created', subscribe()));
  clock.at = END + MINUTE;
  assert.equal(await plan(), 'pro', 'word of the renewal may take a while');
  const next = { ...period(END, END + 31 * DAY), status: 'past_due' };
  await sendEvent(event('customer.subscription.updated', subscribe('sub_1', next)));
  clock.at = END + 7 * DAY - 1;
  assert.equal(await plan(), 'pro');
  clock.at = END + 7 * DAY;
  assert.equal(await plan(), 'free');
  await sendEvent(event('customer.subscription.updated', subscribe('sub_1', { ...next, status: 'active' })));
  assert.equal(await plan(), 'pro');
});

test('a plan granted by the operator survives the end of a subscription', async (t) => {
  const { sendEvent, subscribe, plans, id } = await billingAccounts(t);
  await plans.grant(id, 'pro', { source: 'operator' });
  await sendEvent(event('customer.subscription.deleted', subscribe('sub_1', { status: 'unpaid' })));
  assert.deepEqual(await plans.planOf(id), { plan: 'pro', until: null, source: 'operator' });
  await plans.grant(id, 'pro', { source: 'operator', until: START + DAY });
  await sendEvent(event('customer.subscription.updated', subscribe()));
  assert.equal((await plans.planOf(id)).source, 'stripe');
});

test('deleting the account cancels the subscription first, and fails while that fails', async (t) => {
  const { sendEvent, subscribe, stripe, client, db } = await billingAccounts(t);
  await sendEvent(event('customer.subscription.created', subscribe()));
  stripe.state.down = true;
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 503);
  assert.equal((await client.get('/account/me')).status, 200);
  stripe.state.down = false;
  assert.equal((await client.json('/account/delete', { email: EMAIL })).status, 200);
  assert.equal(stripe.subscriptions.get('sub_1')!.status, 'canceled');
  // The event that follows from it finds no account.
  assert.equal(
    (await sendEvent(event('customer.subscription.deleted', stripe.subscriptions.get('sub_1')!))).status,
    200,
  );
  assert.equal(db.prepare('SELECT count(*) FROM stripe_subscriptions').pluck().get(), 0);
});

test('without payment an upgrade is a clear error that names the contact, and the webhook is closed', async () => {
  const accounts = await testAccounts({ settings: { contact: 'operator@example.org' } });
  const client = await loggedInClient(accounts);
  const response = await client.json('/account/upgrade');
  assert.equal(response.status, 503);
  const { code, message } = (await response.json()) as { code: string; message: string };
  assert.equal(code, 'unavailable');
  assert.match(message, /operator grants the pro plan.*operator@example\.org/);
  assert.equal((await accounts.client().json('/account/upgrade')).status, 401, 'log in first');
  assert.equal((await accounts.client().json('/stripe/webhook')).status, 503);
  assert.match(await (await client.get('/account/')).text(), /operator@example\.org/);
});
