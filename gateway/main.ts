/** `npm run serve`: the gateway alone. */
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openDataset } from './dataset.ts';
import { folderReader } from './folder-reader.ts';
import { bufferedLog } from './log.ts';
import { startServer } from './server.ts';

const { log, flush } = bufferedLog((text) => process.stdout.write(text));

try {
  const config = readConfig(process.env);
  const dataset = openDataset(folderReader(config.distDir), { log });
  const app = createApp({ dataset, now: Date.now, log, serviceName: config.serviceName });
  const { url, stop } = await startServer({ app, port: config.port, host: config.host, log });
  process.stdout.write(`Serving ${config.distDir} at ${url}\n`);
  stopOnSignal(stop);
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
