/** The walk of one request through the program: files, functions and calls, by V8's precise coverage. */
import { Session, type Profiler } from 'node:inspector/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyStore } from '../../gateway/access/key-store.ts';
import { readAccountsSettings } from '../../gateway/accounts/settings.ts';
import { readConfig } from '../../gateway/config.ts';
import { serve } from '../../gateway/serve.ts';
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { withServers } from './servers.ts';

/** Each is asked for the first time; the one before it has loaded what both need. */
const WALKS: Record<string, [before: string, asked: string]> = {
  'keyed list': ['/api.php?limit=7&min_magnitude=1', '/api.php?limit=6&min_magnitude=1.5'],
  'keyed list from memory': ['/api.php?limit=5', '/api.php?limit=5'],
  'FDSN query': ['/fdsnws/event/1/query?limit=7&minmag=1', '/fdsnws/event/1/query?limit=6&minmag=1.5'],
};

/** @param dist a dataset; read only */
export const benchWalk = (dist: string): AsyncGenerator<string> =>
  withServers(async function* (t) {
    const db = openAccounts(accountsPath(t.path('data')));
    const { key } = await new KeyStore(sqliteEngine(db), Date.now).issue('account', 'walk');
    db.close();
    const settings = { DIST_DIR: dist, DATA_DIR: t.path('data'), PORT: '0', HOST: '127.0.0.1' };
    const config = readConfig({ ...settings, PLAN_LIMITS: 'free.burst=none' });
    const ignore = (): void => {};
    const { url, stop } = await serve(config, readAccountsSettings({}, config), { log: ignore, requestLines: ignore });
    t.after(stop);
    const ask = async (path: string): Promise<void> => {
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      await wait(100);
    };
    const session = new Session();
    session.connect();
    t.after(() => session.disconnect());
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    for (const [name, [before, asked]] of Object.entries(WALKS)) {
      await ask(before);
      await session.post('Profiler.takePreciseCoverage');
      await ask(asked);
      yield `${name}: ${textOf(await session.post('Profiler.takePreciseCoverage'))}`;
    }
  });

function textOf({ result }: Profiler.TakePreciseCoverageReturnType): string {
  const own = result.filter(({ url }) => /\/(?:gateway|generator)\/.*\.ts$/.test(url));
  const called = own.map(({ functions }) => functions.flatMap(({ ranges }) => ranges[0]!.count || []));
  const files = called.filter((counts) => counts.length > 0);
  const calls = files.flat().reduce((sum, count) => sum + count, 0);
  return `${files.length} files, ${files.flat().length} functions, ${calls} calls`;
}
