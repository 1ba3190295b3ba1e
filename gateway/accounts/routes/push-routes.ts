/** Routes for Web Push subscriptions: no account is needed. */
import type { Hono } from 'hono';
import { ENDPOINTS } from '#core/endpoints.ts';
import { type PushSubscriber, type Subscription } from '../../alerts/push-store.ts';
import { describedRule, RULE_FIELDS } from '../../alerts/rule.ts';
import { ADDRESS_SUBSCRIPTIONS } from '../../access/attempt-limits.ts';
import { isLanguage } from '../language.ts';
import { type Language, Problem } from '../problems.ts';
import { type Fields, knownFields, readFields } from '../request-body.ts';
import type { AccountsContext, AccountsRequest, Env } from './context.ts';
import { jsonResponse } from './responses.ts';
import { storedNetwork } from './bounds.ts';

export function pushRoutes(app: Hono<Env>, context: AccountsContext): void {
  const { push, settings } = context;
  app.get(ENDPOINTS.push, async (c) => {
    if (settings.subscriptions.push === 0) throw new Problem('not_found');
    return jsonResponse(c, { public_key: (await push.keys()).publicKey });
  });
  app.post(ENDPOINTS.push, async (c) => {
    const fields = await readFields(c);
    const subscription = subscriptionOf(fields);
    if (!(await push.isKnown(subscription))) await countNew(c, context);
    const language = languageOf(fields) ?? c.get('language');
    const network = storedNetwork(c, context);
    const subscriber = await push.subscribe(subscription, ruleOf(fields), language, network);
    return jsonResponse(c, subscriberJson(subscriber));
  });
  app.patch(ENDPOINTS.push, async (c) => {
    const fields = await readFields(c);
    const subscription = subscriptionOf(fields);
    const language = languageOf(fields);
    const subscriber = await push.change(subscription, ruleOf(fields), language);
    return jsonResponse(c, subscriberJson(subscriber));
  });
  app.delete(ENDPOINTS.push, async (c) => {
    const subscription = subscriptionOf(await readFields(c));
    await push.end(subscription);
    return jsonResponse(c, {});
  });
}

const subscriptionOf = (fields: Fields): Subscription => ({
  endpoint: fields.text('endpoint'),
  p256dh: fields.text('p256dh'),
  auth: fields.text('auth'),
});

const FIELDS = ['endpoint', 'p256dh', 'auth', 'language', ...RULE_FIELDS];
const ruleOf = (fields: Fields): ((name: string) => string | undefined) => knownFields(fields, FIELDS);

function languageOf(fields: Fields): Language | undefined {
  const language = fields.text('language');
  if (language === '' || isLanguage(language)) return language === '' ? undefined : language;
  throw new Problem('bad_request', { parameter: 'language' });
}

const subscriberJson = ({ language, rule }: PushSubscriber) => ({ language, rule: describedRule(rule) });

/** Of an address, which many phones may share. @throws Problem over the limit */
async function countNew(c: AccountsRequest, { attemptLimiter, addressOf }: AccountsContext): Promise<void> {
  const { wait } = await attemptLimiter.consume(`push subscriptions of ${addressOf(c)}`, ADDRESS_SUBSCRIPTIONS);
  if (wait !== undefined) throw new Problem('attempts', { headers: { 'Retry-After': String(wait) } });
}
