/** Pictures for previews of links: those of the former build are kept, the others drawn. */
import type { Manifest } from '#core/manifest.ts';
import { isBlast } from '#core/blasts.ts';
import { contentHash } from '#core/etag.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { listWords, TURKISH_TIME, utcWords } from '#core/date-words.ts';
import { ownValue } from '#core/own-value.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { greatestSince } from '../catalog/stored-pages.ts';
import { earthquakesOf, newestOf } from '../catalog/read.ts';
import { newestFirst } from '../outputs/shards.ts';
import {
  type Both,
  pictureRenderer,
  plannedMap,
  plannedPictures,
  type PicturedPage,
  type PlannedPicture,
  plannedProvincePictures,
} from '../site/pictures.ts';
import { notableOf } from './answers.ts';
import type { Output } from './writer.ts';

interface DrawInputs {
  output: Output;
  /** Answers of the former build. */
  former: Manifest['answers'];
  serviceName: string;
}

interface PreviewInputs extends DrawInputs {
  db: Db;
  asOf: EpochMs;
  /** How many at most, of the newest notable earthquakes and again of the greatest since 1900. */
  count: number;
}

const FIRST_YEAR = Date.UTC(1900);
/** In one build: a drawing takes a fifth of a second, and the next build draws the others. */
const MOST_DRAWN = 20;

interface Previews {
  /** By path in `dist/`. */
  previews: Map<string, Buffer>;
  /** Whether the next build is to draw the rest. */
  lacksPictures: boolean;
}

/** Before a build, which cannot wait. */
export async function drawPreviews(inputs: PreviewInputs): Promise<Previews> {
  const { db, serviceName, asOf, count } = inputs;
  const pictures = new Map<string, Buffer>();
  if (count === 0) return { previews: pictures, lacksPictures: false };
  const greatest = greatestSince(db, FIRST_YEAR, count);
  const earthquakes = new Map(
    [...recentOf(db, count), ...notableOf(db).slice(0, count), ...greatest].map((one) => [one.id, one]),
  );
  const planned = [...pageMaps(db, asOf, serviceName), ...plannedPictures([...earthquakes.values()], serviceName)];
  let drawn = 0;
  for (const { path, svg } of planned) {
    const kept = formerPicture(inputs, path);
    if (!kept && drawn === MOST_DRAWN) continue;
    drawn += kept ? 0 : 1;
    pictures.set(path, kept ?? (await pictureRenderer())(svg()));
  }
  return { previews: pictures, lacksPictures: pictures.size < new Set(planned.map(({ path }) => path)).size };
}

/** Of the newest from M 3 up, besides those from M 4: a day or two of the usual time. */
const RECENT = { count: 20, minMagnitude: 3 };

const recentOf = (db: Db, count: number): Earthquake[] =>
  newestOf(db, bandOf(RECENT.minMagnitude), BANDS, RECENT.count)
    .toSorted(newestFirst)
    .slice(0, Math.min(count, RECENT.count));

interface MapTexts {
  title: Both;
  words: Both;
}

const MAPS: Record<PicturedPage, MapTexts> = {
  home: {
    title: { tr: 'Son depremler', en: 'Latest earthquakes' },
    words: { tr: 'son 24 saat, M 2 ve üzeri', en: 'last 24 hours, M 2 and above' },
  },
  atlas: {
    title: { tr: 'Tüm yılların depremleri', en: 'Earthquakes of all years' },
    words: { tr: '1900’den bugüne, M 6 ve üzeri', en: 'since 1900, M 6 and above' },
  },
  statistics: {
    title: { tr: 'Deprem istatistikleri', en: 'Earthquake statistics' },
    words: { tr: 'son bir yıl, M 4 ve üzeri', en: 'last year, M 4 and above' },
  },
};

/** That of the list is drawn so often where nothing happens. */
const HOME_EVERY = 6 * HOUR;
/** And at each from this magnitude up. */
const HOME_MAGNITUDE = 4;

/** The maps of pages: of all years and of statistics as of the beginning of the day. */
function pageMaps(db: Db, asOf: EpochMs, serviceName: string): PlannedPicture[] {
  const day = Math.floor(asOf / DAY) * DAY;
  const bandsFrom = (least: number, from: EpochMs, to: EpochMs): Earthquake[] =>
    Array.from({ length: BANDS - bandOf(least) }, (_, n) => earthquakesOf(db, bandOf(least) + n, from, to))
      .flat()
      .filter((one) => !isBlast(one));
  const maps = (name: PicturedPage, shown: readonly Earthquake[], until: { of: Both; drawn?: unknown }) => {
    const epicentres = shown.map(({ latitude, longitude, magnitude, depthKm }) => ({
      ...{ latitude, longitude, magnitude, depthKm },
    }));
    const { title, words } = MAPS[name];
    const of = (language: keyof Both): PlannedPicture => {
      const picture = { title: title[language], lines: [words[language], until.of[language]], epicentres };
      return plannedMap({ name, language }, picture, { serviceName, ...(until.drawn ? { drawn: until.drawn } : {}) });
    };
    return [of('tr'), of('en')];
  };
  const great = bandsFrom(HOME_MAGNITUDE, asOf - DAY, asOf + 1);
  const until = Math.max(Math.floor(asOf / HOME_EVERY) * HOME_EVERY, ...great.map(({ time }) => time));
  const clock = (language: keyof Both): string => `${listWords(until, 'minute', language)} ${TURKISH_TIME[language]}`;
  const ofDay = { of: { tr: utcWords(day, 'day', 'tr'), en: utcWords(day, 'day', 'en') } };
  return [
    // Small ones that are published later are on the next one: each drawing is 2 × 80 kB for every reader.
    ...maps('home', bandsFrom(2, until - DAY, until + 1), {
      of: { tr: `${clock('tr')} itibarıyla`, en: `as of ${clock('en')}` },
      drawn: [until, great.map(({ id, magnitude, latitude, longitude }) => [id, magnitude, latitude, longitude])],
    }),
    ...maps('atlas', bandsFrom(6, FIRST_YEAR, day), ofDay),
    ...maps('statistics', bandsFrom(4, day - 365 * DAY, day), ofDay),
  ];
}

/** Undefined for a path that the former build did not have, or with a file that is not what it was. */
function formerPicture({ output, former }: PreviewInputs, path: string): Buffer | undefined {
  const known = ownValue(former, path);
  const bytes = known && output.readBytes(path);
  return bytes && contentHash(bytes) === known.hash ? bytes : undefined;
}

/** Those of provinces that the dataset does not have yet: each is drawn once. */
export async function drawProvincePictures({ output, former, serviceName }: DrawInputs): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  for (const { path, svg } of plannedProvincePictures(serviceName))
    if (output.sizeOf(path) !== ownValue(former, path)?.size) pictures.set(path, (await pictureRenderer())(svg()));
  return pictures;
}
