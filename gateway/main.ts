/** `npm run serve`: the gateway alone. */
import { createAccounts } from './accounts/accounts.ts';
import type { AccountsDb } from './accounts/database.ts';
import { accountsPath, openAccounts } from './accounts/database.ts';
import { readAccountsSettings } from './accounts/settings.ts';
import { peerOf } from './address.ts';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDataset, watch } from './dataset.ts';
import { folderReader } from './folder-reader.ts';
import { bufferedLog } from './log.ts';
import { createMetering } from './metering.ts';
import { startServer } from './server.ts';

/** How long a batch of requests, and all others with it, waits for another process's transaction before it is tried again; in ms. */
const TURN_WAIT = 100;
/** The same for what is done on the account pages, which is rare and not tried again. */
const PAGE_WAIT = 2000;

const { log, flush } = bufferedLog((text) => process.stdout.write(text));

try {
  const config = readConfig(process.env);
  const dataset = openDataset(folderReader(config.distDir), { log });
  watch(dataset);
  const { serviceName, baseUrl, planLimits: limits, trustedProxies } = config;
  const open = (wait: number): AccountsDb => openAccounts(accountsPath(config.dataDir), { wait });
  const [db, pagesDb] = [open(TURN_WAIT), open(PAGE_WAIT)];
  const metering = createMetering({ db, now: Date.now, limits, trustedProxies });
  const accounts = await createAccounts({
    ...createMetering({ db: pagesDb, now: Date.now, limits }),
    db: pagesDb,
    settings: readAccountsSettings(process.env, config),
    baseUrl,
    serviceName,
    addressOf: (c) => metering.addressOf(peerOf(c.env), c.req.header('X-Forwarded-For')),
    now: Date.now,
    log,
  });
  const app = createApp({ dataset, now: Date.now, log, serviceName, metering, accounts: accounts.app });
  const { url, stop } = await startServer({ app, port: config.port, host: config.host, log });
  process.stdout.write(`Serving ${config.distDir} at ${url}\n`);
  stopOnSignal(async () => {
    await stop();
    await accounts.close();
    for (const one of [db, pagesDb]) one.close();
  });
  // A parent that started this with a channel learns where it listens.
  process.send?.({ url });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}

/** The first signal lets open requests finish, the second one does not wait. */
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
  // A parent that started this with a channel and is gone wants it gone as well.
  process.on('disconnect', onSignal);
}
