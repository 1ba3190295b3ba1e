/** Worker thread of alerts: neither slow receivers nor many rules delay an answer. */
import { workerData } from 'node:worker_threads';
import { notify, serveRequests } from '#runtime/threads.ts';
import type { PlanLimits } from '../access/quota/limits.ts';
import { createAttemptLimiter, OWNER_EMAILS } from '../access/attempt-limits.ts';
import { Dataset, watch } from '../dataset/dataset.ts';
import { folderReader } from '../dataset/folder-reader.ts';
import { urlReader } from '../dataset/remote/url-reader.ts';
import { createMailer, type MailSettings } from '../http/mail.ts';
import { type EngineSettings, openEngines, closeEngines } from '../store/engines.ts';
import { Alerts } from './alerts.ts';
import { emailSender, switchedOffEmail } from './email-message.ts';

export interface AlertsData {
  engines: Omit<EngineSettings, 'redisUrl'>;
  settings: MailSettings & { privateWebhooks: boolean };
  limits: PlanLimits;
  baseUrl: string;
  serviceName: string;
  dataset: { distDir: string; remote: Omit<Parameters<typeof urlReader>[0], 'log'> | undefined };
}

/** Connections to PostgreSQL. */
const CONNECTIONS = 4;
/** Memory for shards: new earthquakes are in few of them. */
const CACHE_BYTES = 24e6;
/** Between checks of the manifest, in ms. */
const POLL_INTERVAL_MS = { folder: 1000, remote: 5000 };

const { engines: engineSettings, settings, limits, baseUrl, serviceName, dataset: source } = workerData as AlertsData;
const log = (line: string): void => notify(line);
const options = { connections: CONNECTIONS, onAway: (message: string) => log(`alerts: ${message}`) };
const engines = await openEngines({ ...engineSettings, redisUrl: undefined }, options);
const { database } = engines;
const pollIntervalMs = source.remote ? POLL_INTERVAL_MS.remote : POLL_INTERVAL_MS.folder;
const reader = source.remote ? urlReader({ ...source.remote, log }) : folderReader(source.distDir);
const reading = { cacheBytes: CACHE_BYTES, holdsAnswers: false, pollIntervalMs };
const dataset = new Dataset(reader, { log: () => {}, ...reading });
const mailer = createMailer(settings, log);
const limiter = createAttemptLimiter(database, Date.now);
const OWNER = `SELECT u.email, r.url, r.language FROM alert_subscribers r JOIN "user" u ON u.id = r.account
  WHERE r.id = :subscriber`;

const email = emailSender({ settings, baseUrl, serviceName });
const alerts = new Alerts({
  ...{ database, dataset, limits, baseUrl, email, log },
  delivery: { allowsPrivate: settings.privateWebhooks, userAgent: `${serviceName} (+${baseUrl})` },
  now: Date.now,
  random: Math.random,
  pushSubject: baseUrl.startsWith('https:') ? baseUrl : `mailto:${settings.mailFrom}`,
  async onSwitchedOff(subscriber, reason) {
    const [row] = (await database.query<Parameters<typeof switchedOffEmail>[0]>(OWNER, { subscriber })).rows;
    if (!row) return;
    const { wait } = await limiter.consume(`webhooks of ${row.email}`, OWNER_EMAILS);
    if (wait !== undefined) return;
    await mailer.send(switchedOffEmail(row, reason, { baseUrl, serviceName }));
  },
});
watch(dataset, pollIntervalMs);
const running = alerts.run();

serveRequests(() => alerts.counts(), {
  priority: 10,
  async close() {
    alerts.stop();
    await running;
    mailer.close();
    email.close();
    await closeEngines(engines);
  },
});
