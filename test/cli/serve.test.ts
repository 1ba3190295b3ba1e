/** `npm run serve` and `npm start` as their users meet them. */
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addressWarning, readConfig } from '../../generator/cli/config.ts';
import { command, LIVE, settingsIn, until } from '../support/project.ts';
import { replayServer } from '../support/replay-server.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = join(import.meta.dirname, '../..');
const GATEWAY = join(ROOT, 'gateway/main.ts');

interface Served {
  child: ChildProcess;
  output: { stdout: string; stderr: string };
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

/** The settings are its complete environment except PATH. @param imports modules that are loaded first */
function serve(settings: Record<string, string>, ...imports: string[]): Served {
  const environment = { ...CHILD_ENVIRONMENT, PORT: '0', HOST: '127.0.0.1', ...settings };
  const args = imports.flatMap((one) => ['--import', one]);
  const child = spawn(process.execPath, [...args, GATEWAY], {
    cwd: ROOT,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    until(
      () => Promise.resolve(pattern.exec(`${output.stdout}\n${output.stderr}`)),
      (match) => match !== null,
    ) as Promise<RegExpExecArray>;
  return { child, output, printed };
}

/** Throws an uncaught error on a signal. */
const BOMB = `data:text/javascript,process.on('SIGUSR2', () => { throw new Error('synthetic') })`;
const REJECTION = `data:text/javascript,process.on('SIGUSR2', () => void Promise.reject(new Error('synthetic')))`;

// Side by side: the first one waits between its attempts.
suite('serve and start', { concurrency: 2 }, () => {
  test('without a network one line names the feeds that are down', async (t) => {
    const replay = await replayServer();
    await replay.close();
    const settings = settingsIn(temporaryFolder(t), { ...replay.environment, OFFLINE: '0', SOURCES: LIVE });
    const { code, stderr } = await command(settings, 'ingest');
    assert.equal(code, 1);
    const down = stderr.split('\n').filter((line) => /down/.test(line));
    assert.equal(down.length, 1, stderr);
    assert.match(down[0]!, /^\d+ feeds are down \([^)]+\): (?=.*afad-api)(?=.*usgs-fdsn)(?=.*kandilli-live)/);
  });

  test('serve --help prints its usage and ends; an unknown option is an error', () => {
    const runGateway = (...args: string[]) =>
      spawnSync(process.execPath, [GATEWAY, ...args], { cwd: ROOT, encoding: 'utf8' });
    const help = runGateway('--help');
    assert.equal(help.status, 0);
    assert.match(help.stdout, /^Usage: serve .*[^]*DIST_DIR[^]*PORT|^Usage: serve .*[^]*PORT[^]*DIST_DIR/);
    for (const args of [['--port', '99'], ['dist']]) {
      const { status, stderr, stdout } = runGateway(...args);
      assert.deepEqual([status, stdout], [1, '']);
      assert.match(stderr, /^error: (?:unknown option '--port'|too many arguments)/);
    }
  });

  test('a port in use is reported before anything is built', async (t) => {
    const blocker = createServer().listen(0);
    t.after(() => void blocker.close());
    const settings = settingsIn(temporaryFolder(t));
    const port = String((blocker.address() as AddressInfo).port);
    const { code, stderr } = await command({ ...settings, PORT: port }, 'start');
    assert.deepEqual(
      [code, stderr],
      [1, `hiposantr: Port ${port} is in use by another program; set PORT to a free one.\n`],
    );
    assert.ok(!existsSync(join(settings['DIST_DIR']!, 'manifest.json')));
  });

  test('a missing BASE_URL is reported in production only', async (t) => {
    const settings = settingsIn(temporaryFolder(t), { SOURCES: LIVE });
    const production = { ...settings, NODE_ENV: 'production' };
    const warning = /^BASE_URL is not set: the RSS feed will name http:\/\/localhost:8787/m;
    assert.match((await command(production, 'generate')).stderr, warning);
    const named = { ...production, BASE_URL: 'https://quakes.example' };
    assert.match(addressWarning(production, readConfig(production))!, warning);
    for (const more of [settings, named]) assert.equal(addressWarning(more, readConfig(more)), undefined);
  });

  test('ingest: --from after --to is a failure without a network too', async (t) => {
    const settings = settingsIn(temporaryFolder(t), { SOURCES: LIVE });
    const { code, stderr } = await command(settings, 'ingest', '--from', '2024-02-01', '--to', '2024-01-01');
    assert.equal(code, 1);
    assert.match(stderr, /^hiposantr: --from is later than --to, or in the future$/m);
  });

  for (const [what, module] of [
    ['an uncaught error', BOMB],
    ['an unhandled rejection', REJECTION],
  ] as const)
    test(`what was logged is written although the gateway ends by ${what}`, async (t) => {
      const settings = settingsIn(temporaryFolder(t));
      const { child, output, printed } = serve(settings, module);
      t.after(() => child.kill('SIGKILL'));
      const [, url] = await printed(/at (http:\S+)/);
      // Lines are written every 200 ms: these wait.
      await fetch(`${url}/api.php?limit=7`);
      const closed = once(child, 'close');
      child.kill('SIGUSR2');
      await closed;
      assert.match(output.stderr, /Error: synthetic/);
      assert.match(output.stdout, /GET \/api\.php\?limit=7 503 /);
    });

  test('serve without a dataset explains how to create one; a second signal ends it at once, with its log written', async (t) => {
    const settings = settingsIn(temporaryFolder(t));
    const { child, output, printed } = serve(settings);
    t.after(() => child.kill('SIGKILL'));
    const [, url] = await printed(/at (http:\S+)/);
    await printed(
      /^There is no dataset in \/.*dist \(DIST_DIR\): npm start creates one\. Until then, data requests get 503\.$/m,
    );
    assert.ok(!existsSync(settings['DIST_DIR']!));
    const slow = connect(Number(new URL(url!).port), '127.0.0.1').on('error', () => undefined);
    slow.write('GET /api.php HTTP/1.1\r\n');
    await fetch(`${url}/api.php?limit=8`);
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await sleep(50);
    child.kill('SIGTERM');
    await closed;
    slow.destroy();
    assert.match(output.stdout, /GET \/api\.php\?limit=8 503 /);
  });
});
