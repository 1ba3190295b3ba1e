/**
 * Catalogue → `dist/`, top to bottom. The same catalogue, `asOf` and settings give the same bytes, whatever was there
 * before.
 */
import type { Published } from '#core/dataset-files.ts';
import { writeIndex } from '#core/detail-index.ts';
import { NEWEST_IDS, type DetailFiles, type DetailIndex } from '#core/details.ts';
import { AGENCIES, type Agency } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { FORMAT, writeManifest, type Manifest } from '#core/manifest.ts';
import { cataloguePath, MANIFEST } from '#core/paths.ts';
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { allStations, currentState } from '../catalog/read.ts';
import { HOSTING_PATHS, hostingFiles } from '../hosting/hosting.ts';
import { type Week, weekOf } from '../outputs/recent.ts';
import { idOfPicture } from '../site/pictures.ts';
import { siteOf, type Assets, type PageSettings, type Site } from '../site/site.ts';
import { Output, type OutputOptions } from './writer.ts';
import { compress, putAnswers, putCompressed, renderAnswers, type Compress } from './answers.ts';
import { buildAreas, putParts } from './areas.ts';
import { usableBase, type Base } from './base.ts';
import type { BuildContext, BuildStep } from './build-context.ts';
import { buildCap } from './cap.ts';
import { buildSegments, changesSince, type ChangesSince } from './changes.ts';
import { momentOf, type Moment } from './clock.ts';
import { Changeover, isUnfinished, recover, type Revisit, type Stands } from './changeover.ts';
import { agedBetween, putDetailFiles, shiftedBy } from './detail-files.ts';
import { buildAllDetails, buildDetails } from './details.ts';
import { advisedBetween, EventPages, LISTED_BAND, pagesHash } from './event-pages.ts';
import { buildFeeds, recentOf } from './feeds.ts';
import { homeOf } from './home.ts';
import { buildRecordFiles } from './record-files.ts';
import { RENDERING } from './rendering.ts';
import { buildProvinces } from './provinces.ts';
import { agenciesOf, forgetBuilt, noteBuilt, standingIn, type BuildSummary, type Chosen } from './quiet.ts';
import { putReleases, type StoredRelease } from './releases.ts';
import { datasetHash } from './shards.ts';
import { statisticsOf } from './statistics.ts';
import { putStatus } from './status.ts';
import { putSequences, type SequenceInputs } from './sequence-changes.ts';
import { bundledFor, standsIn, type Former } from './standing.ts';
import { publishedIn, sweep, sweepDetails } from './sweep.ts';

/** What the files carry inside; a change of these makes a full build. */
export type Settings = PageSettings;

export interface BuildOptions extends Chosen {
  db: Db;
  dist: string;
  /** Cut to its minute, which is in `status.json`; all else is of the moment before it in `clock.ts`. */
  asOf: EpochMs;
  settings: Settings;
  detailFiles?: DetailFiles;
  /** The latest first. */
  releases?: readonly StoredRelease[];
  /** Full build, without reuse of files. */
  full?: boolean;
  /** Pictures for previews of links, by path. */
  previews?: ReadonlyMap<string, Buffer>;
  /** Some are left to be drawn by the next build, which is not a quiet one. */
  lacksPictures?: boolean;
  /** Those of provinces that the dataset does not have yet; absent where none are wanted. */
  provincePictures?: ReadonlyMap<string, Buffer>;
  progress?(step: BuildStep, done: number, total: number): void;
  /** Options of the writer. */
  output?: OutputOptions;
  /** Compresses stored answers. */
  compress?: Compress;
}

export type { BuildSummary };

interface Build
  extends
    Omit<BuildOptions, 'output' | 'agencies' | 'newestIds' | 'progress'>,
    Omit<BuildContext, 'base' | 'dirty'>,
    Former {
  /** The options as they are. */
  chosen: BuildOptions;
  /** The minute of the build. */
  minute: EpochMs;
  /** When what `asOf` is of last changed. */
  changedAt: EpochMs;
  detailFiles: DetailFiles;
  /** Hash of all that every file depends on: format, sources, settings, agencies and stations. */
  settingsHash: string;
  /** The build to continue from; null for a full build. */
  base: Base | null;
  /** The dataset published so far, of any catalogue. */
  before: Published | undefined;
  /** What a build that was ended may not have come to. */
  pending: Revisit;
  stands: Stands;
}

/** @throws PublishError when a file cannot be written; the former or the new dataset is then complete and served */
export function build(options: BuildOptions): BuildSummary {
  // One read transaction: the whole build sees one state of the catalogue, whatever is ingested meanwhile.
  return options.db.transaction(() => {
    const { detailFiles = 'notable', newestIds = NEWEST_IDS, progress = () => {} } = options;
    const minute = Math.floor(options.asOf / MINUTE) * MINUTE;
    const output = new Output(options.dist, options.output);
    const agencies = agenciesOf(options);
    const standing = options.full ? undefined : standingIn(output, options.dist);
    forgetBuilt(output);
    const stations = allStations(options.db).filter(({ source }) => agencies.includes(source));
    const settingsHash = contentHash(
      JSON.stringify([FORMAT, options.rendering ?? RENDERING, options.settings, agencies, stations]),
    );
    const pending = recover(output);
    const before = publishedIn(output);
    const base = options.full || !pending ? null : usableBase({ db: options.db, output, settingsHash }, before);
    const answersBase = isUnfinished(output) || !base ? null : base.manifest;
    const stands = standsIn({ standing, answersBase });
    const change = new Changeover(output, stands);
    const steps = { output, change, base, before, answersBase, standing, stands, pending: pending ?? 'all' };
    const context = { ...steps, agencies, stations, settingsHash };
    const moment: Moment = momentOf(options.db, minute);
    return publish({ ...options, ...context, ...moment, chosen: options, minute, detailFiles, newestIds, progress });
  })();
}

function publish(build: Build): BuildSummary {
  const { db, dist, output, change, base, before, asOf, detailFiles: files, settingsHash: settings, progress } = build;
  const { sequence, history } = currentState(db);
  const since = base && changesSince(db, base.manifest.sequence);
  const steps: BuildContext = { ...build, base: base && base.manifest, dirty: since?.dirty ?? new Map() };
  const segments = buildSegments({ ...steps, sequence });
  const { shards, research, ...catalogue } = buildRecordFiles({ ...steps, asOf, bulk: build.bulk !== false });
  const { index, rendered, touched, neighbours } =
    base && since ? buildDetails(steps, since, base.index) : buildAllDetails(steps);
  const recent = recentOf(db, asOf);
  const week = weekOf({ earthquakes: recent, asOf });
  const bundled = build.site ? bundledFor(build) : undefined;
  const site = bundled && siteFor({ ...build, assets: bundled.assets, shards, research, week });
  const ofPages = site ? { pages: pagesHash(site, isPictured(build)) } : {};
  const details: Manifest['details'] = { hash: putIndex(output, index), files, ...ofPages };
  const dataset = datasetHash({ settings, shards, segments, research, details });
  const ofProvinces = { pictures: build.provincePictures, before: before?.manifest, pages: details.pages };
  const lately = { recent, week, moved: since?.moved ?? new Set<number>() };
  const settled = { ...build, ...steps, base: build.answersBase, ...lately };
  const provinces = buildProvinces({ ...settled, ...ofProvinces, site });
  const [cap, feeds] = [buildCap(settled), buildFeeds(settled)];
  const stored = renderAnswers({ ...build, ...lately, site, shards, research });
  const bodies = new Map([...stored, ...(bundled?.bodies ?? []), ...provinces.bodies, ...cap.bodies, ...feeds.bodies]);
  const ofStored = { ...build, shards, research, isPictured: isPictured(build), pages: details.pages };
  const pages = site && storedPages({ ...ofStored, site }, since);
  if (pages) bodies.set('sitemap.xml', pages.sitemapIndex());
  const reused = { ...bundled?.reused, ...provinces.reused, ...cap.reused, ...feeds.reused };
  const answers = { ...reused, ...putAnswers(change, bodies) };
  const manifest: Manifest = {
    ...{ format: FORMAT, dataset, day: Math.floor(asOf / DAY) * DAY, sequence, history, settings },
    ...{ ...putParts(output, { shards, ...buildAreas(steps, shards) }), segments, research, ...catalogue },
    ...{ details, answers },
    ...{ ...putReleases(build), ...optionalOf(build.agencies) },
  };
  if (!build.standing) for (const [path, text] of hostingFiles()) output.put(path, text);
  const { revisit, linesOnly } = revisitOf(build, manifest, { since, touched, neighbours });
  // The changeover: until here readers see the former dataset.
  progress('changing over', 0, 1);
  const manifestBytes = Buffer.from(writeManifest(manifest));
  change.publish(manifestBytes, revisit);
  putStatus(output, { ...build, dataset });
  progress('changing over', 1, 1);
  const packing = { answers, stands: build.stands, pack: build.compress ?? compress };
  putCompressed(output, { bodies: bodies.set(MANIFEST, manifestBytes), ...packing });
  const detailFiles = { db, output, mode: files, asOf, index, progress };
  putDetailFiles(detailFiles, { pages, revisit, linesOnly });
  if (revisit === 'all' || mayBeListed(build.pending, since)) pages?.putSitemaps();
  progress('sweeping', 0, 1);
  if (revisit === 'all') sweepDetails({ dist, pages, ...detailFiles });
  change.finish();
  sweep(output, { manifest, index, minute: build.minute }, before);
  const built = { dataset, earthquakes: shards.reduce((sum, { count }) => sum + count, 0), shards: shards.length };
  const finished = { ...build, ...built, ...bundled, manifest: manifestBytes, paths: plainPaths(manifest) };
  noteBuilt(output, build.chosen, finished);
  progress('sweeping', 1, 1);
  return { mode: base ? 'incremental' : 'full', ...built, details: rendered, counts: output.counts };
}

/** Of the files that each build compares with what they should be. */
const plainPaths = ({ answers, catalogue = [], releases = [] }: Manifest): string[] => [
  ...[MANIFEST, ...Object.keys(answers), ...HOSTING_PATHS],
  ...[...catalogue.map(({ period }) => cataloguePath(period)), ...releases.map(({ path }) => path)],
];

function optionalOf(agencies: readonly Agency[]): Pick<Manifest, 'optionalAgencies'> {
  const optionalAgencies = agencies.filter((agency) => !AGENCIES.includes(agency));
  return optionalAgencies.length > 0 ? { optionalAgencies } : {};
}

/** Whether there are pictures of provinces. */
const isPictured = ({ provincePictures }: Build): boolean => provincePictures !== undefined;

type SiteInputs = Build & Parameters<typeof statisticsOf>[0] & { week: Week; assets: Assets };

const siteFor = (inputs: SiteInputs): Site =>
  siteOf({ ...inputs, statistics: statisticsOf(inputs), home: homeOf(inputs.db, inputs.asOf, inputs.week) });

/** Whether a change may be one of the sitemaps. */
const mayBeListed = (pending: Revisit, since: ChangesSince | null): boolean =>
  pending === 'all' || pending.size > 0 || since?.dirty.keys().some((band) => band >= LISTED_BAND) === true;

/** Puts the pages of sequences. @returns those of earthquakes, to be put */
function storedPages(inputs: SequenceInputs, since: ChangesSince | null): EventPages {
  putSequences(inputs, since);
  return new EventPages(inputs);
}

function putIndex(output: Output, index: DetailIndex): string {
  const { hash, files } = writeIndex(index);
  for (const [path, body] of files) output.putShared(path, body);
  return hash;
}

interface Touched {
  since: ChangesSince | null;
  touched: Set<number>;
  neighbours: Set<number>;
}

/** Earthquakes with own files that may not be what they should be. */
function revisitOf(
  { db, base, pending, asOf: now }: Build,
  manifest: Manifest,
  { since, touched, neighbours }: Touched,
) {
  const all = { revisit: 'all' as const, linesOnly: new Set<number>() };
  if (!base || !since || pending === 'all') return all;
  const { details, answers, asOf } = base.manifest;
  if (details.files !== manifest.details.files || details.pages !== manifest.details.pages) return all;
  const aged = [...agedBetween(db, asOf, now), ...advisedBetween(db, asOf, now)];
  const pictured = new Set(Object.keys(answers)).symmetricDifference(new Set(Object.keys(manifest.answers)));
  const redrawn = [...pictured].flatMap((path) => idOfPicture(path) ?? []);
  const others = new Set([...pending, ...aged, ...shiftedBy(db, since.moved.size), ...redrawn]);
  return { revisit: touched.union(others), linesOnly: neighbours.difference(others) };
}
