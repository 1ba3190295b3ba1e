/** Paths and body limits of the account app. */
import { ENDPOINTS } from '#core/endpoints.ts';

/** The authentication library's own routes. */
export const AUTH_PATH = '/account/auth';
/** Where Stripe sends its events. */
export const WEBHOOK_PATH = '/stripe/webhook';
/** All paths of the account app. */
export const ACCOUNT_PATHS = ['/account', '/account/*', ENDPOINTS.push, WEBHOOK_PATH] as const;

/** Maximum bytes of a request body. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Maximum bytes of a Stripe event. */
export const MAX_EVENT_BYTES = 1024 * 1024;
