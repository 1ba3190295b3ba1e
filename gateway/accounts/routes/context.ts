/** Services of the account routes, and the session of a request. */
import type { Context } from 'hono';
import type { EpochMs } from '#core/time.ts';
import type { EmailStore } from '../../alerts/email-store.ts';
import type { PushStore } from '../../alerts/push-store.ts';
import type { WebhookStore } from '../../alerts/webhook-store.ts';
import type { AccountStores } from '../../access/metering.ts';
import type { AttemptLimiter } from '../../access/attempt-limits.ts';
import type { Auth } from '../auth.ts';
import type { SqlDatabase } from '../../store/sql-database.ts';
import { clientHeaders, type ClientInfo } from '../auth-client.ts';
import type { Theme } from '../pages/view.ts';
import { type Language, Problem } from '../problems.ts';
import type { AccountsSettings } from '../settings.ts';
import type { Billing } from '../billing/billing.ts';

/** What the account app is given. */
export interface AccountsServices extends Pick<AccountStores, 'keys' | 'plans' | 'usage' | 'limits'> {
  database: SqlDatabase;
  settings: AccountsSettings;
  /** Without a trailing slash. */
  baseUrl: string;
  serviceName: string;
  /** Client address, for the limits of attempts. */
  addressOf(c: Context): string;
  now(): EpochMs;
}

export interface AccountsContext extends AccountsServices {
  webhooks: WebhookStore;
  push: PushStore;
  emailAlerts: EmailStore;
  auth: Auth;
  attemptLimiter: AttemptLimiter;
  /** Undefined when payment is not configured. */
  billing: Billing | undefined;
}

export interface Env {
  Variables: { language: Language; theme: Theme | undefined };
}

export type AccountsRequest = Context<Env>;

export interface User {
  id: string;
  email: string;
  createdAt: Date;
}

export const clientInfo = (c: AccountsRequest): ClientInfo => ({
  cookie: c.req.header('Cookie') ?? '',
  language: c.get('language'),
  userAgent: c.req.header('User-Agent') ?? '',
});

export function sendCookies(c: AccountsRequest, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true });
}

/** Undefined when nobody is logged in. Extends the session from time to time. */
export async function sessionOf(
  c: AccountsRequest,
  { auth }: AccountsContext,
): Promise<{ user: User; session: { id: string; createdAt: Date; expiresAt: Date } } | undefined> {
  if (c.req.header('Cookie') === undefined) return undefined;
  const headers = clientHeaders(clientInfo(c));
  const { headers: responseHeaders, response } = await auth.api.getSession({ headers, returnHeaders: true });
  sendCookies(c, responseHeaders.getSetCookie());
  return response ?? undefined;
}

/** @throws Problem when nobody is logged in */
export async function requireUser(c: AccountsRequest, context: AccountsContext): Promise<User> {
  const session = await sessionOf(c, context);
  if (!session) throw new Problem('not_logged_in');
  return session.user;
}
