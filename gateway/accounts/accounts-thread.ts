/** The thread that accounts live in: password hashes, letters and waiting for locks on `accounts.db` happen here, never on the thread that serves. */
import { workerData } from 'node:worker_threads';
import { createMetering } from '../access/metering.ts';
import type { PlanLimits } from '../access/quota/limits.ts';
import { createAccounts } from './accounts.ts';
import { openAccounts } from '../store/database.ts';
import { startHashing } from './hashing.ts';
import type { AccountsSettings } from './settings.ts';
import { serveRequests, notify } from './thread/worker-server.ts';

export interface ThreadData {
  /** Of `accounts.db`. */
  path: string;
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

/** How long a statement waits for another process's transaction, in ms; requests behind it wait as well. */
const LOCK_TIMEOUT_MS = 250;

const { path, settings, limits, baseUrl, serviceName } = workerData as ThreadData;
const log = (line: string): void => notify(line);
const db = openAccounts(path);
db.pragma(`busy_timeout = ${LOCK_TIMEOUT_MS}`);
const hashing = startHashing(log);
const accounts = await createAccounts({
  ...createMetering({ db, now: Date.now, limits }),
  db,
  settings,
  limits,
  baseUrl,
  serviceName,
  addressOf: (c) => (c.env as { address: string }).address,
  now: Date.now,
  log,
  hashing,
});

serveRequests(
  async ({ method, url, headers, body, address }: PlainRequest) => {
    const request = new Request(url, { method, headers, ...(body ? { body } : {}) });
    const response = await accounts.app.fetch(request, { address });
    const bytes = await response.arrayBuffer();
    const answer: PlainResponse = { status: response.status, headers: [...response.headers], body: bytes };
    return { answer, transfer: [bytes] };
  },
  async () => {
    await accounts.close();
    await hashing.close();
    db.close();
  },
);
