/** A local substitute for Stripe's API with synthetic subscriptions and signed events in its format. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { EpochMs } from '#core/time.ts';

export const STRIPE_SETTINGS = {
  secretKey: 'sk_test_synthetic',
  webhookSecret: 'whsec_synthetic',
  priceId: 'price_pro',
};

/** A synthetic subscription, as `GET /v1/subscriptions/{id}` answers. Instants in seconds. */
export const subscription = (id: string, account: string, more: Record<string, unknown> = {}) => ({
  id,
  object: 'subscription',
  status: 'active',
  customer: 'cus_synthetic',
  metadata: { account },
  cancel_at_period_end: false,
  cancellation_details: { comment: null, feedback: null, reason: null },
  ended_at: null,
  items: {
    object: 'list',
    data: [
      {
        id: 'si_synthetic',
        object: 'subscription_item',
        current_period_start: 0,
        current_period_end: 0,
        price: { id: 'price_pro' },
      },
    ],
  },
  ...more,
});

export type FakeSubscription = ReturnType<typeof subscription>;

export const period = (start: EpochMs, end: EpochMs) => ({
  items: { object: 'list', data: [{ current_period_start: start / 1000, current_period_end: end / 1000 }] },
});

export async function stripeServer(t: { after(work: () => void): void }) {
  const subscriptions = new Map<string, FakeSubscription>();
  const requests: { method: string; path: string; fields: Record<string, string>; key: string }[] = [];
  const state = { down: false };
  /** Called with the function that releases a delayed response. */
  let hold: ((release: () => void) => void) | undefined;
  const answers = (method: string, path: string): [status: number, body: unknown] => {
    const [, id = ''] = /^\/v1\/subscriptions\/(\w+)$/.exec(path) ?? [];
    const subscription = subscriptions.get(id);
    if (state.down) return [500, { error: { type: 'api_error', message: 'synthetic fault' } }];
    if (path === '/v1/checkout/sessions')
      return [200, { id: 'cs_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_1' }];
    if (path === '/v1/billing_portal/sessions')
      return [200, { id: 'bps_1', object: 'billing_portal.session', url: 'https://billing.stripe.com/p/session/1' }];
    if (!subscription)
      return [
        404,
        { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' } },
      ];
    if (method === 'DELETE') subscription.status = 'canceled';
    return [200, subscription];
  };
  const server = createServer((request, response) => {
    let sent = '';
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      requests.push({
        method,
        path: url,
        fields: Object.fromEntries(new URLSearchParams(sent)),
        key: headers.authorization ?? '',
      });
      const [status, body] = answers(method, url);
      // "Do not retry", so that an error is reported at once.
      response.writeHead(status, { 'Content-Type': 'application/json', 'Stripe-Should-Retry': 'false' });
      const text = JSON.stringify(body);
      const held = hold;
      hold = undefined;
      if (held) held(() => response.end(text));
      else response.end(text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const api = { host: '127.0.0.1', port: (server.address() as AddressInfo).port, protocol: 'http' as const };
  /** Delays the next response, computed at the request. @returns the function that releases it, after the request */
  const holdNext = (): Promise<() => void> => new Promise((resolve) => (hold = resolve));
  return { subscriptions, requests, state, holdNext, api };
}

let events = 0;

export interface FakeEvent {
  payload: string;
  id: string;
}

export function event(type: string, object: object, id = `evt_${(events += 1)}`): FakeEvent {
  const created = 1_783_000_000 + events;
  return { id, payload: JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } }) };
}

const { webhooks } = new Stripe('sk_test_synthetic');

/** The value of `Stripe-Signature`, by the library's own helper. */
export const signed = ({ payload }: FakeEvent, at: EpochMs, secret = STRIPE_SETTINGS.webhookSecret): string =>
  webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at / 1000) });
