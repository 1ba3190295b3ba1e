/** One process that serves: dataset, metering, accounts and the app behind a port. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { basePathOf } from '#core/base-path.ts';
import { ENDPOINT_PATHS } from '#core/endpoints.ts';
import { openMetering } from './access/open-metering.ts';
import { createRequestGuard } from './access/guard.ts';
import { lazyAccounts } from './accounts/lazy-accounts.ts';
import type { AccountsSettings } from './accounts/settings.ts';
import { createApp } from './app.ts';
import type { GatewayConfig } from './config.ts';
import { Dataset, watch } from './dataset/dataset.ts';
import { folderReader } from './dataset/folder-reader.ts';
import { AnswerMemory, answerLimits } from './http/answer-memory.ts';
import type { AddressOf } from './http/client-address.ts';
import type { Log } from './http/log.ts';
import { startServer } from './http/server.ts';
import { Connections } from './live/connections.ts';
import { Departures } from './live/departures.ts';
import type { Measured } from './metrics/process-metrics.ts';
import type { RequestCounts } from './metrics/request-counts.ts';
import { formatRequestJson, formatRequestLine, RequestLog } from './request-log.ts';
import { ResponseCache } from './response-cache.ts';

/** `busy_timeout` in ms: a waiting statement blocks every request. The meter retries without blocking. */
const TURN_WAIT = 5;

export interface Serving {
  url: string;
  measured: Measured;
  /** Why no requests are welcome; undefined while they are. */
  unready(): string | undefined;
  /** Lets open requests finish. */
  stop(): Promise<void>;
}

export interface Logs {
  log: Log;
  /** Takes lines of responses, already in their format. */
  requestLines: Log;
}

/** Between checks of a remote manifest, in ms. */
const REMOTE_INTERVAL_MS = 5000;

/** Where the dataset is read from, by this process or by a thread. */
export const datasetSource = ({ distDir, dataDir, remote }: GatewayConfig) => ({
  distDir,
  remote: remote && { ...remote, cacheFolder: join(dataDir, 'dist-cache') },
});

async function openedDataset(config: GatewayConfig, log: Log): Promise<Dataset> {
  const { distDir, remote } = datasetSource(config);
  const pollIntervalMs = remote ? REMOTE_INTERVAL_MS : undefined;
  const reader = remote
    ? (await import('./dataset/remote/url-reader.ts')).urlReader({ ...remote, log })
    : folderReader(distDir);
  const dataset = new Dataset(reader, { log, ...(pollIntervalMs === undefined ? {} : { pollIntervalMs }) });
  watch(dataset, pollIntervalMs);
  return dataset;
}

/**
 * V8 doubles the young generation under load, up to 64 MB, though hardly anything of a request outlives it. The start
 * has led it to some 15 MB: those fit a processor's cache.
 */
const keepYoungGeneration = (): void => setFlagsFromString('--semi-space-growth-factor=1');

const requestLogOf = (
  config: GatewayConfig,
  { log, requests, addressOf }: { log: Log; requests: RequestCounts | undefined; addressOf: AddressOf },
): RequestLog =>
  new RequestLog({
    log,
    addressOf,
    now: Date.now,
    every: config.logEvery,
    format: config.logFormat === 'json' ? formatRequestJson : formatRequestLine,
    counts: requests,
  });

/** What the first answers rarely need is loaded so much later, in ms, unless a request needs it. */
export const LOAD_AFTER = 1000;

/** @throws Error for an operator when the database or the port cannot be used */
export async function serve(
  config: GatewayConfig,
  settings: AccountsSettings,
  { log, requestLines }: Logs,
): Promise<Serving> {
  const dataset = await openedDataset(config, log);
  const { serviceName, baseUrl, authorityId, planLimits: limits, trustedProxies } = config;
  const waiting = { now: Date.now, busyTimeoutMs: TURN_WAIT, log };
  const { metering, close } = await openMetering({ settings: config, limits, trustedProxies, ...waiting });
  const { addressOf } = metering;
  const accounts = lazyAccounts({ engines: config, settings, limits, baseUrl, serviceName, addressOf, log });
  const requests = config.metrics && new (await import('./metrics/request-counts.ts')).RequestCounts(ENDPOINT_PATHS);
  const answers = new AnswerMemory(answerLimits(config.answerBytes));
  const connections = new Connections({ all: config.streams });
  const departures = new Departures({
    ...{ seconds: config.resumeSeconds, most: config.streams, folder: join(config.dataDir, 'stream-places') },
  });
  await departures.open();
  const shared = {
    dataset,
    answers,
    connections,
    departures,
    now: Date.now,
    log,
    guard: createRequestGuard({ metering, now: Date.now, log }),
    requestLog: requestLogOf(config, { log: requestLines, requests, addressOf }),
  };
  const app = createApp({
    ...shared,
    ...{ serviceName, baseUrl, authorityId, metering },
    compatible: config.compatible,
    mcp: config.mcp,
    basePath: basePathOf(baseUrl),
    accounts,
    cache: new ResponseCache(shared),
  });
  const timeouts = { keepAlive: config.keepAliveMs };
  const { url, stop } = await startServer({ app, port: config.port, host: config.host, log, timeouts });
  if (!config.remote) await dataset.refresh();
  keepYoungGeneration();
  setTimeout(() => void app.load(), LOAD_AFTER).unref();
  let isStopping = false;
  const folders = { DATA_DIR: config.dataDir, ...(!config.remote && { DIST_DIR: config.distDir }) };
  return {
    url,
    measured: { requests, decisions: shared.guard.decisions, dataset, answers, connections, folders },
    unready: () => (isStopping ? 'stopping' : dataset.unreadable()),
    async stop() {
      isStopping = true;
      connections.stop();
      await stop();
      await departures.save();
      await accounts.close();
      await close();
    },
  };
}
