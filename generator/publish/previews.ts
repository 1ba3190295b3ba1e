/** Pictures for previews of links: those of the former build are kept, the others drawn. */
import type { Manifest } from '#core/manifest.ts';
import { isBlast } from '#core/blasts.ts';
import { contentHash } from '#core/etag.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { utcWords } from '#core/date-words.ts';
import { ownValue } from '#core/own-value.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { greatestSince } from '../catalog/stored-pages.ts';
import { earthquakesOf } from '../catalog/read.ts';
import {
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

/** Before a build, which cannot wait. @returns by path in `dist/` */
export async function drawPreviews(inputs: PreviewInputs): Promise<Map<string, Buffer>> {
  const { db, serviceName, asOf, count } = inputs;
  const pictures = new Map<string, Buffer>();
  if (count === 0) return pictures;
  const greatest = greatestSince(db, FIRST_YEAR, count);
  const earthquakes = new Map([...notableOf(db).slice(0, count), ...greatest].map((one) => [one.id, one]));
  const planned = [...pageMaps(db, asOf, serviceName), ...plannedPictures([...earthquakes.values()], serviceName)];
  let drawn = 0;
  for (const { path, svg } of planned) {
    const kept = formerPicture(inputs, path);
    if (!kept && drawn === MOST_DRAWN) continue;
    drawn += kept ? 0 : 1;
    pictures.set(path, kept ?? (await pictureRenderer())(svg()));
  }
  return pictures;
}

/** The maps of pages, as of the beginning of the day: they are drawn once a day. */
function pageMaps(db: Db, asOf: EpochMs, serviceName: string): PlannedPicture[] {
  const day = Math.floor(asOf / DAY) * DAY;
  const bandsFrom = (least: number, from: EpochMs): Earthquake[] =>
    Array.from({ length: BANDS - bandOf(least) }, (_, n) => earthquakesOf(db, bandOf(least) + n, from, day))
      .flat()
      .filter((one) => !isBlast(one));
  const map = (page: PicturedPage, title: string, shown: [words: string, least: number, from: EpochMs]) => {
    const [words, least, from] = shown;
    const epicentres = bandsFrom(least, from).map(({ latitude, longitude, magnitude, depthKm }) => ({
      ...{ latitude, longitude, magnitude, depthKm },
    }));
    return plannedMap(page, { title, lines: [words, utcWords(day, 'day', 'tr')], epicentres }, serviceName);
  };
  return [
    map('home', 'Son depremler', ['son 7 gün, M 3 ve üzeri', 3, day - 7 * DAY]),
    map('atlas', 'Tüm yılların depremleri', ['1900’den bugüne, M 6 ve üzeri', 6, FIRST_YEAR]),
    map('statistics', 'Deprem istatistikleri', ['son bir yıl, M 4 ve üzeri', 4, day - 365 * DAY]),
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
