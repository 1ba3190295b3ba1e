/** Worker thread of the account app: emails and waits for locks on `accounts.db` never block the serving thread. */
import { workerData } from 'node:worker_threads';
import { notify, serveRequests } from '#core/threads.ts';
import { createMetering } from '../access/metering.ts';
import type { PlanLimits } from '../access/quota/limits.ts';
import { createAccounts } from './accounts.ts';
import { closeEngines, type EngineSettings, openEngines } from '../store/engines.ts';
import type { AccountsSettings } from './settings.ts';

export interface ThreadData {
  engines: EngineSettings;
  settings: AccountsSettings;
  limits: PlanLimits;
  baseUrl: string;
  serviceName: string;
}

/** A request and its response, as data that can be sent between threads. */
type HeaderList = [name: string, value: string][];

export interface PlainRequest {
  method: string;
  url: string;
  headers: HeaderList;
  body: Uint8Array<ArrayBuffer> | undefined;
  /** Client address, for the limits of attempts. */
  address: string;
}

export interface PlainResponse {
  status: number;
  headers: HeaderList;
  body: ArrayBuffer;
}

/** Wait for another process's transaction, in ms; all requests of this thread wait. */
const LOCK_TIMEOUT_MS = 250;
/** Connections to PostgreSQL. */
const CONNECTIONS = 4;

const { engines: engineSettings, settings, limits, baseUrl, serviceName } = workerData as ThreadData;
const log = (line: string): void => notify(line);
const engines = await openEngines(engineSettings, { connections: CONNECTIONS });
if (engines.database.kind === 'sqlite') engines.database.db.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
const accounts = await createAccounts({
  ...createMetering({ ...engines, now: Date.now, limits }),
  database: engines.database,
  settings,
  limits,
  baseUrl,
  serviceName,
  addressOf: (c) => (c.env as { address: string }).address,
  now: Date.now,
  log,
});

serveRequests(
  async ({ method, url, headers, body, address }: PlainRequest): Promise<PlainResponse> => {
    const request = new Request(url, { method, headers, ...(body ? { body } : {}) });
    const response = await accounts.app.fetch(request, { address });
    return { status: response.status, headers: [...response.headers], body: await response.arrayBuffer() };
  },
  {
    priority: 10,
    async close() {
      await accounts.close();
      await closeEngines(engines);
    },
  },
);
