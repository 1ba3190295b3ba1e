/**
 * What metering costs: the gateway with one commit a turn of the event loop, against one transaction a request.
 * The others are no meter, and the ceiling of the platform. Each server has a database file of its own.
 */
import { cpSync } from 'node:fs';
import { KeyStore } from '../../gateway/access/key-store.ts';
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { syntheticDataset, writeDist } from '../../test/support/dataset.ts';
import { comparisonFinding, inRounds, type Finding } from './findings.ts';
import { load, type Asked } from './load.ts';
import { withServers, type ServerProcess } from './processes.ts';
import { fromAddresses, HOT } from './speed/requests.ts';

const METERS = ['turn', 'request', 'none'] as const;

export const benchMetering = (): AsyncGenerator<Finding> =>
  withServers(async function* ({ path, run, constant: constantOf }) {
    const dist = path('dist');
    await writeDist(syntheticDataset({ count: 20_000 }).files, dist);
    const key = await sameAccount(METERS.map(path));
    const metered = (METER: (typeof METERS)[number]): Promise<ServerProcess> =>
      run('./metered-server.ts', { DIST_DIR: dist, DATA_DIR: path(METER), METER });
    const [turn, request, none] = [await metered('turn'), await metered('request'), await metered('none')];
    const constant = await constantOf(turn.url + HOT);
    const keyed = [{ path: HOT, headers: { Authorization: `Bearer ${key}` } }];
    const each = fromAddresses([HOT]);
    yield await compare('a commit a turn, one key, against a commit a request', [turn, request], keyed, 1.2);
    yield await compare('a commit a turn, 1,000 addresses, against a commit a request', [turn, request], each, 1.2);
    yield await compare('a commit a turn, 1,000 addresses, against no meter', [turn, none], each, 0.8);
    yield await compare('a commit a turn, 1,000 addresses, against constant node:http', [turn, constant], each, 0.5);
    yield await compare('no meter, 1,000 addresses, against constant node:http', [none, constant], each, 0.5);
  });

async function compare(
  name: string,
  pair: [ServerProcess, ServerProcess],
  requests: Asked[],
  goal: number,
): Promise<Finding> {
  const [ours, other] = pair.map(
    ({ url }) =>
      async () =>
        (await load(url, requests)).perSecond,
  );
  const figures = await inRounds({ ours: ours!, other: other! });
  return comparisonFinding(name, [figures.ours, figures.other], goal);
}

/** A database file for each server, all with the same key. */
async function sameAccount([first, ...others]: string[]): Promise<string> {
  const db = openAccounts(accountsPath(first!));
  const { key } = await new KeyStore(sqliteEngine(db), Date.now).issue('account', 'benchmark');
  db.close();
  for (const other of others) cpSync(first!, other, { recursive: true });
  return key;
}
