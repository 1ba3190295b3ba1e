/** Catalogue → `dist/`, top to bottom. The same catalogue, `asOf` and settings give the same bytes, whatever was there before. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { basePathOf } from '#core/base-path.ts';
import { AGENCIES } from '#core/earthquake.ts';
import type { Agency, Station } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import type { AnswerEntry, Manifest, ShardEntry } from '#core/manifest.ts';
import { FORMAT, readManifest, writeManifest } from '#core/manifest.ts';
import { ANSWERS, MANIFEST } from '#core/paths.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY, MINUTE } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import {
  allStations,
  countOf,
  currentState,
  lastEventOf,
  listedBetween,
  newestOf,
  stateAt,
  withdrawnIds,
} from '../catalog/read.ts';
import { feedsOf } from '../catalog/feed-states.ts';
import { DEFAULT_LIMIT, listFile, stationsFile, statsFile, statusFile } from '../outputs/answers.ts';
import { RSS, rssFile } from '../outputs/rss.ts';
import { Output } from '../publish.ts';
import type { OutputCounts } from '../publish.ts';
import type { Since } from './changes.ts';
import { buildSegments, changesSince } from './changes.ts';
import { buildAllDetails, buildDetails } from './details.ts';
import { buildShards } from './shards.ts';
import { sweep, sweepDetails } from './sweep.ts';

/** What the files carry inside; a change of these makes a full build. */
export interface Settings {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

export interface BuildOptions {
  db: Db;
  dist: string;
  /** Cut to its minute; nothing else in the bytes comes from a clock. */
  asOf: EpochMs;
  settings: Settings;
  /** Build everything anew, taking nothing over. */
  full?: boolean;
  /** The agencies in use; stations and former statements of the others are left out. All of them when absent. */
  agencies?: readonly Agency[];
  progress?(step: 'shards' | 'details', done: number, total: number): void;
}

export interface BuildSummary {
  mode: 'full' | 'incremental';
  dataset: string;
  earthquakes: number;
  shards: number;
  details: number;
  counts: OutputCounts;
}

interface Build extends BuildOptions {
  output: Output;
  agencies: readonly Agency[];
  stations: Station[];
  /** Of all that every detail depends on, and of what the files carry inside. */
  settingsHash: string;
  /** Null for a full build. */
  base: Manifest | null;
}

/** @throws PublishError when a file cannot be written; the former dataset then stands. */
export function build(options: BuildOptions): BuildSummary {
  // One read transaction: the whole build sees one state of the catalogue, whatever is ingested meanwhile.
  return options.db.transaction(() => {
    const asOf = Math.floor(options.asOf / MINUTE) * MINUTE;
    const output = new Output(options.dist);
    const agencies = AGENCIES.filter((agency) => options.agencies?.includes(agency) ?? true);
    const stations = allStations(options.db).filter(({ source }) => agencies.includes(source));
    const settings = contentHash(JSON.stringify([FORMAT, options.settings, agencies, stations]));
    const base = options.full ? null : usableBase(options.db, output, settings);
    return publish({ ...options, asOf, output, agencies, stations, settingsHash: settings, base });
  })();
}

function publish(build: Build): BuildSummary {
  const { db, output, base, asOf, settingsHash: settings } = build;
  const { sequence, history } = currentState(db);
  const since = base && changesSince(db, base.sequence);
  const shards = shardsOf(build, since);
  const segments = buildSegments(db, output, base, sequence);
  const details = detailsOf(build, since);
  const dataset = contentHash(
    settings,
    ...shards.flatMap(({ hash, fullHash }) => [hash, fullHash]),
    ...segments.map(({ hash }) => hash),
  );
  const answers = putAnswers(build, shards, dataset);
  // Last of all that a reader follows: until here the former dataset stands.
  const manifest: Manifest = { format: FORMAT, dataset, asOf, sequence, history, settings, shards, segments, answers };
  output.put(MANIFEST, writeManifest(manifest));
  output.remove(UNFINISHED);
  sweep(build.dist, output, manifest);
  if (!base) sweepDetails(build.dist, output, db);
  return {
    mode: base ? 'incremental' : 'full',
    dataset,
    earthquakes: shards.reduce((sum, { count }) => sum + count, 0),
    shards: shards.length,
    details,
    counts: output.counts,
  };
}

/** Stands while details are being written: what they belong to, should the build not come to its end. */
const UNFINISHED = '.unfinished.json';

type Origin = Pick<Manifest, 'settings' | 'sequence' | 'history'>;

/** The build before, if it is whole, and of this format, these settings and this very catalogue's history. */
function usableBase(db: Db, output: Output, settings: string): Manifest | null {
  const text = output.read(MANIFEST);
  const unfinished = output.read(UNFINISHED);
  if (text === undefined) return null;
  const ours = (origin: Origin): boolean =>
    origin.settings === settings && stateAt(db, origin.sequence)?.history === origin.history;
  try {
    const manifest = readManifest(text);
    // Details of a build that was ended may be ahead of the manifest; they do no harm unless they are of another making.
    return ours(manifest) && (unfinished === undefined || ours(JSON.parse(unfinished) as Origin)) ? manifest : null;
  } catch {
    return null;
  }
}

/** How many earthquakes there are, with and without a magnitude. */
const total = (db: Db): number =>
  Array.from({ length: BANDS }, (_, band) => countOf(db, band, -Infinity, Infinity)).reduce(
    (sum, count) => sum + count,
  );

function shardsOf({ db, output, base, progress }: Build, since: Since | null): ShardEntry[] {
  let done = 0;
  // The former build knows near enough how many there are: nothing is counted each minute for a bar.
  const rows = base ? base.shards.reduce((sum, { count }) => sum + count, 0) : total(db);
  return buildShards({
    db,
    output,
    base,
    dirty: since?.dirty ?? new Map(),
    progress: (more) => progress?.('shards', (done += more), rows),
  });
}

function detailsOf({ db, output, stations, agencies, settingsHash, progress }: Build, since: Since | null): number {
  if (since && since.moved.size + since.heirs.size === 0) return 0;
  output.put(UNFINISHED, JSON.stringify({ settings: settingsHash, ...currentState(db) } satisfies Origin));
  let done = 0;
  const inputs = {
    db,
    output,
    stations,
    agencies,
    progress: (total: number) => progress?.('details', (done += 1), total),
  };
  return since ? buildDetails(inputs, since) : buildAllDetails(inputs, new Set(withdrawnIds(db)));
}

function putAnswers(build: Build, shards: ShardEntry[], dataset: string): Record<string, AnswerEntry> {
  const { db, asOf, agencies, stations, settings, output } = build;
  const dayStart = Math.floor(asOf / DAY) * DAY;
  const stats = {
    shards,
    asOf,
    today: listedBetween(db, dayStart, dayStart + DAY - 1),
    last24h: listedBetween(db, asOf - DAY + 1, asOf),
  };
  const bodies: Record<string, string> = {
    [ANSWERS.list]: listFile(newestOf(db, 1, BANDS, DEFAULT_LIMIT + 1), basePathOf(settings.baseUrl)),
    [ANSWERS.stats]: statsFile(stats),
    [ANSWERS.rss]: rssFile(newestOf(db, bandOf(RSS.minMagnitude), BANDS, RSS.items), settings),
    [ANSWERS.stations]: stationsFile(stations),
    [ANSWERS.stationsOf.afad]: stationsFile(stations.filter(({ source }) => source === 'afad')),
    [ANSWERS.stationsOf.kandilli]: stationsFile(stations.filter(({ source }) => source === 'kandilli')),
    [ANSWERS.status]: statusFile({
      dataset,
      asOf,
      settings,
      agencies,
      sources: AGENCIES.map((name) => ({ name, lastEvent: lastEventOf(db, name), ...feedsOf(db, name) })),
    }),
  };
  return Object.fromEntries(Object.entries(bodies).map(([path, body]) => [path, putAnswer(output, path, body)]));
}

/** Bodies below this gain nothing from compression. */
const WORTH_COMPRESSING = 1024;

function putAnswer(output: Output, path: string, body: string): AnswerEntry {
  const bytes = Buffer.from(body);
  output.put(path, bytes);
  const worth = bytes.byteLength >= WORTH_COMPRESSING;
  if (worth) {
    output.put(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    output.put(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
  } else {
    output.remove(`${path}.gz`);
    output.remove(`${path}.br`);
  }
  return { hash: contentHash(bytes), size: bytes.byteLength, encodings: worth ? ['gzip', 'br'] : [] };
}
