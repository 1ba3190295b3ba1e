/** `npm run serve`: the gateway alone, in one process or in several that share its port. */
import cluster from 'node:cluster';
import type { RemoteAccounts } from './accounts/start-accounts.ts';
import { startAccounts } from './accounts/start-accounts.ts';
import { readAccountsSettings } from './accounts/settings.ts';
import { firstSteps, missingDataset, readCommandLine } from './command-line.ts';
import type { GatewayConfig } from './config.ts';
import { readConfig } from './config.ts';
import { bufferedLog } from './http/log.ts';
import { accountsOfFirstProcess } from './processes/accounts-channel.ts';
import type { Listening } from './processes/first-process.ts';
import { startServingProcesses, STOP } from './processes/first-process.ts';
import type { Serving } from './serve.ts';
import { serve } from './serve.ts';
import { accountsPath, openAccounts } from './store/database.ts';

const { log, flush } = bufferedLog((text) => process.stdout.write(text));
// Write buffered log lines however the process ends, uncaught errors included.
process.on('exit', flush);
readCommandLine(process.argv);

try {
  const config = readConfig(process.env);
  if (cluster.isPrimary) await runFirstProcess(config);
  else await runServingProcess(config);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  // The server or the thread may have started.
  process.exit(1);
}

async function runFirstProcess(config: GatewayConfig): Promise<void> {
  const { workers, distDir } = config;
  // Created and migrated before several processes open it; where it cannot be, that is the message.
  openAccounts(accountsPath(config.dataDir)).close();
  const { url, stop } = await (workers === 1 ? serve(config, accountsOf(config), log) : serveInSeveral(config));
  const where = workers === 1 ? url : `${url} with ${workers} processes`;
  process.stdout.write(`Serving ${distDir} at ${where}\n${firstSteps(url)}\n`);
  const missing = missingDataset(distDir);
  if (missing) process.stderr.write(`${missing}\n`);
  stopOnSignal(stop);
  // Report the URL to a parent process with an IPC channel.
  process.send?.({ url });
}

async function runServingProcess(config: GatewayConfig): Promise<void> {
  const { url, stop } = await serve(config, accountsOfFirstProcess(), log);
  let ending: Promise<void> | undefined;
  const end = (): void => void (ending ??= stop().then(() => process.exit(0)));
  process.on('message', (message) => message === STOP && end());
  for (const event of ['SIGTERM', 'disconnect'] as const) process.on(event, end);
  // A terminal sends it to every process: the first one decides.
  process.on('SIGINT', () => {});
  process.send!({ kind: 'listening', url } satisfies Listening);
}

async function serveInSeveral(config: GatewayConfig): Promise<Serving> {
  const accounts = accountsOf(config);
  await accounts.ready;
  const { url, stop } = await startServingProcesses({ workers: config.workers, accounts, log });
  return { url, stop: async () => (await stop(), accounts.close()) };
}

function accountsOf(config: GatewayConfig): RemoteAccounts {
  const { dataDir, planLimits: limits, baseUrl, serviceName } = config;
  const settings = readAccountsSettings(process.env, config);
  return startAccounts({ path: accountsPath(dataDir), settings, limits, baseUrl, serviceName, log });
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
