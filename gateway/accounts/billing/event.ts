/** Stripe's events as far as they are used, checked: a correct signature says nothing about the content. */
import { type EpochMs, SECOND } from '#core/time.ts';
import { GatewayError } from '../../http/errors.ts';

export interface StripeEvent {
  id: string;
  type: string;
  /** Undefined when the event does not say it. */
  createdAt: EpochMs | undefined;
  /** The subscription to read again; null where one is expected and not named; undefined for events of other kinds. */
  subscription: string | null | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** Stripe's identifiers of objects. */
const ID = /^\w{1,255}$/;
const TYPE = /^[\w.]{1,200}$/;
/** The year 3000. */
const LAST_SECOND = 32_503_680_000;

/** @throws GatewayError 400 that names what is wrong */
export function readEvent(body: Uint8Array): StripeEvent {
  const event = objectOf(parsed(body));
  if (!event) throw refused('The event is not a JSON object.');
  const { id, type, created } = event;
  if (typeof id !== 'string' || !ID.test(id)) throw refused('The event has no id, or one that is not an identifier.');
  if (typeof type !== 'string' || !TYPE.test(type)) throw refused('The event has no type, or one that is not a name.');
  const isTime = typeof created === 'number' && created >= 0 && created <= LAST_SECOND;
  return {
    id,
    type,
    createdAt: isTime ? Math.floor(created) * SECOND : undefined,
    subscription: subscriptionOf(type, objectOf(objectOf(event['data'])?.['object'])),
  };
}

/** Undefined for what is no JSON in UTF-8. */
function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function subscriptionOf(type: string, object: Fields | undefined): StripeEvent['subscription'] {
  if (type.startsWith('customer.subscription.')) return identifierOf(object?.['id']) ?? null;
  if (type !== 'checkout.session.completed') return undefined;
  // A checkout may be for something else than a subscription.
  const isOther = object !== undefined && (object['subscription'] ?? null) === null;
  return isOther ? undefined : (identifierOf(object?.['subscription']) ?? null);
}

/** The identifier of an object or of a reference to one; undefined for anything else. */
export function identifierOf(reference: unknown): string | undefined {
  const id = objectOf(reference)?.['id'] ?? reference;
  return typeof id === 'string' && ID.test(id) ? id : undefined;
}

export const objectOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const refused = (message: string): GatewayError => new GatewayError('invalid_parameter', message);
