/** Which provinces a build must render, and what it reuses of the others. */
import type { Earthquake } from '#core/earthquake.ts';
import type { Manifest } from '#core/manifest.ts';
import { ownValue } from '#core/own-value.ts';
import { provincePagePath, provincePaths } from '#core/paths.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import type { EpochMs } from '#core/time.ts';
import { countsInProvince, largestInProvince, newestInProvince, provincesEverOf } from '../catalog/provinces.ts';
import type { Db } from '../catalog/database.ts';
import { completeSince, foremostIn, hasSameHead, PROVINCE_LIST, provinceFiles } from '../outputs/province.ts';
import type { Week } from '../outputs/recent.ts';
import { newestFirst } from '../outputs/shards.ts';
import { provincePicturePath } from '../site/pictures.ts';
import { provincePages, type Site } from '../site/site.ts';
import { formerAnswer, type BuildContext, type StepAnswers } from './build-context.ts';

interface Inputs extends Pick<BuildContext, 'db' | 'base' | 'output' | 'stations'> {
  asOf: EpochMs;
  /** Of the last week. */
  week: Pick<Week, 'rows'>;
  /** Earthquakes with a change since the base. */
  moved: ReadonlySet<number>;
  settings: { serviceName: string; baseUrl: string };
  /** Undefined where no pages are wanted. */
  site: Site | undefined;
  /** Hash of what renders pages. */
  pages: string | undefined;
  /** Those that were drawn for this build, by path; undefined where none are wanted. */
  pictures: ReadonlyMap<string, Buffer> | undefined;
  /** Of the dataset published so far, which has the pictures that were not drawn. */
  before: Manifest | undefined;
}

export function buildProvinces(inputs: Inputs): StepAnswers {
  const { db, base, output, moved, settings, site, stations, pictures, before, week, asOf } = inputs;
  const changed = new Set([...moved].flatMap((id) => provincesEverOf(db, id)));
  const former = base?.details.pages === inputs.pages ? base?.answers : undefined;
  const bodies = new Map<string, Buffer>();
  const reused: StepAnswers['reused'] = {};
  const isThere = (picture: string): boolean => {
    const drawn = pictures?.get(picture);
    const kept = drawn || !pictures ? undefined : formerAnswer(output, before?.answers, picture);
    if (drawn) bodies.set(picture, drawn);
    else if (kept) reused[picture] = kept;
    return drawn !== undefined || kept !== undefined;
  };
  isThere(provincePicturePath(undefined, settings.serviceName));
  for (const province of PROVINCES) {
    const { code, slug } = province;
    const picture = provincePicturePath(province, settings.serviceName);
    const isPictured = isThere(picture);
    const pagePaths = site ? [provincePagePath(slug, 'tr'), provincePagePath(slug, 'en')] : [];
    const paths = [...Object.values(provincePaths(code)), ...pagePaths];
    const named = { province, foremost: foremostIn(province, week.rows, asOf) };
    const isSame = !changed.has(code) && isPictured === Object.hasOwn(former ?? {}, picture);
    const isStored = isSame && paths.every((path) => formerAnswer(output, former, path));
    if (isStored && hasSameHead(output.read(provincePaths(code).json) ?? '', named)) {
      for (const path of paths) reused[path] = ownValue(former, path)!;
      continue;
    }
    const { answers, page: shown } = contentOf(db, province);
    for (const [path, body] of provinceFiles({ ...answers, ...named }, settings)) bodies.set(path, Buffer.from(body));
    if (!site) continue;
    const page = { ...shown, ...named, stations, picture: isPictured ? picture : undefined };
    for (const [path, body] of provincePages(site, page)) bodies.set(path, body);
  }
  return { bodies, reused };
}

function contentOf(db: Db, province: Province) {
  const { code } = province;
  const counts = countsInProvince(db, code, 'all');
  const quakes = withoutBlasts(counts, countsInProvince(db, code, 'blasts'));
  const bands = [...new Set(counts.map(({ band }) => band))].sort((a, b) => a - b);
  const newest = (which: 'all' | 'others' | 'blasts'): Earthquake[] =>
    newestInProvince(db, { code, bands, which, limit: PROVINCE_LIST.newest })
      .toSorted(newestFirst)
      .slice(0, PROVINCE_LIST.newest);
  const largest = (which: 'all' | 'others'): Earthquake[] =>
    largestInProvince(db, { code, bands, which, limit: PROVINCE_LIST.largest });
  return {
    answers: { counts, completeSince: completeSince(quakes), newest: newest('all'), largest: largest('all') },
    page: {
      ...{ counts: quakes, completeSince: completeSince(quakes), newest: newest('others'), largest: largest('others') },
      blasts: { newest: newest('blasts'), count: total(counts) - total(quakes) },
    },
  };
}

type Counts = ReturnType<typeof countsInProvince>;

const total = (counts: Counts): number => counts.reduce((sum, { count }) => sum + count, 0);

function withoutBlasts(counts: Counts, blasts: Counts): Counts {
  const left = (one: Counts[number]): number =>
    one.count - (blasts.find(({ year, band }) => year === one.year && band === one.band)?.count ?? 0);
  return counts.flatMap((one) => (left(one) > 0 ? [{ ...one, count: left(one) }] : []));
}
