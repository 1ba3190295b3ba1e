/** Opens the account app with connections of its own. */
import type { Context } from 'hono';
import { createMetering } from '../access/metering.ts';
import type { PlanLimits } from '../access/quota/limits.ts';
import { type AddressOf, peerOf } from '../http/client-address.ts';
import type { Log } from '../http/log.ts';
import { closeEngines, type EngineSettings, openEngines } from '../store/engines.ts';
import { createAccounts } from './accounts.ts';
import type { AccountsSettings } from './settings.ts';

export interface OpenAccountsOptions {
  engines: EngineSettings;
  settings: AccountsSettings;
  limits: PlanLimits;
  /** Without a trailing slash. */
  baseUrl: string;
  serviceName: string;
  addressOf: AddressOf;
  log: Log;
}

export interface OpenedAccounts extends Pick<Awaited<ReturnType<typeof createAccounts>>, 'app'> {
  /** Resolves when every email has been handed over. */
  close(): Promise<void>;
}

/** Wait of the library for another process's transaction, in ms: nobody else is answered meanwhile. */
const LOCK_TIMEOUT_MS = 5;
/** Connections to PostgreSQL. */
const CONNECTIONS = 4;

/** @throws Error of the database */
export async function openAccountsApp({
  engines: engineSettings,
  addressOf,
  ...options
}: OpenAccountsOptions): Promise<OpenedAccounts> {
  const engines = await openEngines(engineSettings, { connections: CONNECTIONS });
  try {
    const { database } = engines;
    if (database.kind === 'sqlite') database.db.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
    const now = Date.now;
    const accounts = await createAccounts({
      ...{ ...options, ...createMetering({ ...engines, now, limits: options.limits }), database, now },
      addressOf: (c: Context) => addressOf(peerOf(c.env), c.req.header('X-Forwarded-For')),
    });
    return {
      app: accounts.app,
      async close() {
        await accounts.close();
        await closeEngines(engines);
      },
    };
  } catch (error) {
    await closeEngines(engines);
    throw error;
  }
}
