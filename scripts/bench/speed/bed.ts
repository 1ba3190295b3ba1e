/** The servers that are compared, each a process of its own, over the same earthquakes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyStore } from '../../../gateway/access/key-store.ts';
import { accountsPath, openAccounts } from '../../../gateway/store/database.ts';
import { sqliteEngine } from '../../../gateway/store/sqlite-engine.ts';
import { constantAnswer, writeConstantAnswer } from '../constant-answer.ts';
import { isInstalled } from '../load.ts';
import { serverProcesses, type ServerProcess } from '../processes.ts';
import { recordsOf, syntheticDist, type ListedRecord } from './catalogue.ts';
import { nginxCommand } from './nginx.ts';
import { HOT } from './requests.ts';
import { writeRival } from './rival.ts';

/** Everything is counted, nothing refused. */
const COUNTED = 'free.daily=1000000000,free.burst=1000000000,free.export_rows=100000,uncounted.burst=1000000000';
const KEYS = 1000;
/** Earthquakes of the catalogue that growth is measured against. */
const FEW = 10_000;

export interface Bed {
  dist: string;
  /** Of the newest earthquake, `YYYY-MM-DD`. */
  newestDay: string;
  gateway: ServerProcess;
  /** Over fewer earthquakes. */
  small: ServerProcess;
  sqlite: ServerProcess;
  /** Undefined where it is not installed. */
  nginx: ServerProcess | undefined;
  keys: string[];
  /** Another gateway over the same earthquakes. */
  another(): Promise<ServerProcess>;
  /** Another one of so many processes on every core. */
  workers(count: number): Promise<ServerProcess>;
  /** A constant `node:http` with the gateway's answer to a request. */
  constant(path: string): Promise<ServerProcess>;
}

const anywhere = (...command: string[]): string[] => command;

/** Everything but the catalogues is gone when the work is done. */
export async function* withBed<T>(events: number, work: (bed: Bed) => AsyncIterable<T>): AsyncGenerator<T> {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-bench-'));
  const processes = serverProcesses();
  const path = (name: string): string => join(folder, name);
  const gatewayOver = (dist: string, data: string, workers = 0): Promise<ServerProcess> => {
    const folders = { DIST_DIR: dist, DATA_DIR: path(data) };
    const settings = { PLAN_LIMITS: COUNTED, TRUSTED_PROXIES: '127.0.0.1', WORKERS: String(workers || 1) };
    return processes.run('../../gateway/main.ts', { ...folders, ...settings }, workers ? anywhere : undefined);
  };
  try {
    const dist = syntheticDist(events);
    const keys = await issuedKeys(path('data'));
    const gateway = await gatewayOver(dist, 'data');
    const answer = await constantAnswer(gateway.url + HOT);
    let [gateways, constants] = [0, 0];
    yield* work({
      dist,
      newestDay: await newestDayOf(gateway),
      gateway,
      keys,
      small: await gatewayOver(syntheticDist(FEW), 'small'),
      sqlite: await processes.run('./speed/sqlite-server.ts', {
        RIVAL_DB: writeRival(path('rival.db'), recordsOf(dist)),
      }),
      nginx: isInstalled('nginx')
        ? await processes.launch((port) => nginxCommand(path('nginx'), answer, port))
        : undefined,
      another: () => gatewayOver(dist, `another-${(gateways += 1)}`),
      workers: (count) => gatewayOver(dist, `workers-${count}`, count),
      constant: async (target) =>
        processes.run('./constant-server.ts', {
          ANSWER: await writeConstantAnswer(path(`answer-${(constants += 1)}.json`), gateway.url + target),
        }),
    });
  } finally {
    processes.stopAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

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
