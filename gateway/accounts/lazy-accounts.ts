/** The account app, which the first request to it loads: the authentication library is most of the program. */
import type { MiddlewareHandler } from 'hono';
import { BASE_HEADERS } from '#core/headers.ts';
import { GatewayError } from '../http/errors.ts';
import { faultLine } from '../http/log.ts';
import type { OpenedAccounts, OpenAccountsOptions } from './open-accounts.ts';

interface LazyAccounts {
  /** @throws GatewayError 503 while the accounts cannot be opened */
  fetch(request: Request, environment: unknown): Promise<Response>;
  /** Resolves when every email has been handed over. */
  close(): Promise<void>;
}

/** Between attempts to open the accounts, in ms. */
const RETRY_MS = 1000;

export function lazyAccounts(options: OpenAccountsOptions): LazyAccounts {
  let opening: Promise<OpenedAccounts> | undefined;
  let failedAt = -Infinity;
  const open = async (): Promise<OpenedAccounts> => {
    if (performance.now() - failedAt < RETRY_MS) throw unavailable();
    const { openAccountsApp } = await import('./open-accounts.ts');
    return openAccountsApp(options).catch((error: unknown) => {
      failedAt = performance.now();
      options.log(`accounts: ${faultLine(error)}; they are opened with the next request`);
      throw unavailable();
    });
  };
  const opened = (): Promise<OpenedAccounts> =>
    (opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));
  return {
    fetch: async (request, environment) => (await opened()).app.fetch(request, environment as object),
    close: async () => (await opening?.catch(() => undefined))?.close(),
  };
}

const unavailable = (): GatewayError =>
  new GatewayError(
    'unavailable',
    'Accounts cannot be opened at the moment; nothing else is affected. Try again shortly.',
    {
      headers: { 'Retry-After': '5' },
    },
  );

/**
 * Adds CORS headers: what needs no cookie may be asked for by the pages of any site. Browsers read no answer to a
 * request with cookies from them.
 */
export const withCors: MiddlewareHandler = async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(BASE_HEADERS))
    if (name.startsWith('Access-Control-')) c.res.headers.set(name, value);
};

/** Removes CORS headers: responses that depend on a cookie must not be readable by other sites. */
export const withoutCors: MiddlewareHandler = async (c, next) => {
  await next();
  for (const name of [...c.res.headers.keys()]) if (name.startsWith('access-control-')) c.res.headers.delete(name);
};
