/** `/alerts/push` in the description of the API: the account app answers it. */
import type { Parameter } from '#core/parameter.ts';
import { RULE_PARAMETERS } from '../alerts/rule.ts';
import { body, ERROR, object, text } from './schemas.ts';

const SUBSCRIPTION = {
  endpoint: text('Address at the service of push of the browser.'),
  auth: text('Its secret, 16 bytes in base64url.'),
};
const KEY = { p256dh: text('Its public key, 65 bytes in base64url.') };
const LANGUAGE = { language: { type: 'string', enum: ['tr', 'en'], description: 'Of the notifications.' } };
const RULE = Object.fromEntries(
  RULE_PARAMETERS.map(({ name, description, schema }: Parameter<unknown>) => [name, { description, ...schema }]),
);

const SERVER_KEY = body('ServerKey', { public_key: text('The `applicationServerKey` of `subscribe()`.') });
const SUBSCRIBED = body('PushSubscription', { ...LANGUAGE, rule: object(RULE, []) });
const ENDED = body('Ended', {});

const REASONS: Record<number, string> = {
  400: 'A field cannot be read; `parameter` names it.',
  404: 'Notifications are off, or there is no such subscription.',
  429: 'Too many new subscriptions: `Retry-After` is in seconds.',
  503: 'No further subscription can be taken.',
};

const json = (schema: object) => ({ 'application/json': { schema } });

interface Described {
  id: string;
  summary: string;
  content: { schema: object };
  fields?: object;
  required?: string[];
  errors: number[];
}

const operation = ({ id, summary, content, fields, required, errors }: Described) => ({
  operationId: id,
  summary,
  parameters: [],
  security: [{}],
  ...(fields && { requestBody: { required: true, content: json(object(fields, required)) } }),
  responses: {
    200: { description: 'The answer.', content: json(content.schema) },
    ...Object.fromEntries(
      errors.map((status) => [status, { description: REASONS[status], content: json(ERROR.schema) }]),
    ),
  },
});

const OWNED = Object.keys(SUBSCRIPTION);

export const PUSH_OPERATIONS = {
  get: operation({
    ...{ id: 'getServerKey', summary: 'The key with which a browser subscribes to notifications', content: SERVER_KEY },
    errors: [404],
  }),
  post: operation({
    ...{ id: 'subscribe', summary: 'Subscribes a browser, or replaces its rule', content: SUBSCRIBED },
    ...{ fields: { ...SUBSCRIPTION, ...KEY, ...LANGUAGE, ...RULE }, required: [...OWNED, ...Object.keys(KEY)] },
    errors: [400, 404, 429, 503],
  }),
  patch: operation({
    ...{
      id: 'changeSubscription',
      summary: 'Changes the named fields; null removes one of the rule',
      content: SUBSCRIBED,
    },
    ...{ fields: { ...SUBSCRIPTION, ...LANGUAGE, ...RULE }, required: OWNED, errors: [400, 404] },
  }),
  delete: operation({
    ...{ id: 'unsubscribe', summary: 'Ends a subscription, and deletes all that is stored of it', content: ENDED },
    ...{ fields: SUBSCRIPTION, required: OWNED, errors: [400, 404] },
  }),
};
