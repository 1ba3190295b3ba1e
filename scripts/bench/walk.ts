/**
 * The walk of one request through the program: files, functions and calls, by V8's precise coverage.
 *
 *   DIST_DIR=dist scripts/node --import tsx scripts/bench/walk.ts [FOLDER OF A CHECKOUT]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KeyStore } from '../../gateway/access/key-store.ts';
import { accountsPath, openAccounts } from '../../gateway/store/database.ts';
import { sqliteEngine } from '../../gateway/store/sqlite-engine.ts';

interface Coverage {
  result: { url: string; functions: { functionName: string; ranges: { count: number }[] }[] }[];
}

/** Each is asked for the first time; the one before it has loaded what both need. */
const WALKS: Record<string, [before: string, asked: string]> = {
  'keyed list': ['/api.php?limit=7&min_magnitude=1', '/api.php?limit=6&min_magnitude=1.5'],
  'keyed list from memory': ['/api.php?limit=5', '/api.php?limit=5'],
  'FDSN query': ['/fdsnws/event/1/query?limit=7&minmag=1', '/fdsnws/event/1/query?limit=6&minmag=1.5'],
};

const root = resolve(process.argv[2] ?? '.');
const data = mkdtempSync(join(tmpdir(), 'hiposantr-walk-'));
const db = openAccounts(accountsPath(data));
const { key } = await new KeyStore(sqliteEngine(db), Date.now).issue('account', 'walk');
db.close();
const gateway = spawn(process.execPath, ['--inspect=127.0.0.1:0', join(root, 'gateway/main.ts')], {
  cwd: root,
  env: { ...process.env, DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', PLAN_LIMITS: 'free.burst=none' },
  stdio: ['ignore', 'pipe', 'pipe'],
});
let output = '';
for (const stream of [gateway.stdout, gateway.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));

async function printed(pattern: RegExp): Promise<string> {
  for (let found = pattern.exec(output); ; found = pattern.exec(output)) {
    if (found) return found[1]!;
    if (gateway.exitCode !== null) throw new Error(output);
    await wait(20);
  }
}

const [inspector, url] = [await printed(/(ws:\S+)/), await printed(/Serving .* at (http:\S+)/)];
const socket = new WebSocket(inspector);
await once(socket, 'open');

async function profiler(method: string, params: object = {}): Promise<Coverage> {
  socket.send(JSON.stringify({ id: 1, method: `Profiler.${method}`, params }));
  const [{ data: answer }] = (await once(socket, 'message')) as [{ data: string }];
  return (JSON.parse(answer) as { result: Coverage }).result;
}

async function ask(path: string): Promise<void> {
  const response = await fetch(url + path, { headers: { Authorization: `Bearer ${key}` } });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  await wait(100);
}

await profiler('enable');
await profiler('startPreciseCoverage', { callCount: true, detailed: false });
for (const [name, [before, asked]] of Object.entries(WALKS)) {
  await ask(before);
  await profiler('takePreciseCoverage');
  await ask(asked);
  const { result } = await profiler('takePreciseCoverage');
  const own = result.filter(({ url: file }) => /\/(?:gateway|generator)\/.*\.ts$/.test(file));
  const called = own.map(({ functions }) => functions.flatMap(({ ranges }) => ranges[0]!.count || []));
  const files = called.filter((counts) => counts.length > 0);
  const calls = files.flat().reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${name}: ${files.length} files, ${files.flat().length} functions, ${calls} calls\n`);
}
socket.close();
gateway.kill('SIGKILL');
await once(gateway, 'exit');
rmSync(data, { recursive: true });
