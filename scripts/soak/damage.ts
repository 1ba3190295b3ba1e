/** Every file of a dataset damaged on the disk: nothing of it is served, `/status` says so, and all heals. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import fastGlob from 'fast-glob';
import { readManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import type { SoakService } from './service.ts';

const HEAL_MS = 20_000;

interface DamageFigures {
  files: number;
  /** Answers that were refused with 503, and that were right since nothing damaged is in them. */
  refused: number;
  right: number;
  /** Files that `/status` names. */
  faults: number;
}

type Answers = Map<string, string>;

/** What needs each kind of file, and the files themselves. */
function targetsOf(dist: string): string[] {
  const { shards, segments, catalogue = [], details } = readManifest(readFileSync(join(dist, MANIFEST), 'utf8'));
  const [shard] = shards;
  return [
    ...['/api.php', '/api.php?limit=1000', '/api.php?min_magnitude=3&limit=50', '/stats_api.php', '/rss', '/list.json'],
    ...['/api.php?updated_after=2000-01-01T00:00:00Z', '/export.php?format=csv', '/export.php?format=json'],
    ...[
      '/fdsnws/event/1/query?format=text&eventid=us70003',
      '/fdsnws/event/1/query?format=text',
      '/deprem_api.php?id=3',
    ],
    ...['/deprem_api.php?id=9', '/details/newest/9.json', `/details/index/${details.hash}.json`],
    ...(shard ? [`/shards/${shard.hash}.json`, `/shards/${shard.columnsHash}.columns`] : []),
    ...(shard ? [`/shards/${shard.fullHash}.full.json`, `/shards/${shard.solutionsHash}.solutions`] : []),
    ...segments.slice(0, 1).map(({ hash }) => `/changes/${hash}.json`),
    ...catalogue.slice(0, 1).map(({ period }) => `/catalogue/earthquakes-${period}.parquet`),
  ];
}

async function bodyOf(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString('latin1');
}

/** Answers of a complete dataset, in this process. */
async function rightAnswers(dist: string, targets: string[]): Promise<Answers> {
  const app = createApp({ dataset: new Dataset(folderReader(dist)), now: Date.now });
  const answers: Answers = new Map();
  for (const target of targets) {
    const response = await app.request(target);
    if (response.status !== 200) throw new Error(`${target}: ${response.status} of a whole dataset`);
    answers.set(target, await bodyOf(response));
  }
  return answers;
}

/** Changes one byte of every file but the manifest and the one that is to tell. @returns what restores them */
function damage(dist: string, dice: () => number): { files: number; restore: () => void } {
  const paths = fastGlob.sync('**', {
    cwd: dist,
    ignore: [MANIFEST, 'status.json*', 'details/{id,date,gone}/**', 'hosting/**', 'versions/**'],
  });
  const before = paths.map((path) => [join(dist, path), readFileSync(join(dist, path))] as const);
  for (const [path, bytes] of before) {
    const other = Buffer.from(bytes);
    other[Math.floor(dice() * other.length)]! ^= 1 << Math.floor(dice() * 8);
    writeFileSync(path, other);
  }
  return { files: paths.length, restore: () => before.forEach(([path, bytes]) => writeFileSync(path, bytes)) };
}

/** @throws Error on an answer that is neither right nor 503, or a fault that `/status` does not say */
export async function damagedFiles(
  service: SoakService,
  dice: () => number,
  onHealed?: (url: string) => Promise<void>,
): Promise<DamageFigures> {
  const { dist } = service;
  const targets = targetsOf(dist);
  const right = await rightAnswers(dist, targets);
  const manifest = readFileSync(join(dist, MANIFEST));
  const { files, restore } = damage(dist, dice);
  const figures: DamageFigures = { files, refused: 0, right: 0, faults: 0 };
  writeFileSync(join(dist, MANIFEST), manifest.subarray(0, Math.floor(dice() * manifest.length)));
  const { url, child, ended } = await service.startGateway();
  try {
    for (const target of targets) await expectStatus(`${url}${target}`, 503);
    const at = Math.floor(dice() * manifest.length);
    writeFileSync(
      join(dist, MANIFEST),
      Buffer.from(manifest).fill(manifest[at]! ^ (1 << Math.floor(dice() * 8)), at, at + 1),
    );
    for (const target of targets) await expectStatus(`${url}${target}`, 503);
    writeFileSync(join(dist, MANIFEST), manifest);
    while ((await fetch(`${url}/manifest.json`)).status !== 200) await wait(20);
    for (const target of targets) {
      const response = await fetch(`${url}${target}`).catch((error: Error) => error);
      // A body that is found damaged while it is sent is broken off, and never looks complete.
      const body = response instanceof Error ? response : await bodyOf(response).catch((error: Error) => error);
      if (response instanceof Error || body instanceof Error || response.status === 503) figures.refused += 1;
      else if (response.status === 200 && body === right.get(target)) figures.right += 1;
      else throw new Error(`${target}: ${response.status} with damaged content`);
    }
    const status = (await (await fetch(`${url}/status`)).json()) as { faults?: string[] };
    figures.faults = status.faults?.length ?? 0;
    if (figures.faults === 0 || figures.refused < 10)
      throw new Error(`the damage is not said: ${JSON.stringify(status)}`);
    restore();
    await healed(url, right);
    await onHealed?.(url);
  } finally {
    restore();
    child.kill('SIGKILL');
    await ended;
  }
  return figures;
}

async function expectStatus(url: string, status: number): Promise<void> {
  const response = await fetch(url);
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${url}: ${response.status} instead of ${status}`);
}

async function healed(url: string, right: Answers): Promise<void> {
  for (const [target, body] of right)
    for (const until = performance.now() + HEAL_MS; ; await wait(50)) {
      const response = await fetch(`${url}${target}`);
      if ((await bodyOf(response)) === body) break;
      if (performance.now() > until) throw new Error(`${target} is not served again: ${response.status}`);
    }
}
