/** Paths and body limits of the account app. */

/** The authentication library's own routes. */
export const AUTH_PATH = '/account/auth';
/** Where Stripe sends its events. */
export const WEBHOOK_PATH = '/stripe/webhook';
/** Paths of the account app, but for `/alerts/push`, which needs no account. */
export const ACCOUNT_PATHS = ['/account', '/account/*', WEBHOOK_PATH] as const;

/** Maximum bytes of a request body. */
export const MAX_BODY_BYTES = 64 * 1024;
/** Maximum bytes of a Stripe event. */
export const MAX_EVENT_BYTES = 1024 * 1024;
