/** `npm run serve`: the gateway alone. */
import { basePathOf } from '#core/base-path.ts';
import { accountsPath, openAccounts } from './store/database.ts';
import { readAccountsSettings } from './accounts/settings.ts';
import { startAccounts } from './accounts/start-accounts.ts';
import { peerOf } from './http/client-address.ts';
import { createApp } from './app.ts';
import { firstSteps, missingDataset, readCommandLine } from './command-line.ts';
import { readConfig } from './config.ts';
import { openDataset, watch } from './dataset/dataset.ts';
import { folderReader } from './dataset/folder-reader.ts';
import { bufferedLog } from './http/log.ts';
import { createRequestGuard } from './access/guard.ts';
import { FrontTable } from './front-table.ts';
import { RequestLog } from './request-log.ts';
import { createMetering } from './access/metering.ts';
import { startServer } from './http/server.ts';

/** `busy_timeout` in ms: a waiting statement blocks every request. The meter retries without blocking. */
const TURN_WAIT = 5;

const { log, flush } = bufferedLog((text) => process.stdout.write(text));
// Write buffered log lines however the process ends, uncaught errors included.
process.on('exit', flush);
readCommandLine(process.argv);

try {
  const config = readConfig(process.env);
  const dataset = openDataset(folderReader(config.distDir), { log });
  watch(dataset);
  const { serviceName, baseUrl, authorityId, planLimits: limits, trustedProxies } = config;
  const path = accountsPath(config.dataDir);
  const db = openAccounts(path);
  db.pragma(`busy_timeout = ${TURN_WAIT}`);
  const metering = createMetering({ db, now: Date.now, limits, trustedProxies });
  const accounts = startAccounts({
    path,
    settings: readAccountsSettings(process.env, config),
    limits,
    baseUrl,
    serviceName,
    addressOf: ({ headers }, environment) =>
      metering.addressOf(peerOf(environment), headers.get('X-Forwarded-For') ?? undefined),
    log,
  });
  const basePath = basePathOf(baseUrl);
  const shared = {
    dataset,
    now: Date.now,
    log,
    guard: createRequestGuard({ metering, now: Date.now, log }),
    requestLog: new RequestLog({ log, now: Date.now, every: config.logEvery }),
  };
  const front = new FrontTable(shared);
  const app = createApp({ ...shared, serviceName, baseUrl, authorityId, basePath, metering, accounts, front });
  // Data is served while the accounts app starts.
  const [{ url, stop }] = await Promise.all([
    startServer({ app, front, port: config.port, host: config.host, log }),
    accounts.ready,
  ]);
  process.stdout.write(`Serving ${config.distDir} at ${url}\n${firstSteps(url)}\n`);
  const missing = missingDataset(config.distDir);
  if (missing) process.stderr.write(`${missing}\n`);
  stopOnSignal(async () => {
    await stop();
    await accounts.close();
    db.close();
  });
  // Report the URL to a parent process with an IPC channel.
  process.send?.({ url });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  // The server or the thread may have started.
  process.exit(1);
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
