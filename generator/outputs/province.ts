/** The stored answers about one province: JSON, GeoJSON and RSS. */
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { eventOf } from '#core/fdsn/event.ts';
import { collectionFoot, collectionHead, feature } from '#core/fdsn/geojson.ts';
import { provincePaths } from '#core/paths.ts';
import type { Province } from '#core/provinces.ts';
import { bandFloor } from '#core/shard.ts';
import { concerns, foremost, type Foremost } from '#seismology/significance.ts';
import { strengthAt, type Strength } from '#seismology/strength.ts';
import type { EpochMs } from '#core/time.ts';
import { otherMagnitude } from '#core/unsettled.ts';
import { fullItem, listItem } from '#core/wire.ts';
import { rssFile } from './rss.ts';
import { newestFirst } from './shards.ts';

export const PROVINCE_LIST = { newest: 20, largest: 20 };

/** Of a year (UTC) and a band of magnitudes. */
interface BandCount {
  year: number;
  band: number;
  count: number;
}

interface CompleteSince {
  minMagnitude: number;
  year: number;
}

interface ProvinceContent {
  province: Province;
  /** Of those of the last week that concern it. */
  foremost: Foremost<Earthquake> | undefined;
  /** The newest first. */
  newest: Earthquake[];
  /** The largest first. */
  largest: Earthquake[];
  /** In order of years. */
  counts: BandCount[];
  completeSince: CompleteSince[];
}

/** In the province, or felt at its seat. @param week of the last week */
export function foremostIn(
  { code, ...seat }: Province,
  week: readonly Earthquake[],
  now: EpochMs,
): Foremost<Earthquake> | undefined {
  const kmTo = (one: Earthquake): number => (one.provinceCode === code ? 0 : distanceKm(one, seat));
  return foremost(concerns(week, kmTo), { now, kmTo });
}

/** What changes without a change of the catalogue. */
const headOf = ({ province: { name, code }, foremost }: Pick<ProvinceContent, 'province' | 'foremost'>) => ({
  ...{ status: 'success', province: name, province_code: code },
  headline: foremost ? listItem(foremost.headline) : null,
  pinned: (foremost?.pinned ?? []).map(listItem),
});

/** Whether a file of {@link provinceFiles} names the same earthquakes. @param json its text */
export const hasSameHead = (json: string, content: Pick<ProvinceContent, 'province' | 'foremost'>): boolean =>
  json.startsWith(JSON.stringify(headOf(content)).slice(0, -1));

/** Path → content. Of the time of the build nothing is in it but what is foremost. */
export function provinceFiles(
  { province, foremost, newest: own, largest, counts, completeSince }: ProvinceContent,
  settings: { serviceName: string; baseUrl: string },
): [string, string][] {
  const { code, name } = province;
  const paths = provincePaths(code);
  const named = foremost ? [foremost.headline, ...foremost.pinned] : [];
  const newest = distinct([...own, ...named]).sort(newestFirst);
  const body = {
    ...headOf({ province, foremost }),
    count: total(counts),
    newest: own.map(listItem),
    largest: largest.map(listItem),
    years: [...Map.groupBy(counts, ({ year }) => year)].map(([year, bands]) => ({
      ...{ year, count: total(bands) },
      count_m4: total(bands.filter(({ band }) => band >= 4)),
    })),
    complete_since: completeSince.map(({ minMagnitude, year }) => ({ min_magnitude: minMagnitude, year })),
    at_seat: distinct([...newest, ...largest]).map((one) => atSeat(one, province)),
  };
  const events = newest.map((earthquake) => eventOf(listItem(earthquake), fullItem(earthquake)));
  const head = collectionHead({
    generated: events.reduce((last, { updatedAt }) => Math.max(last, updatedAt), 0),
    url: `${settings.baseUrl}/${paths.geojson}`,
    title: `${settings.serviceName}: ${name}`,
    count: events.length,
  });
  const features = events.map((event) => feature(event, settings)).join(',\n');
  return [
    [paths.json, `${JSON.stringify(body)}\n`],
    [paths.geojson, head + features + collectionFoot(events)],
    [paths.rss, rssFile(newest, settings, { headline: foremost?.headline, of: { path: paths.rss, province } })],
  ];
}

const distinct = (earthquakes: Earthquake[]): Earthquake[] => [
  ...new Map(earthquakes.map((one) => [one.id, one])).values(),
];

/** How strongly it was felt there. */
function atSeat(one: Earthquake, seat: Point): { id: number; distance_km: number; shaking: Strength | null } {
  const km = distanceKm(one, seat);
  const shaking = strengthAt({ ...one, otherMagnitude: otherMagnitude(listItem(one)) }, km) ?? null;
  return { id: one.id, distance_km: Math.round(km), shaking };
}

const total = (counts: readonly BandCount[]): number => counts.reduce((sum, { count }) => sum + count, 0);

/** Whole magnitudes with a statement of completeness. Of larger ones a province has too few. */
const TOLD_BANDS = [3, 2];
/** As many times the larger ones, at least, are those of a band: b ≥ 0.6. Fewer show that some are missing. */
const LEAST_RATIO = 3;
/** Larger ones that are compared with at a time, and years in which there must be as many. */
const ENOUGH = { larger: 5, years: 20 };

/**
 * From the newest year back, the years are compared in runs with enough larger earthquakes. The first run with too few
 * of the band ends what is complete.
 */
function yearComplete(counts: readonly BandCount[], band: number): number | undefined {
  const newest = counts.at(-1)?.year ?? 0;
  let since: number | undefined;
  let run = { end: newest, first: newest, own: 0, larger: 0 };
  for (let year = newest; run.end - year < ENOUGH.years; year -= 1) {
    const own = total(counts.filter((one) => one.year === year && one.band === band));
    run.own += own;
    run.larger += total(counts.filter((one) => one.year === year && one.band > band));
    if (own > 0) run.first = year;
    if (run.larger < ENOUGH.larger) continue;
    if (run.own < LEAST_RATIO * run.larger) break;
    since = run.first;
    run = { end: year - 1, first: since, own: 0, larger: 0 };
  }
  return since;
}

/** What the counts say, as an estimate; empty where they are too few. Ascending by magnitude. */
export function completeSince(counts: readonly BandCount[]): CompleteSince[] {
  let latest = -Infinity;
  return TOLD_BANDS.flatMap((band) => {
    const year = yearComplete(counts, band);
    if (year === undefined) return [];
    latest = Math.max(latest, year);
    return [{ minMagnitude: bandFloor(band), year: latest }];
  }).toReversed();
}
