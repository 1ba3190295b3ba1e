/** The stored answers about one province: JSON, GeoJSON and RSS. */
import type { Earthquake } from '#core/earthquake.ts';
import { eventOf } from '#core/fdsn/event.ts';
import { collectionFoot, collectionHead, feature } from '#core/fdsn/geojson.ts';
import { provincePaths } from '#core/paths.ts';
import type { Province } from '#core/provinces.ts';
import { fullItem, listItem } from '#core/wire.ts';
import { rssFile } from './rss.ts';
import { newestFirst } from './shards.ts';

export const PROVINCE_LIST = { newest: 50, largest: 20 };

interface ProvinceContent {
  province: Province;
  /** At least the newest {@link PROVINCE_LIST.newest}, in any order. */
  newest: Earthquake[];
  /** The largest first. */
  largest: Earthquake[];
  years: { year: number; count: number; felt: number }[];
}

/** Path → content. Nothing in it depends on the time of the build. */
export function provinceFiles(
  { province, newest: some, largest, years }: ProvinceContent,
  settings: { serviceName: string; baseUrl: string },
): [string, string][] {
  const { code, name } = province;
  const newest = some.toSorted(newestFirst).slice(0, PROVINCE_LIST.newest);
  const paths = provincePaths(code);
  const body = {
    ...{ status: 'success', province: name, province_code: code },
    count: years.reduce((sum, { count }) => sum + count, 0),
    newest: newest.map(listItem),
    largest: largest.map(listItem),
    years: years.map(({ year, count, felt }) => ({ year, count, count_m4: felt })),
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
    [paths.rss, rssFile(newest, settings, { path: paths.rss, province })],
  ];
}
