/** `npm run serve`: the gateway alone, in one process or in several that share its port. */
import { type RemoteAccounts, startAccounts } from './accounts/start-accounts.ts';
import { readAccountsSettings } from './accounts/settings.ts';
import { type GatewayConfig, readConfig } from './config.ts';
import { bufferedLog, jsonLog } from './http/log.ts';
import { type RunningAlerts, startAlerts } from './alerts/start-alerts.ts';
import { startMetricsServer } from './metrics/server.ts';
import { accountsOfFirstProcess } from './processes/accounts-channel.ts';
import type { Listening } from './processes/first-process.ts';
import type { RunningServer } from './http/server.ts';
import { datasetSource, type Logs, serve, type Serving } from './serve.ts';
import { isUnwritable } from './store/database.ts';
import { closeEngines, openEngines } from './store/engines.ts';
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { join, resolve } from 'node:path';
import { MANIFEST } from '#core/paths.ts';

const SETTINGS = `
Settings come from the environment, among them:
  PORT       where to listen (8787; 0 lets the system choose)
  HOST       address to listen on (every one of the machine)
  DIST_DIR   the dataset, written by npm start (dist)
  DIST_URL   an address to read it from instead: a bucket, a CDN, any web server over it
  DATA_DIR   where accounts.db is (data)
  BASE_URL   the address under which the service is known
docs/operations.md lists all of them.`;

/** Exits for `--help`, and with code 1 for any other argument. */
async function readCommandLine(argv: readonly string[]): Promise<void> {
  const { Command } = await import('commander');
  new Command('serve')
    .description('The gateway alone: answers from DIST_DIR, accounts and keys.')
    .addHelpText('after', SETTINGS)
    .allowExcessArguments(false)
    .parse(argv);
}

/** A warning when there is no dataset yet. */
const missingDataset = (distDir: string): string | undefined =>
  existsSync(join(distDir, MANIFEST))
    ? undefined
    : `There is no dataset in ${resolve(distDir)} (DIST_DIR): npm start creates one. ` +
      `Until then, data requests get 503.`;

/** Suggested first requests. */
const firstSteps = (url: string): string =>
  `Try ${url}/api.php?min_magnitude=4&limit=5 in a browser; keys and usage: ${url}/account/`;

const { log: requestLines, flush } = bufferedLog((text) => process.stdout.write(text));
// Write buffered log lines however the process ends, uncaught errors included.
process.on('exit', flush);
// What a start does not always need is loaded where it is needed: the first answer waits for every module.
if (process.argv.length > 2) await readCommandLine(process.argv);

try {
  const config = readConfig(process.env);
  const log = config.logFormat === 'json' ? jsonLog(requestLines, Date.now) : requestLines;
  const logs = { log, requestLines };
  const isFirst = config.workers === 1 || (await import('node:cluster')).default.isPrimary;
  if (isFirst) await runFirstProcess(config, logs);
  else await runServingProcess(config, logs);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  // The server or the thread may have started.
  process.exit(1);
}

async function runFirstProcess(config: GatewayConfig, logs: Logs): Promise<void> {
  const { workers, distDir, remote } = config;
  const accounts = await accountsOf(config, logs);
  const running = await (workers === 1 ? serveAlone(config, accounts, logs) : serveInSeveral(config, accounts, logs));
  const alerts = alertsOf(config, logs);
  const metrics = config.metrics && (await startMetrics(config.metrics, running, { alerts, ...logs }));
  const { url, stop } = running;
  const where = workers === 1 ? url : `${url} with ${workers} processes`;
  logs.log(`Serving ${remote?.url ?? distDir} at ${where}`);
  if (config.logFormat === 'text') logs.log(firstSteps(url));
  if (metrics) logs.log(`Metrics at ${metrics.url}/metrics`);
  flush();
  // The next start compiles nothing, however this process ends.
  flushCompileCache();
  const missing = remote ? undefined : missingDataset(distDir);
  if (missing) process.stderr.write(`${missing}\n`);
  stopOnSignal(async () => {
    await Promise.all([stop(), alerts.close()]);
    await metrics?.stop(0);
  });
  // Report the URL to a parent process with an IPC channel.
  process.send?.({ url });
}

/**
 * Creates and migrates before several processes open them; where that fails, it is the message.
 * @returns whether all of them are there
 */
async function prepareEngines(config: GatewayConfig, log: Logs['log']): Promise<boolean> {
  let areThere = true;
  const onAway = (message: string): void => {
    areThere = false;
    log(`${message} Until it can, what needs it gets 503; static files and free requests are served.`);
  };
  const engines = await openEngines(config, { onAway }).catch((error: unknown) => {
    if (!isUnwritable(error)) throw error;
    onAway((error as Error).message);
    return undefined;
  });
  if (!engines) return areThere;
  if (engines.redis?.status === 'ready') {
    const { evictionWarning } = await import('./store/redis.ts');
    const warning = await evictionWarning(engines.redis);
    if (warning !== undefined) log(warning);
  }
  await closeEngines(engines);
  return areThere;
}

async function runServingProcess(config: GatewayConfig, logs: Logs): Promise<void> {
  const { reportReadiness, STOP } = await import('./processes/first-process.ts');
  // Messages wait for the first listener: without this one, a request for metrics during the start got no answer.
  const setMetrics = config.metrics && (await import('./metrics/process-metrics.ts')).answerForFirstProcess();
  const { url, measured, unready, stop } = await serve(config, accountsOfFirstProcess(), logs);
  let ending: Promise<void> | undefined;
  const end = (): void => void (ending ??= stop().then(() => process.exit(0)));
  process.on('message', (message) => message === STOP && end());
  for (const event of ['SIGTERM', 'disconnect'] as const) process.on(event, end);
  // A terminal sends it to every process: the first one decides.
  process.on('SIGINT', () => {});
  if (setMetrics) {
    reportReadiness(unready);
    setMetrics(measured);
  }
  process.send!({ kind: 'listening', url } satisfies Listening);
}

interface Running extends Pick<Serving, 'url' | 'unready' | 'stop'> {
  metrics(): Promise<string>;
}

async function serveAlone(config: GatewayConfig, accounts: RemoteAccounts, logs: Logs): Promise<Running> {
  const { measured, ...serving } = await serve(config, accounts, logs);
  const registry = config.metrics && (await import('./metrics/process-metrics.ts')).processMetrics(measured);
  return { ...serving, metrics: async () => registry?.metrics() ?? '' };
}

async function serveInSeveral(config: GatewayConfig, accounts: RemoteAccounts, logs: Logs): Promise<Running> {
  const { readinessOfProcesses, startServingProcesses } = await import('./processes/first-process.ts');
  await accounts.start();
  const unready = readinessOfProcesses();
  const registry = config.metrics && new (await import('prom-client')).AggregatorRegistry();
  const { url, stop } = await startServingProcesses({ workers: config.workers, accounts, log: logs.log });
  const stopAll = async (): Promise<void> => (await stop(), accounts.close());
  return { url, unready, stop: stopAll, metrics: async () => registry?.clusterMetrics() ?? '' };
}

/** Of all processes, and of the alerts, which only the first one has. */
async function startMetrics(
  address: NonNullable<GatewayConfig['metrics']>,
  running: Running,
  { alerts, log }: Logs & { alerts: RunningAlerts },
): Promise<RunningServer> {
  const registry = (await import('./metrics/alert-metrics.ts')).alertMetrics(() => alerts.counts());
  const metrics = async (): Promise<string> => (await Promise.all([running.metrics(), registry.metrics()])).join('\n');
  return startMetricsServer({ ...address, ...running, metrics, log });
}

function alertsOf(config: GatewayConfig, { log }: Logs): RunningAlerts {
  const { dataDir, databaseUrl, planLimits: limits, baseUrl, serviceName } = config;
  const { smtpUrl, mailFrom, privateWebhooks } = readAccountsSettings(process.env, config);
  return startAlerts({
    ...{ limits, baseUrl, serviceName, log },
    engines: { dataDir, databaseUrl },
    settings: { smtpUrl, mailFrom, privateWebhooks },
    dataset: datasetSource(config),
  });
}

async function accountsOf(config: GatewayConfig, { log }: Logs): Promise<RemoteAccounts> {
  const { dataDir, databaseUrl, redisUrl, planLimits: limits, baseUrl, serviceName } = config;
  const areThere = await prepareEngines(config, log);
  const settings = readAccountsSettings(process.env, config);
  const engines = { dataDir, databaseUrl, redisUrl };
  const accounts = startAccounts({ engines, settings, limits, baseUrl, serviceName, log });
  // The account app starts again with the first request after a second; its end has been logged.
  return areThere ? accounts : { ...accounts, start: () => accounts.start().catch(() => {}) };
}

/** The first signal lets open requests finish; the second exits immediately. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(1);
    stopping = true;
    void stop().then(() => {
      flush();
      process.exit(0);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  // Stop when the parent process ends.
  process.on('disconnect', onSignal);
}
