/** The walk of one request through the program: files, functions and calls, by V8's precise coverage. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyStore } from '../../gateway/access/key-store.ts';
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';
import { withServers } from './servers.ts';

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

/** Each is asked for the first time; the one before it has loaded what both need. */
const WALKS: Record<string, [before: string, asked: string]> = {
  'keyed list': ['/api.php?limit=7&min_magnitude=1', '/api.php?limit=6&min_magnitude=1.5'],
  'keyed list from memory': ['/api.php?limit=5', '/api.php?limit=5'],
  'FDSN query': ['/fdsnws/event/1/query?limit=7&minmag=1', '/fdsnws/event/1/query?limit=6&minmag=1.5'],
};

const ROOT = join(import.meta.dirname, '../..');

/** @param dist a dataset; read only @param root a checkout, this one by default */
export const benchWalk = (dist: string, root = ROOT): AsyncGenerator<string> =>
  withServers(async function* (t) {
    const db = openAccounts(accountsPath(t.path('data')));
    const { key } = await new KeyStore(sqliteEngine(db), Date.now).issue('account', 'walk');
    db.close();
    const settings = { DIST_DIR: dist, DATA_DIR: t.path('data'), PORT: '0', HOST: '127.0.0.1' };
    const gateway = spawn(process.execPath, ['--inspect=127.0.0.1:0', join(root, 'gateway/main.ts')], {
      cwd: root,
      env: { ...process.env, ...settings, PLAN_LIMITS: 'free.burst=none' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    t.after(() => gateway.kill('SIGKILL'));
    let output = '';
    for (const stream of [gateway.stdout, gateway.stderr]) stream.on('data', (text) => (output += String(text)));
    const printed = async (pattern: RegExp): Promise<string> => {
      while (!pattern.test(output) && gateway.exitCode === null) await wait(20);
      const [, found] = pattern.exec(output) ?? [];
      if (found === undefined) throw new Error(output);
      return found;
    };
    const socket = new WebSocket(await printed(/(ws:\S+)/));
    await once(socket, 'open');
    const url = await printed(/Serving .* at (http:\S+)/);
    const ask = async (path: string): Promise<void> => {
      const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      await wait(100);
    };
    await profiler(socket, 'enable');
    await profiler(socket, 'startPreciseCoverage', { callCount: true, detailed: false });
    for (const [name, [before, asked]] of Object.entries(WALKS)) {
      await ask(before);
      await profiler(socket, 'takePreciseCoverage');
      await ask(asked);
      yield `${name}: ${textOf(await profiler(socket, 'takePreciseCoverage'))}`;
    }
    socket.close();
  });

async function profiler(socket: WebSocket, method: string, params: object = {}): Promise<Coverage> {
  socket.send(JSON.stringify({ id: 1, method: `Profiler.${method}`, params }));
  const [{ data: answer }] = (await once(socket, 'message')) as [{ data: string }];
  return (JSON.parse(answer) as { result: Coverage }).result;
}

function textOf({ result }: Coverage): string {
  const own = result.filter(({ url }) => /\/(?:gateway|generator)\/.*\.ts$/.test(url));
  const called = own.map(({ functions }) => functions.flatMap(({ ranges }) => ranges[0]!.count || []));
  const files = called.filter((counts) => counts.length > 0);
  const calls = files.flat().reduce((sum, count) => sum + count, 0);
  return `${files.length} files, ${files.flat().length} functions, ${calls} calls`;
}
