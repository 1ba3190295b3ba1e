/** Where accounts answer. */

/** The authentication library's own routes. */
export const AUTH_PATH = '/account/auth';
/** Where the payment service tells of its events. */
export const WEBHOOK_PATH = '/stripe/webhook';
/** Everything that is the business of accounts. */
export const ACCOUNT_PATHS = ['/account', '/account/*', WEBHOOK_PATH] as const;

/** Bytes of a body at most. */
export const MAX_BODY_BYTES = 64 * 1024;
/** The same for events of the payment service. */
export const MAX_EVENT_BYTES = 1024 * 1024;
