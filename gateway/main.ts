/** `npm run serve`: the gateway alone. */
import { textSetting } from '#runtime/environment.ts';
import { type AccountsSettings, readAccountsSettings, settingWarnings } from './accounts/settings.ts';
import { type GatewayConfig, readConfig } from './config.ts';
import { bufferedLog, jsonLog } from './http/log.ts';
import { type RunningAlerts, startAlerts } from './alerts/start-alerts.ts';
import { startMetricsServer } from './metrics/server.ts';
import type { RunningServer } from './http/server.ts';
import { datasetSource, LOAD_AFTER, type Logs, serve, type Serving } from './serve.ts';
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
  await run(config, readAccountsSettings(process.env, config), { log, requestLines });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  // The server may have started.
  process.exit(1);
}

function* warnings(settings: AccountsSettings, { baseUrl }: GatewayConfig): Iterable<string> {
  for (const name of ['WORKERS', 'RAW_MEGABYTES', 'STREAMS_PER_CALLER', 'PUSH_PER_ADDRESS', 'EMAIL_SUBSCRIPTIONS'])
    if (textSetting(process.env, name, '') !== '') yield `${name} is no longer used: see docs/operations/upgrading.md.`;
  for (const warning of settingWarnings(settings, baseUrl)) yield `accounts: ${warning}`;
}

async function run(config: GatewayConfig, settings: AccountsSettings, logs: Logs): Promise<void> {
  const { distDir, remote } = config;
  for (const warning of warnings(settings, config)) logs.log(warning);
  const running = await serve(config, settings, logs);
  const alerts = alertsOf(config, settings, logs);
  const metrics = config.metrics && (await startMetrics(config.metrics, running, { alerts, ...logs }));
  const { url, stop } = running;
  logs.log(`Serving ${remote?.url ?? distDir} at ${url}`);
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

/** Of this process, and of its alerts. */
async function startMetrics(
  address: NonNullable<GatewayConfig['metrics']>,
  { measured, unready }: Serving,
  { alerts, log }: Logs & { alerts: RunningAlerts },
): Promise<RunningServer> {
  const { processMetrics } = await import('./metrics/process-metrics.ts');
  const registry = processMetrics({ ...measured, alerts: () => alerts.counts() });
  return startMetricsServer({ ...address, unready, metrics: () => registry.metrics(), log });
}

function alertsOf(config: GatewayConfig, settings: AccountsSettings, { log }: Logs): RunningAlerts {
  const { dataDir, databaseUrl, planLimits: limits, baseUrl, serviceName } = config;
  const { smtpUrl, mailFrom, privateWebhooks } = settings;
  return startAlerts({
    ...{ limits, baseUrl, serviceName, log, delay: LOAD_AFTER },
    engines: { dataDir, databaseUrl },
    settings: { smtpUrl, mailFrom, privateWebhooks },
    dataset: datasetSource(config),
  });
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
