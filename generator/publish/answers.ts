/** The few dozen stored answers, and their compressed forms. */
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync, gzipSync } from 'node:zlib';
import type { Earthquake } from '#core/earthquake.ts';
import { basePathOf } from '#core/base-path.ts';
import type { AnswerEntry, ResearchEntry, ShardEntry } from '#core/manifest.ts';
import { ownValue } from '#core/own-value.ts';
import { ANSWERS, compressedPath, COMPRESSIONS, MIN_COMPRESSED_BYTES, type Compression } from '#core/paths.ts';
import { DEFAULT_LIMIT } from '#core/query.ts';
import { sequencesFile } from '#core/sequence-files.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { foremost } from '#seismology/significance.ts';
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { newestListedUntil } from '../catalog/as-of.ts';
import { changesAfter, currentState, listedBetween, newestOf } from '../catalog/read.ts';
import { listFile, stationsFile, statsFile } from '../outputs/answers.ts';
import { atomFile } from '../outputs/atom.ts';
import { completeDecades, completenessFile } from '../outputs/research/completeness-map.ts';
import { fdsnFiles } from '../outputs/fdsn.ts';
import { recentChangesFile, recentWeekFile, type Week } from '../outputs/recent.ts';
import { RSS, rssFile } from '../outputs/rss.ts';
import { newestFirst } from '../outputs/shards.ts';
import { NOTABLE, siteFiles, type Site } from '../site/site.ts';
import type { BuildContext } from './build-context.ts';
import type { Output } from './writer.ts';
import { yearStatistics } from './year-statistics.ts';
import type { Changeover, Stands } from './changeover.ts';

interface AnswerInputs extends Pick<BuildContext, 'db' | 'stations' | 'agencies' | 'output'> {
  asOf: EpochMs;
  /** When the catalogue last changed. */
  changedAt: EpochMs;
  /** At least those of the last week. */
  recent: readonly Earthquake[];
  week: Week;
  settings: { serviceName: string; baseUrl: string };
  shards: ShardEntry[];
  research: ResearchEntry[];
  site: Site | undefined;
  previews?: ReadonlyMap<string, Buffer>;
}

/** Newest first. */
export const notableOf = (db: Db): Earthquake[] =>
  newestOf(db, bandOf(NOTABLE.minMagnitude), BANDS, NOTABLE.pictures).toSorted(newestFirst).slice(0, NOTABLE.pictures);

/** Bodies by path. */
export function renderAnswers(inputs: AnswerInputs): Map<string, Buffer> {
  const { db, asOf, changedAt, recent: earthquakes, stations, settings, agencies, shards } = inputs;
  const dayStart = Math.floor(asOf / DAY) * DAY;
  const lastLeft = newestListedUntil(db, asOf - DAY);
  const stats = {
    shards,
    agencies,
    countedAt: Math.max(
      changedAt,
      dayStart,
      lastLeft === undefined ? 0 : Math.ceil((lastLeft + DAY) / MINUTE) * MINUTE,
    ),
    today: listedBetween(db, dayStart, dayStart + DAY - 1),
    last24h: listedBetween(db, asOf - DAY + 1, asOf),
  };
  const felt = newestOf(db, bandOf(RSS.minMagnitude), BANDS, RSS.items);
  const { sequence } = currentState(db);
  const recent = { earthquakes, asOf, sequence };
  const feedRows = inputs.week.rows.filter(({ magnitude }) => magnitude! >= RSS.minMagnitude);
  const headline = foremost(feedRows, { now: asOf })?.headline;
  const bodies: Record<string, string> = {
    [ANSWERS.list]: listFile(newestOf(db, 1, BANDS, DEFAULT_LIMIT + 1), basePathOf(settings.baseUrl)),
    [ANSWERS.recentWeek]: recentWeekFile(recent),
    [ANSWERS.recentChanges]: recentChangesFile(recent, lastChanges(db, sequence)),
    [ANSWERS.sequences]: sequencesFile(inputs),
    [ANSWERS.stats]: statsFile(stats),
    [ANSWERS.completeness]: completenessFile(decadesOf(inputs)),
    [ANSWERS.rss]: rssFile(felt, settings, { headline }),
    [ANSWERS.atom]: atomFile(felt, settings, { asOf, headline }),
    [ANSWERS.stations]: stationsFile(stations),
    [ANSWERS.stationsOf.afad]: stationsFile(stations.filter(({ source }) => source === 'afad')),
    [ANSWERS.stationsOf.kandilli]: stationsFile(stations.filter(({ source }) => source === 'kandilli')),
    ...fdsnFiles(settings, agencies),
  };
  const answers = Object.entries(bodies).map(([path, body]) => [path, Buffer.from(body)] as const);
  return new Map([...answers, ...(inputs.site ? [...siteFiles(inputs.site), ...(inputs.previews ?? [])] : [])]);
}

/** As the page of statistics has them, if there is one. */
const decadesOf = ({ site, research, output }: AnswerInputs) =>
  site?.statistics.decades ?? completeDecades(yearStatistics(research, output));

/** Those that an open page may have missed; one that missed more reads the week again. */
const LAST_CHANGES = 64;

const lastChanges = (db: Db, sequence: number): { sequence: number; id: number }[] =>
  Array.from(changesAfter(db, sequence - LAST_CHANGES), ({ sequence, earthquake: id }) => ({ sequence, id }));

export const putAnswers = (change: Changeover, bodies: Map<string, Buffer>): Record<string, AnswerEntry> =>
  Object.fromEntries(
    [...bodies].map(([path, bytes]): [string, AnswerEntry] => [
      path,
      {
        hash: change.put(path, bytes),
        size: bytes.byteLength,
        encodings: isCompressible(path, bytes) ? COMPRESSIONS : [],
      },
    ]),
  );

/** Fonts and pictures are compressed already. */
const isCompressible = (path: string, bytes: Uint8Array): boolean =>
  bytes.byteLength >= MIN_COMPRESSED_BYTES && !/\.(?:woff2|png|ico)$/.test(path);

interface Coding {
  pack(bytes: Uint8Array): Buffer;
  unpack(packed: Buffer, options: object): Buffer;
}

/** The highest levels, 9, take twice the time for 0.05 % (brotli) and 0.3 % (gzip). */
const CODINGS: Record<Compression, Coding> = {
  gzip: { pack: (bytes: Uint8Array) => gzipSync(bytes, { level: 6 }), unpack: gunzipSync },
  br: {
    pack: (bytes: Uint8Array) =>
      brotliCompressSync(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 8, [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes.byteLength) },
      }),
    unpack: brotliDecompressSync,
  },
};

/**
 * The window as a power of two. 64 KiB, less the format's 16 bytes (RFC 7932, 9.1), has a hasher of its own that is
 * ten times as fast for a small answer as the one of larger windows, whose tables take 32 MB.
 */
const windowBits = (size: number): number => (size <= 2 ** 16 - 16 ? 16 : constants.BROTLI_DEFAULT_WINDOW);

export type Compress = (compression: Compression, bytes: Uint8Array) => Buffer;

export const compress: Compress = (compression, bytes) => CODINGS[compression].pack(bytes);

interface Compressing {
  bodies: ReadonlyMap<string, Buffer>;
  answers: Readonly<Record<string, AnswerEntry>>;
  stands: Stands;
  pack: Compress;
}

/** Compressed forms are written after their answers, from the files under the plain names. */
export function putCompressed(output: Output, { bodies, answers, stands, pack }: Compressing): void {
  for (const [path, bytes] of bodies) {
    const entry = ownValue(answers, path);
    if (entry && stands(path, entry.hash)) continue;
    for (const compression of COMPRESSIONS) {
      const sibling = compressedPath(path, compression);
      if (!isCompressible(path, bytes)) output.remove(sibling);
      else if (!holds(output.readBytes(sibling), bytes, CODINGS[compression].unpack))
        output.putShared(sibling, pack(compression, bytes));
    }
  }
}

function holds(packed: Buffer | undefined, bytes: Buffer, unpack: Coding['unpack']): boolean {
  try {
    return packed !== undefined && unpack(packed, { maxOutputLength: bytes.byteLength }).equals(bytes);
  } catch {
    return false;
  }
}
