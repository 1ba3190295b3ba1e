/** The servers that are compared, each a process of its own, over the same earthquakes. */
import { KeyStore } from '../../gateway/access/key-store.ts';
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { join } from 'node:path';
import { PROJECT, syntheticDist, type ListedRecord } from './catalogue.ts';
import type { BenchOptions } from './figures.ts';
import { HOT } from './requests.ts';
import { isInstalled, withServers, type ServerProcess } from './servers.ts';

/** Everything is counted, nothing refused. */
const COUNTED = 'free.daily=1000000000,free.burst=1000000000,free.export_rows=100000,uncounted.burst=1000000000';
const KEYS = 1000;
/** Earthquakes of the catalogue that growth is measured against. */
const FEW = 10_000;

export interface Compared {
  dist: string;
  /** Day of the newest earthquake, `YYYY-MM-DD`. */
  newestDay: string;
  gateway: ServerProcess;
  /** The gateway of the version before, over its own dataset; undefined without one. */
  before: ServerProcess | undefined;
  /** Over fewer earthquakes. */
  small: ServerProcess;
  sqlite: ServerProcess;
  /** Undefined where it is not installed. */
  nginx: ServerProcess | undefined;
  keys: string[];
  /** Another gateway over the same earthquakes. */
  another(): Promise<ServerProcess>;
  anotherBefore(): Promise<ServerProcess>;
  /** A constant `node:http` with the gateway's answer to a request. */
  constant(path: string): Promise<ServerProcess>;
}

type ComparedOptions = Pick<BenchOptions, 'events' | 'dist' | 'against' | 'againstDist'>;

/** Everything but the catalogues is gone when the work is done. */
export const withCompared = <T>(
  { events = 1_000_000, against, ...given }: ComparedOptions,
  work: (compared: Compared) => AsyncIterable<T>,
): AsyncGenerator<T> =>
  withServers(async function* (servers) {
    const { path } = servers;
    let gateways = 0;
    const gatewayOver = (
      dist: string,
      { data = path(`data-${(gateways += 1)}`), checkout = PROJECT } = {},
    ): Promise<ServerProcess> =>
      servers.launch(() => [join(checkout, 'scripts/node'), join(checkout, 'gateway/main.ts')], {
        ...{ DIST_DIR: dist, DATA_DIR: data, PLAN_LIMITS: COUNTED, TRUSTED_PROXIES: '127.0.0.1' },
      });
    const dist = given.dist ?? syntheticDist(events);
    const formerDist = against && (given.againstDist ?? syntheticDist(events, against));
    const anotherBefore = (): Promise<ServerProcess> => gatewayOver(formerDist!, { checkout: against! });
    const keys = await issuedKeys(path('data'));
    const gateway = await gatewayOver(dist, { data: path('data') });
    yield* work({
      ...{ dist, gateway, keys, newestDay: await newestDayOf(gateway) },
      before: against === undefined ? undefined : await anotherBefore(),
      small: await gatewayOver(syntheticDist(FEW)),
      sqlite: await servers.run('./sqlite-server.ts', { RIVAL_DB: path('rival.db'), DIST_DIR: dist }),
      nginx: isInstalled('nginx') ? await servers.nginx(gateway.url + HOT) : undefined,
      another: () => gatewayOver(dist),
      anotherBefore,
      constant: (target) => servers.constant(gateway.url + target),
    });
  });

/** One for each account. */
async function issuedKeys(data: string): Promise<string[]> {
  const db = openAccounts(accountsPath(data));
  const store = new KeyStore(sqliteEngine(db), Date.now);
  const keys: string[] = [];
  for (let count = 0; count < KEYS; count += 1) keys.push((await store.issue(`account-${count}`, 'benchmark')).key);
  db.close();
  return keys;
}

async function newestDayOf({ url }: ServerProcess): Promise<string> {
  const { earthquakes } = (await (await fetch(`${url}/api.php?limit=1`)).json()) as { earthquakes: ListedRecord[] };
  return earthquakes[0]!.occurred_at.slice(0, 10);
}
