/**
 * A build that finds nothing: the same program, settings, catalogue and moment as the last one, and the files that it
 * left. It writes the status and nothing else, and needs none of the modules that render.
 */
import { hash as digestOf } from 'node:crypto';
import { readdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { AGENCIES, KNOWN_AGENCIES, type Agency } from '#core/agencies.ts';
import { contentHash } from '#core/etag.ts';
import type { DetailFiles } from '#core/details.ts';
import type { Box } from '#core/geo.ts';
import { checkedPart, FORMAT, isWhole, withChecksum } from '#core/manifest-checksum.ts';
import { ANSWERS, HASHED_FOLDERS, MANIFEST } from '#core/paths.ts';
import type { Release } from '#core/releases.ts';
import { MINUTE, type EpochMs } from '#core/time.ts';
import { PROGRAM } from '#runtime/program-stamp.ts';
import { everAnswered } from '../catalog/documents/feed-states.ts';
import type { Db } from '../catalog/database.ts';
import { allStations, currentState } from '../catalog/read.ts';
import { readSetting, SHIPPED } from '../catalog/settings.ts';
import type { Assets, PageSettings } from '../site/site.ts';
import { momentOf, type Moment } from './clock.ts';
import { isUnfinished } from './changeover.ts';
import { putStatus } from './status.ts';
import { Output, type OutputCounts, type OutputOptions } from './writer.ts';

/** What a dataset follows from, beside the catalogue and the minute; the rest of a build's options changes no byte. */
export interface Chosen {
  settings: PageSettings;
  /** Which details have files of their own. */
  detailFiles?: DetailFiles;
  /** Most ids with line files of their own, {@link NEWEST_IDS} when absent; the same in all builds of a folder. */
  newestIds?: number;
  /** Most rows of a feed that is not long, of any window; the same in all builds of a folder. */
  feedRows?: number;
  /** Parquet files of the whole catalogue. */
  bulk?: boolean;
  /** Also the web pages and their assets. */
  site?: boolean;
  /** Agencies in use, the usual ones when absent; stations and former solutions of the others are omitted. */
  agencies?: readonly Agency[];
  /** What shipped tables were cut to. */
  region?: Box;
  releases?: readonly Release[];
  /** Most pictures of earthquakes that are asked for. */
  pictures?: number;
  /** What renders, as a hash; that of the sources by default. */
  rendering?: string;
}

interface QuietOptions extends Chosen {
  db: Db;
  dist: string;
  asOf: EpochMs;
  output?: OutputOptions;
}

export interface BuildSummary {
  mode: 'full' | 'incremental';
  dataset: string;
  earthquakes: number;
  shards: number;
  details: number;
  counts: OutputCounts;
}

/** What a finished build leaves about itself, in `dist/` beside the files: only there can it be of them. */
const BUILT = '.built.json';

interface Built extends Pick<BuildSummary, 'dataset' | 'earthquakes' | 'shards'>, Moment {
  inputs: string;
  program: string;
  /** Bundled for the site; absent without one. */
  assets?: Assets;
  /** Some are left to be drawn by the next build, which is not a quiet one. */
  lacksPictures?: boolean;
  /** Hash of the manifest. */
  manifest: string;
  /** Whose files are looked at one by one. */
  folders: string[];
  /** Of these files and of the large folders. */
  stamps: string;
}

/** Looked at as a whole: their files have names of their content, or are very many. */
const LARGE = [
  ...HASHED_FOLDERS.filter((folder) => folder !== 'details/index'),
  ...['details/buckets', 'details/newest', 'details/names'],
];

/** Writes the status of a build that finds nothing; undefined where there is something to build, which is untouched. */
export function quietBuild(options: QuietOptions): BuildSummary | undefined {
  const { db, dist } = options;
  const output = new Output(dist, options.output);
  const built = finishedIn(output);
  if (!built || built.lacksPictures) return undefined;
  return db.transaction(() => {
    const minute = Math.floor(options.asOf / MINUTE) * MINUTE;
    const moment = momentOf(db, minute);
    const isSame = moment.asOf === built.asOf && moment.changedAt === built.changedAt;
    if (!isSame || built.inputs !== inputsOf(db, options)) return undefined;
    if (built.stamps !== stampsOf(dist, built.folders)) return undefined;
    const { dataset, earthquakes, shards } = built;
    putStatus(output, { ...options, ...moment, minute, dataset, agencies: agenciesOf(options) });
    output.flush();
    return { mode: 'incremental' as const, dataset, earthquakes, shards, details: 0, counts: output.counts };
  })();
}

/** The last build, if it finished and the manifest is its own. */
function finishedIn(output: Output): Built | undefined {
  const built = readBuilt(output);
  return built && !isUnfinished(output) && hashOf(output) === built.manifest ? built : undefined;
}

/** Of a build whose answers, with their compressed forms, and files of hosts are all as it left them. */
export type Standing = Pick<Built, 'assets'>;

/** What the last build of a folder left, if it was of this program and nothing was changed since. */
export function standingIn(output: Output, dist: string): Standing | undefined {
  const built = finishedIn(output);
  return built?.program === PROGRAM && built.stamps === stampsOf(dist, built.folders) ? built : undefined;
}

/** Whether the last build of a folder finished. @param dist its path */
export const isBuilt = (dist: string): boolean => statSync(join(dist, BUILT), { throwIfNoEntry: false }) !== undefined;

/** In use, in one order. */
export const agenciesOf = ({ agencies = AGENCIES }: Pick<Chosen, 'agencies'>): Agency[] =>
  KNOWN_AGENCIES.filter((agency) => agencies.includes(agency));

/** Before a build changes anything. */
export const forgetBuilt = (output: Output): void => output.remove(BUILT);

interface Finished extends Pick<Built, 'dataset' | 'earthquakes' | 'shards' | 'assets' | 'lacksPictures'>, Moment {
  db: Db;
  dist: string;
  manifest: Uint8Array;
  /** Paths in the folders whose files are looked at one by one. */
  paths: Iterable<string>;
}

/** After all that a build does. */
export function noteBuilt(output: Output, chosen: Chosen, finished: Finished): void {
  const { db, dist, dataset, earthquakes, shards, asOf, changedAt, assets, lacksPictures } = finished;
  const folders = [...new Set(['details/index', ...Array.from(finished.paths, (path) => dirname(path))])].sort();
  const built: Built = {
    ...{ dataset, earthquakes, shards, asOf, changedAt, folders, program: PROGRAM },
    ...{ ...(assets ? { assets } : {}), ...(lacksPictures ? { lacksPictures } : {}) },
    ...{ inputs: inputsOf(db, chosen), manifest: contentHash(finished.manifest), stamps: stampsOf(dist, folders) },
  };
  const part = `${JSON.stringify(built).slice(0, -1)},\n`;
  output.put(BUILT, withChecksum(part, digestOf('sha256', part, 'hex')));
}

function readBuilt(output: Output): Built | undefined {
  const text = output.read(BUILT) ?? '';
  if (text === '' || !isWhole(text, digestOf('sha256', checkedPart(text), 'hex'))) return undefined;
  return JSON.parse(text) as Built;
}

function hashOf(output: Output): string | undefined {
  const manifest = output.readBytes(MANIFEST);
  return manifest && contentHash(manifest);
}

/** Of the catalogue what its change log does not say stands here too: stations, and whether an agency ever answered. */
function inputsOf(db: Db, chosen: Chosen): string {
  const { settings, detailFiles, newestIds, feedRows, bulk, site, region, releases, pictures, rendering } = chosen;
  const options = [settings, detailFiles, newestIds, feedRows, bulk, site, region, releases, pictures, rendering];
  const catalogue = [
    currentState(db),
    allStations(db),
    everAnswered(db),
    ...Object.values(SHIPPED).map((name) => readSetting(db, name)),
  ];
  return contentHash(JSON.stringify([FORMAT, PROGRAM, agenciesOf(chosen), options, catalogue]));
}

/** Another one for each file that is written in place or replaced; a copy of a folder has other ones. */
const stampOf = ({ dev, ino, mtimeMs, size }: Stats): string => `${dev} ${ino} ${mtimeMs} ${size}`;

function stampsOf(dist: string, folders: readonly string[]): string {
  const folderStamp = (folder: string): string => {
    const stat = statSync(join(dist, folder), { throwIfNoEntry: false });
    return stat ? `${folder} ${stampOf(stat)}` : folder;
  };
  return contentHash([...LARGE.map(folderStamp), ...folders.flatMap((folder) => fileStamps(dist, folder))].join('\n'));
}

/** Of all files right in a folder, but the status and what begins with a dot; and that it is this folder. */
function fileStamps(dist: string, folder: string): string[] {
  const root = join(dist, folder);
  const own = statSync(root, { throwIfNoEntry: false });
  if (!own) return [folder];
  const names = readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []));
  const looked = names.filter((name) => !name.startsWith('.') && !(folder === '.' && name === ANSWERS.status)).sort();
  const stamps = looked.map((name) => {
    const stat = statSync(join(root, name), { throwIfNoEntry: false });
    return stat ? `${name} ${stampOf(stat)}` : name;
  });
  return [`${folder} ${own.dev} ${own.ino}`, ...stamps];
}
