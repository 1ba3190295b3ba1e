/**
 * The gateway with its meter, with one transaction a request in its place, or without any: `METER` is `turn`, `request`
 * or `none`.
 */
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import type { Meter } from '../../gateway/access/quota/meter.ts';
import { createMetering } from '../../gateway/access/metering.ts';
import { startServer } from '../../gateway/http/server.ts';
import { PLAN_LIMITS } from '../../gateway/access/quota/limits.ts';

const environment = process.env as Record<'DIST_DIR' | 'DATA_DIR' | 'METER' | 'PORT' | 'HOST', string>;

const each = (meter: Pick<Meter, 'take'>): Pick<Meter, 'take'> => ({
  take: async (batch) => (await Promise.all(batch.map((charge) => meter.take([charge])))).flat(),
});

const metering = createMetering({
  database: sqliteEngine(openAccounts(accountsPath(environment.DATA_DIR))),
  now: Date.now,
  // Everything is counted, nothing refused.
  limits: { ...PLAN_LIMITS, free: { daily: 1e12, burst: 1e12, exportRows: 50, webhooks: 1 }, uncountedBurst: null },
  trustedProxies: ['127.0.0.1'],
});
const used = environment.METER === 'request' ? { ...metering, meter: each(metering.meter) } : metering;

const app = createApp({
  dataset: new Dataset(folderReader(environment.DIST_DIR)),
  now: Date.now,
  ...(environment.METER === 'none' ? {} : { metering: used }),
});
await startServer({ app, port: Number(environment.PORT), host: environment.HOST, log: () => {} });
