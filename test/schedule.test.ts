/** What starts on a schedule without systemd: docs/operations/crontab, and the log that it writes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from './support/temporary.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(ROOT, 'docs/operations', name), 'utf8');

/** Users other than root exist to this process only if it is root. */
const NOBODY = 65_534;
const unprivileged = { uid: NOBODY, gid: NOBODY };
/** Where root alone may read the checkout, as the user of the tests. */
const user =
  process.getuid?.() === 0 && spawnSync('test', ['-r', join(ROOT, 'package.json')], unprivileged).status === 0
    ? unprivileged
    : {};

test('each line of the crontab runs as a user without rights, and writes what the next one reads', (t) => {
  const folder = temporaryFolder(t);
  const home = join(folder, 'hiposantr');
  mkdirSync(home);
  mkdirSync(join(folder, 'backups'));
  if ('uid' in user) for (const path of [folder, home, join(folder, 'backups')]) chownSync(path, NOBODY, NOBODY);
  const table = read('crontab')
    .replaceAll('/var/lib/hiposantr', home)
    .replaceAll('/var/backups/hiposantr', join(folder, 'backups'))
    .replaceAll('/etc/hiposantr.env', join(home, 'settings.env'))
    .replaceAll('/opt/hiposantr', ROOT);
  writeFileSync(join(home, 'settings.env'), 'BASE_URL=https://quakes.example\nDATA_DIR=/not/this/one\n', {
    mode: 0o644,
  });
  const env = Object.fromEntries([...table.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name!, value!]));
  const lines = [...table.matchAll(/^(?:[\d*/,-]+ ){5}(.*)$/gm)].map(([, line]) => line!.replaceAll('\\%', '%'));
  assert.equal(lines.length, 3);
  const options = { cwd: home, encoding: 'utf8' as const, ...user };
  const run = (line: string): void => {
    // As cron starts them: few variables, the folder of the user.
    const variables = {
      ...env,
      PATH: '/usr/bin:/bin',
      HOME: home,
      OFFLINE: '1',
      SOURCES: 'kandilli,afad',
      PREVIEW_PICTURES: '0',
    };
    const { status, stderr } = spawnSync(env['SHELL']!, ['-c', line], { ...options, env: variables });
    assert.equal(status, 0, `${line}: ${stderr}`);
    assert.equal(stderr, '', line);
  };
  lines.forEach(run);
  const log = readFileSync(join(home, 'hiposantr.log'), 'utf8');
  assert.match(log, /OFFLINE is set[\s\S]*full build of 0 earthquakes/);
  assert.ok(existsSync(join(home, 'dist/manifest.json')));
  assert.match(readFileSync(join(home, 'dist/rss.xml'), 'utf8'), /<link>https:\/\/quakes\.example\//);
  assert.doesNotMatch(log, /BASE_URL/);
  writeFileSync(join(home, 'settings.env'), '');
  run(lines[0]!);
  const later = readFileSync(join(home, 'hiposantr.log'), 'utf8').slice(log.length);
  assert.equal(later.match(/BASE_URL is not set: the RSS feed will name http:\/\/localhost:8787/g)?.length, 1, later);
  const [backup] = readdirSync(join(folder, 'backups'));
  assert.ok(readdirSync(join(folder, 'backups', backup!)).includes('catalog.db'));
});

test('lines that lock the folders do not start in the same minute', () => {
  const starts = [...read('crontab').matchAll(/^(\S+) .*main\.ts (?:ingest|generate)\b/gm)];
  const [often, monthly] = starts.map(([, minute]) => minute);
  assert.deepEqual([often, starts.length], ['*/5', 2]);
  assert.notEqual(Number(monthly) % 5, 0);
});

test(
  'logrotate accepts its file',
  { skip: spawnSync('logrotate', ['--version']).status === 0 ? false : 'logrotate is not there' },
  (t) => {
    const folder = temporaryFolder(t);
    const check = (text: string): string => {
      const file = join(folder, 'logrotate');
      writeFileSync(file, text.replaceAll('/var/lib', folder).replace(/^ {2}su .*\n/m, ''), { mode: 0o644 });
      return spawnSync('logrotate', ['--debug', '--state', join(folder, 'state'), file], { encoding: 'utf8' }).stderr;
    };
    assert.doesNotMatch(check(read('logrotate')), /error/);
    assert.match(check(read('logrotate').replace('compress', 'compres')), /error/);
  },
);
