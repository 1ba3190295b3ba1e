import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { withContext } from '../../generator/cli/context.ts';
import { ingestCommand } from '../../generator/cli/ingest.ts';
import { startCommand } from '../../bin/start.ts';
import { watchCommand } from '../../generator/cli/watch.ts';
import { command, LIVE, settingsIn } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = join(import.meta.dirname, '../..');

/** A script of the project in a process of its own. */
const script = (name: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(ROOT, 'scripts', name), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });

/** A folder with a valuable foreign file. */
function precious(parent: string): string {
  const folder = join(parent, 'precious');
  mkdirSync(folder);
  writeFileSync(join(folder, 'catalog.db'), 'every id that was ever given');
  writeFileSync(join(folder, 'accounts.db'), 'every account');
  return folder;
}

function dataIn(parent: string): void {
  mkdirSync(join(parent, 'data', 'afad'), { recursive: true });
  writeFileSync(join(parent, 'data', 'PROVENANCE.md'), '');
}

const isWhole = (folder: string): void => {
  assert.deepEqual(readdirSync(folder).sort(), ['accounts.db', 'catalog.db']);
  assert.equal(readFileSync(join(folder, 'catalog.db'), 'utf8'), 'every id that was ever given');
};

test('real-data and synthesize refuse a folder that they did not create, and leave it unchanged', (t) => {
  const folder = temporaryFolder(t);
  const out = precious(folder);
  dataIn(folder);
  const read = script('real-data.ts', '--data', join(folder, 'data'), '--out', out);
  assert.equal(read.status, 1, read.stdout);
  assert.match(
    read.stderr,
    /^error: --out is .*precious, which is not empty \(it has accounts\.db\).*new or empty folder; nothing was changed\n$/,
  );
  isWhole(out);
  const created = script('synthesize.ts', '--events', '10', '--out', out);
  assert.equal(created.status, 1);
  assert.match(created.stderr, /^error: the folder .*precious is not empty: name a new one\n$/);
  isWhole(out);
});

test('real-data rebuilds its own folder, and removes only its own files', (t) => {
  const folder = temporaryFolder(t);
  dataIn(folder);
  const out = join(folder, 'out');
  const run = () => script('real-data.ts', '--data', join(folder, 'data'), '--out', out);
  // It finds no document and fails after creating its folder.
  assert.match(run().stderr, /no file matches/);
  mkdirSync(join(out, 'dist'));
  writeFileSync(join(out, 'dist', 'of-before.json'), '');
  writeFileSync(join(out, 'notes.txt'), 'mine');
  assert.match(run().stderr, /no file matches/);
  assert.deepEqual(readdirSync(join(out)).sort(), [
    '.folder-kind',
    'catalog.db',
    'catalog.db-shm',
    'catalog.db-wal',
    'notes.txt',
  ]);
});

test('generate refuses a foreign DIST_DIR, and accepts its own in any state', async (t) => {
  const folder = temporaryFolder(t);
  const out = precious(folder);
  const refused = settingsIn(folder, { DIST_DIR: out, PORT: '0' });
  const { code, stderr } = await command(refused, 'generate');
  assert.equal(code, 1);
  assert.match(stderr, /^hiposantr: DIST_DIR is .*precious, which is not empty \(it has accounts\.db\)/);
  isWhole(out);
  for (const refusal of [ingestCommand(refused, {}), startCommand(refused), watchCommand(refused, { every: 1 })]) {
    await assert.rejects(refusal, /^SettingError: DIST_DIR is .*precious, which is not empty \(it has accounts\.db\)/);
    isWhole(out);
  }
  const settings = settingsIn(folder, { SOURCES: LIVE });
  const manifest = join(settings['DIST_DIR']!, 'manifest.json');
  assert.equal((await command(settings, 'generate')).code, 0);
  // From a version that did not mark its folders.
  const mark = join(settings['DIST_DIR']!, '.folder-kind');
  rmSync(mark);
  await withContext(settings, () => Promise.resolve());
  assert.ok(existsSync(mark));
  rmSync(manifest);
  assert.equal((await command(settings, 'generate')).code, 0);
  assert.ok(existsSync(manifest));
});

test('start serves what it writes, and refuses DIST_URL', async (t) => {
  const settings = settingsIn(temporaryFolder(t), { DIST_URL: 'https://files.example/quakes' });
  await assert.rejects(startCommand(settings), /^SettingError: DIST_URL is set, which npm run serve reads; npm start/);
});

test('generate with a new DATA_DIR publishes what ships with the program', async (t) => {
  const settings = settingsIn(temporaryFolder(t));
  const { code, stderr } = await command(settings, 'generate');
  assert.equal(code, 0);
  assert.match(stderr, /^earthquakes: (\d{3}) created, 0 revised[^]*\nfull build of \1 earthquakes/m);
});
