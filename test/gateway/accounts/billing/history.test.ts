/**
 * A subscription's events as Stripe records them (`history.json`, synthetic, every field of the objects that matters).
 * They come in every order and several times, beside signed events that are not valid.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatInstant } from '#core/time.ts';
import { billingAccounts } from '../../../support/billing.ts';
import fc from '../../../support/property.ts';
import { event, type FakeEvent, type FakeSubscription, subscription } from '../../../support/stripe.ts';

interface Step {
  name: string;
  /** RFC 3339, as `pro_until`. */
  at: string;
  /** As Stripe has it from then on. */
  subscription: FakeSubscription;
  /** Null for the free plan. */
  pro_until: string | null;
  events: { id: string }[];
}

const TEXT = readFileSync(join(import.meta.dirname, 'history.json'), 'utf8');

const signedBody = (payload: string): FakeEvent => ({ id: '', payload });

/** Bodies with a correct signature, and what they are answered. */
const ODD: [name: string, event: FakeEvent, status: 200 | 400][] = [
  ['no JSON', signedBody('not JSON'), 400],
  ['an empty body', signedBody(''), 400],
  ['null', signedBody('null'), 400],
  ['a list', signedBody('[{"id":"evt_list"}]'), 400],
  ['a text', signedBody('"evt_text"'), 400],
  ['no id', signedBody('{"type":"customer.subscription.updated","data":{"object":{"id":"sub_first"}}}'), 400],
  ['an id that is a number', signedBody('{"id":7,"type":"customer.subscription.updated"}'), 400],
  ['an id with a NUL', signedBody('{"id":"evt_\\u0000","type":"customer.subscription.updated"}'), 400],
  ['no type', signedBody('{"id":"evt_no_type","data":{"object":{"id":"sub_first"}}}'), 400],
  ['a type that is a list', signedBody('{"id":"evt_list_type","type":["invoice.paid"]}'), 400],
  ['no data', signedBody('{"id":"evt_no_data","type":"customer.subscription.updated"}'), 200],
  ['data that is null', signedBody('{"id":"evt_null_data","type":"checkout.session.completed","data":null}'), 200],
  ['no object', signedBody('{"id":"evt_no_object","type":"customer.subscription.deleted","data":{}}'), 200],
  ['an object that is null', event('customer.subscription.updated', null as never), 200],
  ['an object that is a text', event('customer.subscription.updated', 'sub_first' as never), 200],
  ['a subscription without id', event('customer.subscription.updated', { object: 'subscription' }), 200],
  ['a subscription with an object as id', event('customer.subscription.updated', { id: { id: 'x' } }), 200],
  ['a subscription with a path as id', event('customer.subscription.updated', { id: '../customers/cus_1' }), 200],
  ['a subscription nobody has', event('customer.subscription.updated', { id: 'sub_nobody' }), 200],
  ['a checkout of a list', event('checkout.session.completed', { subscription: ['sub_first'] }), 200],
  [
    'a checkout without subscription',
    event('checkout.session.completed', { mode: 'payment', subscription: null }),
    200,
  ],
  ['no time', signedBody('{"id":"evt_no_time","type":"invoice.paid","data":{"object":{}}}'), 200],
  ['a time that is a text', signedBody('{"id":"evt_text_time","type":"invoice.paid","created":"now"}'), 200],
  ['a time far off', signedBody('{"id":"evt_far_time","type":"invoice.paid","created":1e300}'), 200],
  ['an unknown type', event('constructor', { id: 'sub_first' }), 200],
];

for (const [name, body, status] of ODD)
  test(`a signed event with ${name} is ${status}, and no fault`, async (t) => {
    const { sendEvent, plan, lines } = await billingAccounts(t);
    const response = await sendEvent(body);
    assert.equal(response.status, status, await response.text());
    assert.equal(await plan(), 'free');
    assert.doesNotMatch(lines.join('\n'), /fault:/);
    if (status === 400) assert.match(lines.join('\n'), /payment: a correctly signed event was refused: The event/);
  });

test('what names no subscription is in the log, once', async (t) => {
  const { sendEvent, lines } = await billingAccounts(t);
  const odd = event('customer.subscription.updated', {}, 'evt_odd');
  for (let times = 0; times < 2; times += 1) assert.equal((await sendEvent(odd)).status, 200);
  const expected = 'payment: event evt_odd (customer.subscription.updated) names no subscription; ignored';
  assert.deepEqual(
    lines.filter((line) => line.startsWith('payment')),
    [expected],
  );
});

/** Subscriptions that Stripe's API should never give: the event comes again, and the plan stays. */
const UNREADABLE: [name: string, fields: object][] = [
  ['no status', { status: null }],
  ['no customer', { customer: null }],
  ['no items', { items: null }],
  ['items that are no list', { items: { data: 'none' } }],
  ['an item that is null', { items: { data: [null] } }],
  ['a period that is a text', { items: { data: [{ current_period_start: '1', current_period_end: '2' }] } }],
];

for (const [name, fields] of UNREADABLE)
  test(`a subscription with ${name} takes no plan away`, async (t) => {
    const { sendEvent, subscribe, plan, lines } = await billingAccounts(t);
    await sendEvent(event('customer.subscription.created', subscribe()));
    const again = event('customer.subscription.updated', subscribe('sub_1', fields));
    assert.equal((await sendEvent(again)).status, 503);
    assert.equal(await plan(), 'pro');
    assert.match(lines.join('\n'), /payment: subscription sub_1 cannot be read: /);
    assert.doesNotMatch(lines.join('\n'), /fault:/);
    subscribe('sub_1', { status: 'unpaid' });
    assert.equal((await sendEvent(again)).status, 200);
    assert.equal(await plan(), 'free');
  });

for (const metadata of [null, {}, { account: null }, { account: 7 }, { account: 'a\0b' }])
  test(`a subscription with the metadata ${JSON.stringify(metadata)} is another service's`, async (t) => {
    const { sendEvent, stripe, lines, db } = await billingAccounts(t);
    stripe.subscriptions.set('sub_1', subscription('sub_1', '', { metadata }));
    assert.equal((await sendEvent(event('customer.subscription.created', { id: 'sub_1' }))).status, 200);
    assert.equal(db.prepare('SELECT count(*) FROM stripe_subscriptions').pluck().get(), 0);
    assert.doesNotMatch(lines.join('\n'), /fault:/);
  });

test('after each step of the history the plan is right, in whatever order its events arrive', async (t) => {
  const { stripe, id, clock, sendEvent, plans, lines, db } = await billingAccounts(t);
  const history = JSON.parse(TEXT.replaceAll('ACCOUNT', id)) as Step[];
  const fake = (recorded: { id: string }): FakeEvent => ({ id: recorded.id, payload: JSON.stringify(recorded) });
  /** When each event is delivered, in steps after its own; and again. */
  const delays = fc.array(fc.nat(3), { minLength: 60, maxLength: 60 });
  const odd = fc.shuffledSubarray(ODD, { maxLength: 4 });
  const seen = new Set<string | null>();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: history.length }), delays, odd, async (length, delays, odd) => {
      db.exec('DELETE FROM stripe_events; DELETE FROM stripe_subscriptions; DELETE FROM plans');
      stripe.subscriptions.clear();
      const past = history.slice(0, length);
      const deliveries = past
        .flatMap(({ events }, step) => [...events, ...events].map((recorded) => ({ recorded, step })))
        .map(({ recorded, step }, index) => ({ event: fake(recorded), at: step + delays[index]! }));
      const deliver = async (due: FakeEvent[]): Promise<void> => {
        for (const { status } of await Promise.all(due.map((one) => sendEvent(one)))) assert.equal(status, 200);
      };
      for (const [step, { at, subscription }] of past.entries()) {
        clock.at = Date.parse(at);
        stripe.subscriptions.set(subscription.id, subscription);
        const due = deliveries.filter((delivery) => delivery.at === step).map(({ event }) => event);
        await deliver(step % 2 === 0 ? due : due.toReversed());
        const [, body, status] = odd[step] ?? [];
        if (body) assert.equal((await sendEvent(body)).status, status);
      }
      await deliver(deliveries.filter(({ at }) => at >= length).map(({ event }) => event));
      const { plan, until } = await plans.planOf(id);
      const expected = past.at(-1)!.pro_until;
      assert.equal(plan === 'pro' ? formatInstant(until!) : null, expected, past.at(-1)!.name);
      seen.add(expected);
    }),
    { numRuns: 60 },
  );
  assert.ok(seen.size >= 6, [...seen].join());
  assert.doesNotMatch(lines.join('\n'), /fault:/);
});
