/** Alerts over a catalogue that is published step by step, and receivers of webhooks on this machine. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { MINUTE, SECOND } from '#core/time.ts';
import { Alerts, type AlertsOptions } from '../../gateway/alerts/alerts.ts';
import { WebhookStore } from '../../gateway/alerts/webhook-store.ts';
import { PLAN_LIMITS } from '../../gateway/access/quota/limits.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { openAccounts } from '../../gateway/store/database.ts';
import type { SqlDatabase } from '../../gateway/store/sql-database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { NOON } from './catalog.ts';
import { publisher } from './publisher.ts';
import { temporaryFolder } from './temporary.ts';

export interface Cleanup {
  after(work: () => Promise<void> | void): void;
}

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver. @param respond by default 204 */
export async function receiver(t: Cleanup, respond?: RequestListener) {
  const received: Received[] = [];
  const take = ({ headers }: IncomingMessage, body: Buffer) =>
    void received.push({ headers, body: body.toString('utf8') });
  const origin = await receiving(t, take, respond ?? ((_, response) => response.writeHead(204).end()));
  return { url: `${origin}/hook`, received };
}

/** A server that takes each request with its whole body, and answers then. @returns its origin */
export async function receiving(
  t: Cleanup,
  take: (request: IncomingMessage, body: Buffer) => void,
  respond: RequestListener,
): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      take(request, Buffer.concat(chunks));
      respond(request, response);
    });
    request.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** What a message says in short: its kind, and magnitudes. */
export function said({ body }: Received): string {
  const { type, data } = JSON.parse(body) as {
    type: string;
    data: { earthquake?: { magnitude: number }; count?: number; largest?: { magnitude: number } };
  };
  const numbers = data.earthquake ? `M${data.earthquake.magnitude}` : `${data.count} M${data.largest?.magnitude}`;
  return type === 'test' ? type : `${type.replace(/^earthquakes?\./, '')} ${numbers}`;
}

export const ALLOWED = { ...PLAN_LIMITS, free: { ...PLAN_LIMITS.free, webhooks: 20_000 } };

export const OWNER = 'an account';

/** Everything of alerts over one database; the clock is the catalogue's, and can be ahead of it. */
export function alertService(
  t: Cleanup,
  { database = sqliteEngine(openAccounts(':memory:')), ...options }: Partial<AlertsOptions> = {},
) {
  const folder = temporaryFolder(t);
  const dist = join(folder, 'dist');
  const published = publisher(dist);
  // The reports of the publisher are new.
  published.catalog.now = NOON + MINUTE;
  const clock = { ahead: 0 };
  const now = (): number => published.catalog.now + SECOND + clock.ahead;
  const lines: string[] = [];
  const switchedOff: string[] = [];
  const dataset = new Dataset(folderReader(dist), { log: (line) => lines.push(line), pollIntervalMs: Infinity });
  const gateway = (own: Partial<AlertsOptions> = {}): Alerts =>
    new Alerts({
      ...{ database: database as SqlDatabase, dataset, limits: ALLOWED, baseUrl: 'https://example.org' },
      ...{ now, random: () => 1, log: (line: string) => lines.push(line) },
      delivery: { allowsPrivate: true, userAgent: 'test', timeout: 500 },
      pushSubject: 'https://example.org',
      email: { send: () => Promise.reject(new Error('no email is expected')) },
      onSwitchedOff: async (webhook, reason) => void switchedOff.push(`${webhook} ${reason}`),
      ...options,
      ...own,
    });
  const alerts = gateway();
  const store = new WebhookStore({ database, limits: ALLOWED, now, allowsPrivate: true });
  t.after(async () => {
    published.catalog.close();
    await database.close();
  });
  /** Follows the dataset and sends all that is due. */
  const step = async (one = alerts): Promise<void> => {
    await dataset.refresh();
    await one.step();
    await one.idle();
  };
  return {
    ...{ alerts, gateway, store, database, dataset, clock, now, lines, switchedOff, dist, folder, step },
    catalog: published.catalog,
    async publish(...reports: Parameters<typeof published.publish>): Promise<void> {
      published.publish(...reports);
      await step();
    },
    build: published.build,
    /** Alerts have not read it yet. */
    publishUnread: published.publish,
    webhook: (url: string, fields: Record<string, string> = {}) =>
      store.create(OWNER, (name) => ({ url, per_hour: '10', ...fields })[name], 'en'),
  };
}
