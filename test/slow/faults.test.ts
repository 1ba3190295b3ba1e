/**
 * Faults with real processes. Each test goes on from what the one before left. `FAULTS_SEED` repeats a run, `KILLS` and
 * `CONNECTIONS` make it longer.
 */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import fastGlob from 'fast-glob';
import { MANIFEST } from '#core/paths.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { ConsistentReader } from '../support/consistent-reader.ts';
import { exitOf, startGatewayChild, type GatewayChild } from '../support/gateway-child.ts';
import { manifestIn } from '../support/manifest.ts';
import { command, run, settingsIn } from '../support/project.ts';
import { openConnections, sendGarbage } from '../support/rude-connections.ts';
import { smallDisk } from '../support/small-disk.ts';
import { random } from '../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { changedDocument, wholeCatalogue, wholeDataset } from '../support/whole.ts';

const { FAULTS_SEED, KILLS = '2', CONNECTIONS = '500' } = process.env;
const SEED = Number(FAULTS_SEED ?? Date.now() % 100_000);
const EARTHQUAKES = 60;
const YEAR = 366 * 86_400_000;
const dice = random(SEED);

const folder = temporaryFolder({ after });
const settings = settingsIn(folder, {
  SOURCES: 'usgs',
  PLAN_LIMITS: 'free.daily=none,free.burst=none,uncounted.burst=none',
});
const [dist, catalogue] = [join(folder, 'dist'), join(folder, 'data/catalog.db')];

const ingest = (round: number): string[] => ['ingest', '--file', changedDocument(folder, round, EARTHQUAKES)];

async function gatewayOver(more: Record<string, string> = {}): Promise<GatewayChild> {
  const gateway = await startGatewayChild({ ...settings, LOG_REQUESTS: '0', ...more });
  after(() => gateway.child.kill('SIGKILL'));
  return gateway;
}

async function succeeds(environment: Record<string, string>, ...args: string[]): Promise<void> {
  const { code, stderr } = await command({ ...settings, ...environment }, ...args);
  assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
}

const killed = { ingest: 0, generate: 0, gateway: 0 };
/** How long a command took that was not killed, in ms. */
const took = { ingest: 0, generate: 0 };

/** Runs a command, or kills it somewhere on its way. @returns whether it ended by itself */
async function attempt(args: string[], mayKill: boolean): Promise<boolean> {
  const name = args[0] as keyof typeof took;
  const from = performance.now();
  const { child, ended } = run(settings, ...args);
  if (mayKill) {
    await Promise.race([wait(dice() * took[name]), ended]);
    child.kill('SIGKILL');
  }
  const { code, stderr } = await ended;
  if (child.signalCode === 'SIGKILL') killed[name] += 1;
  else assert.equal(code, 0, stderr);
  if (code === 0) took[name] = performance.now() - from;
  return code === 0;
}

/** Another document into the catalogue, and into `dist/`. A supervisor starts a killed ingest again. */
async function update(round: number, mayKill: boolean): Promise<string> {
  const document = ingest(round);
  if (!(await attempt(document, mayKill))) {
    wholeCatalogue(catalogue);
    await attempt(document, false);
  }
  assert.equal(wholeCatalogue(catalogue).length, EARTHQUAKES);
  if (!(await attempt(['generate'], mayKill)) && dice() < 0.5) {
    wholeDataset(dist);
    await attempt(['generate'], false);
  }
  return wholeDataset(dist);
}

test('ingest, generate and gateway killed at random moments leave answers, files and catalogue whole', async (t) => {
  const datasets = new Set([await update(1, false)]);
  let gateway = await gatewayOver();
  const readers = [1, 2].map(() => new ConsistentReader(() => gateway.url));
  const reading = Promise.all(readers.map((reader) => reader.run(dice)));
  for (let round = 2; killed.ingest + killed.generate + killed.gateway < Number(KILLS); round += 1) {
    datasets.add(await update(round, true));
    await wait(dice() * 300);
    gateway.child.kill('SIGKILL');
    await exitOf(gateway.child);
    killed.gateway += 1;
    gateway = await gatewayOver({ PORT: new URL(gateway.url).port });
  }
  await succeeds({}, 'generate');
  datasets.add(wholeDataset(dist));
  for (const reader of readers) reader.stop();
  await reading;
  gateway.child.kill('SIGKILL');
  const compared = readers.reduce((sum, reader) => sum + reader.compared, 0);
  t.diagnostic(`FAULTS_SEED=${SEED}: ${JSON.stringify(killed)}, ${compared} compared`);
  assert.ok(killed.gateway > 0 && compared > 0 && datasets.size > 1);
});

/** What needs each kind of file, and the files themselves. */
function targets(): string[] {
  const { shards, segments, catalogue: tables = [], details } = manifestIn(dist);
  const shard = shards[0]!;
  return [
    ...['/api.php', '/api.php?limit=1000', '/api.php?min_magnitude=3&limit=50', '/stats_api.php', '/rss', '/list.json'],
    ...['/api.php?updated_after=2000-01-01T00:00:00Z', '/export.php?format=csv', '/export.php?format=json'],
    ...['/fdsnws/event/1/query?format=text&eventid=us70003', '/fdsnws/event/1/query?format=text'],
    ...['/deprem_api.php?id=3', '/deprem_api.php?id=9', '/details/newest/9.json'],
    `/details/index/${details.hash}.json`,
    ...[`/shards/${shard.hash}.json`, `/shards/${shard.columnsHash}.columns`],
    ...[`/shards/${shard.fullHash}.full.json`, `/shards/${shard.solutionsHash}.solutions`],
    `/changes/${segments[0]!.hash}.json`,
    `/catalogue/earthquakes-${tables[0]!.period}.parquet`,
  ];
}

/** A body that is found damaged while it is sent is broken off, and never looks complete: undefined. */
const ask = async (url: string): Promise<{ status: number; body: string } | undefined> => {
  const response = await fetch(url).catch(() => undefined);
  const bytes = await response?.arrayBuffer().catch(() => undefined);
  return bytes && { status: response!.status, body: Buffer.from(bytes).toString('latin1') };
};

/** Without one of them no dataset is served. */
const PARTS = 'shards/*.entries.json';

/** Changes one byte of every file but the manifest, its parts and the status. @returns what restores them */
const damageAll = (): (() => void) =>
  damage('**', [MANIFEST, PARTS, 'status.json*', 'details/{id,date,gone}/**', 'hosting/**', 'versions/**']);

function damage(files: string, ignore: string[] = []): () => void {
  const before = fastGlob
    .sync(files, { cwd: dist, absolute: true, ignore })
    .map((path) => [path, readFileSync(path)] as const);
  for (const [path, bytes] of before) writeFileSync(path, damaged(bytes));
  return () => before.forEach(([path, bytes]) => writeFileSync(path, bytes));
}

function damaged(bytes: Buffer): Buffer {
  const other = Buffer.from(bytes);
  other[Math.floor(dice() * other.length)]! ^= 1 << Math.floor(dice() * 8);
  return other;
}

test('files damaged on the disk are refused, named in /status, and served again once whole', async (t) => {
  const app = createApp({ dataset: new Dataset(folderReader(dist)), now: Date.now });
  const right = new Map<string, string>();
  for (const target of targets()) {
    const response = await app.request(target);
    assert.equal(response.status, 200, target);
    right.set(target, Buffer.from(await response.arrayBuffer()).toString('latin1'));
  }
  const manifest = readFileSync(join(dist, MANIFEST));
  const restore = damageAll();
  writeFileSync(join(dist, MANIFEST), manifest.subarray(0, Math.floor(dice() * manifest.length)));
  const { url } = await gatewayOver();
  for (const target of right.keys()) assert.equal((await ask(url + target))?.status, 503, target);
  writeFileSync(join(dist, MANIFEST), damaged(manifest));
  for (const target of right.keys()) assert.equal((await ask(url + target))?.status, 503, target);
  const repair = damage(PARTS);
  writeFileSync(join(dist, MANIFEST), manifest);
  for (const target of right.keys()) assert.equal((await ask(url + target))?.status, 503, target);
  repair();
  while ((await ask(`${url}/manifest.json`))?.status !== 200) await wait(20);
  let refused = 0;
  for (const [target, body] of right) {
    const answer = await ask(url + target);
    if (answer === undefined || answer.status === 503) refused += 1;
    else assert.ok(answer.status === 200 && answer.body === body, `${target}: damaged content`);
  }
  const { faults = [] } = JSON.parse((await ask(`${url}/status`))!.body) as { faults?: string[] };
  t.diagnostic(`FAULTS_SEED=${SEED}: ${refused} of ${right.size} refused, ${faults.length} faults`);
  assert.ok(refused > 10 && faults.length > 10);
  restore();
  for (const [target, body] of right) while ((await ask(url + target))?.body !== body) await wait(50);

  await t.test(
    'beside many connections, a tenth of them without the end of a request, others are answered',
    async () => {
      const sockets = await openConnections(url, Number(CONNECTIONS));
      assert.equal(sockets.filter(({ readyState }) => readyState === 'open').length, Number(CONNECTIONS));
      const list = right.get('/api.php')!;
      for (let answers = 0; answers < 50; answers += 1) assert.equal((await ask(`${url}/api.php`))?.body, list);
      for (let requests = 0; requests < 50; requests += 1) await sendGarbage(url, dice);
      assert.equal((await ask(`${url}/api.php`))?.body, list);
      for (const socket of sockets) socket.destroy();
    },
  );
});

test('on a full disk commands fail with a reason, and what was published stays', async (t) => {
  const disk = smallDisk(t, 24);
  if (!disk) return;
  for (const name of ['data', 'dist']) cpSync(join(folder, name), join(disk.folder, name), { recursive: true });
  const there = settingsIn(disk.folder);
  const fails = async (...args: string[]): Promise<void> => {
    disk.fill();
    const { code, stderr } = await command({ ...settings, ...there }, ...args);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /^hiposantr: .*(?:full|no space|too large|I\/O error)/im);
    assert.doesNotMatch(stderr, /\n\s+at /);
    disk.empty();
  };
  const document = ingest(900);
  const state = (): unknown[] => [
    wholeDataset(there['DIST_DIR']!),
    wholeCatalogue(join(there['DATA_DIR']!, 'catalog.db')),
  ];
  const before = state();
  await fails(...document);
  assert.deepEqual(state(), before);
  await succeeds(there, ...document);
  await fails('generate');
  assert.equal(state()[0], before[0]);
  await succeeds(there, 'generate');
  assert.notEqual(state()[0], before[0]);
});

test('a clock that jumps a year ahead and back stops no build', async () => {
  const preload = `--import=${new URL('../support/shifted-clock.ts', import.meta.url).pathname}`;
  for (const shift of [YEAR, 0]) {
    await succeeds({ NODE_OPTIONS: preload, CLOCK_SHIFT: String(shift) }, 'generate');
    wholeDataset(dist);
  }
  assert.equal(wholeCatalogue(catalogue).length, EARTHQUAKES);
});
