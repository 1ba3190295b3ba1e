/** Builds stopped before one of their changes of the folder, copies taken meanwhile, and the responses from both. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, type TestContext } from 'node:test';
import fastGlob from 'fast-glob';
import type { DetailFiles } from '#core/details.ts';
import { readRoot } from '#core/manifest.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import type { OutputOptions } from '../../generator/publish/writer.ts';
import { knownBetween } from '../../generator/catalog/read.ts';
import type { TestCatalog } from './catalog.ts';
import { AS_OF, buildInto, manifestOf, sampleCatalog, treeOf, usgsSays } from './build.ts';
import { temporaryFolder } from './temporary.ts';

/** Rounds of changes: revised, withdrawn, merged, moved in time across midnight. */
const ROUNDS: ((catalog: TestCatalog) => void)[] = [
  (catalog) =>
    usgsSays(
      catalog,
      { key: 'us4', latitude: 37.2, magnitudes: [{ type: 'Mw', value: 6.1 }], place: 'Nurdağı (Gaziantep)' },
      { key: 'us5', withdrawn: true },
      { key: 'us6', aliases: ['us7'] },
    ),
  (catalog) => usgsSays(catalog, { key: 'us5', time: AS_OF - 30 * HOUR }, { key: 'us8', depthKm: 11 }),
];

const catalogs = new Map<string, TestCatalog>();

/** After none, one or two of the rounds; builds only read it. */
export function catalogAfter(rounds: number, earthquakes = 140): TestCatalog {
  return catalogs.getOrInsertComputed(`${rounds} ${earthquakes}`, () => {
    const catalog = sampleCatalog(earthquakes);
    for (const round of ROUNDS.slice(0, rounds)) round(catalog);
    return catalog;
  });
}

const asOf = (rounds: number): number => AS_OF + rounds * MINUTE;

interface How {
  detailFiles: DetailFiles;
  output?: OutputOptions;
  earthquakes?: number;
}

export const buildAfter = (dist: string, rounds: number, { earthquakes, ...how }: How) =>
  buildInto(dist, catalogAfter(rounds, earthquakes).db, { asOf: asOf(rounds), ...how });

/** The responses to all targets from a folder; undefined for a 503. */
export async function answersOf(dist: string, targets: string[]): Promise<Map<string, string | undefined>> {
  const app = createApp({ dataset: new Dataset(folderReader(dist), { missingFilesTimeoutMs: 0 }), now: () => AS_OF });
  const responses = new Map<string, string | undefined>();
  for (const target of targets) {
    const response = await app.request(target);
    const body = await response.text();
    responses.set(target, response.status === 503 ? undefined : `${response.status} ${body}`);
  }
  return responses;
}

/** A third of the targets, another one at each change: neighbouring changes leave the same files to most of them. */
const thirdOf = (targets: string[], nth: number): string[] =>
  targets.filter((target, index) => index % 3 === nth % 3 || target === '/manifest.json');

export function targetsOf({ db }: TestCatalog): string[] {
  const slugs = db.prepare<[], { date: string; slug: string }>('SELECT date, slug FROM slugs').all();
  return [
    ...['/manifest.json', '/api.php', '/api.php?limit=7', '/stats_api.php', '/rss', '/station_api.php', '/list.json'],
    ...knownBetween(db, 0, 1e6).map(({ id }) => `/deprem_api.php?id=${id}`),
    ...slugs.map(({ date, slug }) => `/deprem_api.php?date=${date}&slug=${slug}`),
  ];
}

/** Number in builds that are ended or copied. */
const EARTHQUAKES = 70;

const folder = temporaryFolder({ after });

type Datasets = Awaited<ReturnType<typeof buildDatasets>>;
const builtBefore = new Map<DetailFiles, Promise<Datasets>>();

/** The datasets after none, one and two of the rounds, and what each answers; nothing writes to them. */
function datasetsOf(detailFiles: DetailFiles): Promise<Datasets> {
  return builtBefore.getOrInsertComputed(detailFiles, buildDatasets);
}

async function buildDatasets(detailFiles: DetailFiles) {
  const targets = targetsOf(catalogAfter(1, EARTHQUAKES));
  const dists = [0, 1, 2].map((rounds) => {
    const dist = join(folder, `${detailFiles}-${rounds}`);
    buildAfter(dist, rounds, { detailFiles, earthquakes: EARTHQUAKES });
    return dist;
  });
  const expected = new Map<string, Map<string, string | undefined>>();
  for (const dist of dists) expected.set(manifestOf(dist).dataset, await answersOf(dist, targets));
  return { targets, dists, expected, trees: dists.map(treeOf) };
}

/** Ends a build before its nth change of the folder, as `kill -9` would. @returns whether it came that far */
function endedBuild(dist: string, nth: number, detailFiles: DetailFiles): boolean {
  let changes = 0;
  try {
    const onChange = (): void => {
      if ((changes += 1) > nth) throw new Error('ended');
    };
    buildAfter(dist, 1, { detailFiles, earthquakes: EARTHQUAKES, output: { onChange } });
    return false;
  } catch (error) {
    assert.match((error as Error).message, /ended/);
    return true;
  }
}

/** Ends a build before every `step`th of its changes. @returns how often the former and the new dataset stood then */
export async function endBuilds(t: TestContext, detailFiles: DetailFiles, step: number): Promise<number[]> {
  const { targets, dists, expected, trees } = await datasetsOf(detailFiles);
  const seen = new Map<string, number>();
  const folder = temporaryFolder(t);
  for (let nth = 0, ended = true; ended; nth += step) {
    const dist = join(folder, String(nth));
    cpSync(dists[0]!, dist, { recursive: true });
    ended = endedBuild(dist, nth, detailFiles);
    const { dataset } = manifestOf(dist);
    seen.set(dataset, (seen.get(dataset) ?? 0) + 1);
    const due = expected.get(dataset)!;
    for (const [target, response] of await answersOf(dist, thirdOf(targets, nth / step)))
      assert.equal(response, due.get(target), `ended before change ${nth}: ${target}`);
    const rounds = 1 + (nth % 2);
    assert.equal(buildAfter(dist, rounds, { detailFiles, earthquakes: EARTHQUAKES }).mode, 'incremental');
    assert.deepEqual(treeOf(dist), trees[rounds], `built after an end before change ${nth}`);
    assert.ok(!existsSync(join(dist, '.changeover.json')));
  }
  return [...seen.values()];
}

/**
 * Copies the folder during a build, from every `step`th of its changes. @returns the number of copies with reported
 * gaps
 */
export async function copyBuilds(t: TestContext, step: number): Promise<number> {
  const { targets, dists, expected } = await datasetsOf('none');
  const folder = temporaryFolder(t);
  let partial = 0;
  for (let nth = 0, more = true; more; nth += step) {
    const [dist, copy] = [join(folder, `${nth}`), join(folder, `${nth}-copy`)];
    cpSync(dists[0]!, dist, { recursive: true });
    const half = copying(dist, copy, nth % (2 * step) === 0);
    let changes = 0;
    more = false;
    const onChange = (): void => {
      if ((changes += 1) !== nth + 1) return;
      more = true;
      half();
    };
    buildAfter(dist, 1, { detailFiles: 'none', earthquakes: EARTHQUAKES, output: { onChange } });
    half();
    if (!existsSync(join(copy, 'manifest.json'))) continue;
    const { dataset } = readRoot(readFileSync(join(copy, 'manifest.json'), 'utf8'));
    const due = expected.get(dataset)!;
    const responses = await answersOf(copy, thirdOf(targets, nth / step));
    for (const [target, response] of responses)
      if (response !== undefined) assert.equal(response, due.get(target), `copied at change ${nth}: ${target}`);
    if (![...responses.values()].includes(undefined)) continue;
    partial += 1;
    assert.ok((await faultsOf(copy, [...responses.keys()])).length > 0, `copied at change ${nth}`);
  }
  return partial;
}

/** Copies the files of one half of the alphabet at the first call, those of the other at the second. */
function copying(from: string, to: string, upward: boolean): () => void {
  let calls = 0;
  const copied = new Set<string>();
  return () => {
    const files = fastGlob.sync('**', { cwd: from }).sort();
    if (!upward) files.reverse();
    calls += 1;
    for (const path of calls === 1 ? files.slice(0, files.length >> 1) : files) {
      if (copied.has(path)) continue;
      copied.add(path);
      mkdirSync(dirname(join(to, path)), { recursive: true });
      cpSync(join(from, path), join(to, path));
    }
  };
}

/** The faults in `/status` after all targets were requested. */
async function faultsOf(dist: string, targets: string[]): Promise<string[]> {
  const app = createApp({ dataset: new Dataset(folderReader(dist), { missingFilesTimeoutMs: 0 }), now: () => AS_OF });
  for (const target of targets) await app.request(target);
  const response = await app.request('/status');
  const body = (await response.json()) as { faults?: string[] };
  return response.status === 503 ? ['status.json'] : (body.faults ?? []);
}
