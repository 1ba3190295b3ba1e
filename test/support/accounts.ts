/** Accounts over a database in memory, as most tests want them. */
import { REGION } from '#core/region.ts';
import type { EpochMs } from '#core/time.ts';
import { createAccounts } from '../../gateway/accounts/accounts.ts';
import { type AccountsDb, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import type { AccountsSettings } from '../../gateway/accounts/settings.ts';
import { createMetering } from '../../gateway/access/metering.ts';
import type { Engines } from '../../gateway/store/engines.ts';
import { PLAN_LIMITS } from '../../gateway/access/quota/limits.ts';

export const BASE_URL = 'http://localhost:8787';

export const SETTINGS: AccountsSettings = {
  production: false,
  secret: 'a secret of the tests, long enough to be one',
  smtpUrl: undefined,
  mailFrom: 'no-reply@example.org',
  social: {},
  stripe: undefined,
  contact: '',
  region: REGION,
  privateWebhooks: false,
  subscriptions: { push: 20_000, email: 2000 },
};

interface Options {
  settings?: Partial<AccountsSettings>;
  baseUrl?: string;
  now?: () => EpochMs;
  db?: AccountsDb;
  /** In place of `db`. */
  engines?: Engines;
  stripeApi?: { host: string; port: number; protocol: 'http' };
}

export type TestAccounts = Awaited<ReturnType<typeof testAccounts>>;

/** The address that a request comes from is its header `X-Test-Address`. */
export async function testAccounts({
  settings = {},
  baseUrl = BASE_URL,
  now = Date.now,
  db = openAccounts(':memory:'),
  engines = { database: sqliteEngine(db) },
  stripeApi,
}: Options = {}) {
  const lines: string[] = [];
  const { database } = engines;
  const { keys, plans, usage } = createMetering({ ...engines, now });
  const accounts = await createAccounts({
    database,
    keys,
    plans,
    usage,
    limits: PLAN_LIMITS,
    settings: { ...SETTINGS, ...settings },
    baseUrl,
    serviceName: 'hiposantr',
    addressOf: (c) => c.req.header('X-Test-Address') ?? '192.0.2.1',
    now,
    log: (line) => void lines.push(line),
    ...(stripeApi ? { stripeApi } : {}),
  });
  const client = (): HttpClient =>
    new HttpClient((path, init) => accounts.app.request(`${new URL(baseUrl).origin}${path}`, init));
  /** Emails printed to the log, newest last. */
  const sentEmails = async (): Promise<string[]> => {
    await accounts.auth.idle();
    return lines.filter((line) => line.startsWith('mail to '));
  };
  return { ...accounts, database, db, keys, plans, lines, client, sentEmails };
}

type SendRequest = (path: string, init: RequestInit) => Response | Promise<Response>;

/** An HTTP client with a cookie jar. */
export class HttpClient {
  readonly cookies = new Map<string, string>();
  readonly #send: SendRequest;

  constructor(request: SendRequest) {
    this.#send = request;
  }

  async request(
    method: string,
    path: string,
    { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
  ) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await this.#send(path, {
      method,
      headers: { Host: 'localhost:8787', ...(cookie === '' ? {} : { Cookie: cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const set of response.headers.getSetCookie()) this.#keep(set);
    return response;
  }

  #keep(set: string): void {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(set) ?? [];
    if (/max-age=0(?:;|$)/i.test(set)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    this.request('GET', path, { headers });

  json = (
    path: string,
    fields: unknown = {},
    method = 'POST',
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    this.request(method, path, {
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(fields),
    });

  form = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Response> =>
    this.request('POST', path, {
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Accept-Language': 'en', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
}

export const EMAIL = 'ayse@example.org';

/** The link in an email, as path and query. */
export function linkIn(message: string | undefined): string {
  const link = /https?:\/\/\S+/.exec(message ?? '')?.[0];
  if (!link) throw new Error(`no link in ${message}`);
  const { pathname, search } = new URL(link);
  return `${pathname}${search}`;
}

/** The six digits in an email. */
export function codeIn(message: string | undefined): string {
  const code = /\b\d{6}\b/.exec(message ?? '')?.[0];
  if (code === undefined) throw new Error(`no code in ${message}`);
  return code;
}

/** Where programs ask for a code, and where they log in with it. */
export const SEND = '/account/auth/email-otp/send-verification-otp';
export const SIGN_IN = '/account/auth/sign-in/email-otp';

type Headers = Record<string, string>;

/** Asks for a code. @returns the one that was sent last */
export async function askedCode(
  accounts: Pick<TestAccounts, 'sentEmails'>,
  client: HttpClient,
  { email = EMAIL, headers = {} }: { email?: string; headers?: Headers } = {},
): Promise<string> {
  const response = await client.json(SEND, { email, type: 'sign-in' }, 'POST', headers);
  if (response.status !== 200) throw new Error(await response.text());
  return codeIn((await accounts.sentEmails()).at(-1));
}

/** A client that has logged in; the first log-in of an address opens its account. */
export async function loggedInClient(accounts: TestAccounts, email = EMAIL): Promise<HttpClient> {
  const client = accounts.client();
  const otp = await askedCode(accounts, client, { email });
  const response = await client.json(SIGN_IN, { email, otp });
  if (response.status !== 200) throw new Error(await response.text());
  return client;
}
