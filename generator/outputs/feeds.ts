/** Feeds of the last hour, day, week and month, in the shapes and with the thresholds of the USGS. */
import { EVENT_CSV_HEAD, eventCsvRow } from '#core/fdsn/csv.ts';
import { eventOf, instantOf, type FdsnEvent } from '#core/fdsn/event.ts';
import { collectionFoot, collectionHead, feature, significance, titleOf } from '#core/fdsn/geojson.ts';
import type { Markup } from '#core/fdsn/xml.ts';
import { ownValue } from '#core/own-value.ts';
import { FEEDS } from '#core/paths.ts';
import { sourceWords } from '#core/source-words.ts';
import { DAY, formatInstant, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { inBrackets } from '#core/unsettled.ts';
import type { WholeItem } from '#core/wire.ts';
import { atomEntry, atomFeed, dayOf } from './atom.ts';
import type { FeedSettings } from './rss.ts';

/** Feeds of more than `most` rows are long ({@link SETTLED}). */
const WINDOWS = {
  hour: { length: HOUR, most: Infinity },
  day: { length: DAY, most: 1000 },
  week: { length: 7 * DAY, most: 250 },
  month: { length: 30 * DAY, most: 250 },
};

/** Age of the oldest earthquake that may have left a feed today. */
export const OLDEST_AGE = WINDOWS.month.length + DAY;

/** Long feeds show what was published by the last quarter of an hour, or by the last change from the magnitude on. */
export const SETTLED = { every: 15 * MINUTE, minMagnitude: 4 };

/** What is rounded up to the number is in: 4.45 is in the feed of 4.5. */
const LEVELS: Record<string, (magnitude: number | null) => boolean> = {
  all: () => true,
  '1.0': (magnitude) => magnitude !== null && magnitude >= 0.95,
  '2.5': (magnitude) => magnitude !== null && magnitude >= 2.45,
  '4.5': (magnitude) => magnitude !== null && magnitude >= 4.45,
  significant: (magnitude) => significance(magnitude) >= 600,
};

const TITLES: Record<string, string> = { all: 'All', significant: 'Significant' };

/** What was published at an instant. */
interface Published {
  at: EpochMs;
  /** At least those of {@link OLDEST_AGE} before, in any order. */
  items: readonly WholeItem[];
}

interface FeedInputs {
  present: Published;
  /** What long feeds show. */
  settled: Published;
  /** Instead of those of the windows. */
  feedRows?: number | undefined;
}

interface Feed {
  /** In `dist/`, without its extension. */
  path: string;
  level: string;
  window: string;
  isSettled: boolean;
  /** When what it holds last changed. */
  generated: EpochMs;
  /** The newest first. */
  items: readonly WholeItem[];
}

/** Which feeds there are, and what each one holds. */
export function planFeeds({ present, settled, feedRows }: FeedInputs): Feed[] {
  const [now, then] = [timed(present), timed(settled)];
  return Object.entries(WINDOWS).flatMap(([window, { length, most }]) =>
    Object.entries(LEVELS).map(([level, isIn]): Feed => {
      const within = ({ at, rows }: Timed): Timed['rows'] =>
        rows.filter(({ time, item: { magnitude } }) => time > at - length && isIn(magnitude));
      const isSettled = within(then).length > (feedRows ?? most);
      const shown = isSettled ? then : now;
      const left = shown.rows.find(({ time, item }) => time <= shown.at - length && isIn(item.magnitude));
      const own = within(shown);
      const generated = own.reduce(
        (last, { updated }) => Math.max(last, updated),
        Math.max(dayOf(shown.at), left ? left.time + length : 0),
      );
      const path = `${FEEDS}summary/${level}_${window}`;
      return { path, level, window, isSettled, generated, items: own.map(({ item }) => item) };
    }),
  );
}

interface Timed {
  at: EpochMs;
  /** The newest first. */
  rows: { item: WholeItem; time: EpochMs; updated: EpochMs }[];
}

const timed = ({ at, items }: Published): Timed => ({
  at,
  rows: items
    .map((item) => ({ item, time: instantOf(item.occurred_at_utc), updated: instantOf(item.updated_at) }))
    .filter(({ time }) => time <= at)
    .sort((a, b) => b.time - a.time || b.item.id - a.item.id),
});

/** An earthquake as each format has it. */
interface Row {
  event: FdsnEvent;
  geojson: string;
  csv: string;
  atom: Markup;
}

interface Document extends Feed {
  title: string;
  rows: readonly Row[];
  settings: FeedSettings;
}

/** By extension. */
const FORMATS: Record<string, (feed: Document, path: string) => string> = {
  geojson({ title, generated, rows, settings: { baseUrl } }, path) {
    const head = collectionHead({ generated, url: `${baseUrl}/${path}`, title, count: rows.length });
    return head + rows.map(({ geojson }) => geojson).join(',\n') + collectionFoot(rows.map(({ event }) => event));
  },
  csv: ({ rows }) => EVENT_CSV_HEAD + rows.map(({ csv }) => csv).join(''),
  atom({ title, generated, items, rows, settings }, path) {
    const earthquakes = items.map(({ source, sources }) => ({
      ...{ source, solutions: sources.map(({ name }) => ({ agency: name })) },
    }));
    const entries = rows.map(({ atom }) => atom);
    return atomFeed({ path, title, language: 'en', updated: generated, earthquakes, settings }, entries);
  },
};

export const pathsOfFeed = ({ path }: Feed): string[] =>
  Object.keys(FORMATS).map((extension) => `${path}.${extension}`);

/** Path → content. */
export function feedFiles(feeds: readonly Feed[], settings: FeedSettings): Record<string, string> {
  const rows = new Map<WholeItem, Row>();
  const files: Record<string, string> = {};
  for (const feed of feeds) {
    const { path, level, window, items } = feed;
    const title = `${settings.serviceName} ${ownValue(TITLES, level) ?? `Magnitude ${level}+`} Earthquakes, Past ${capital(window)}`;
    const own = items.map((item) => rows.getOrInsertComputed(item, () => rowOf(item, settings)));
    for (const [extension, write] of Object.entries(FORMATS))
      files[`${path}.${extension}`] = write({ ...feed, title, rows: own, settings }, `${path}.${extension}`);
  }
  return files;
}

function rowOf(item: WholeItem, { baseUrl }: FeedSettings): Row {
  const event = eventOf(item, item);
  const { magnitude, depthKm, place, time } = event;
  const known = magnitude && `${magnitude.type ?? 'M'} ${magnitude.value.toFixed(1)}${inBrackets(event.doubt)}`;
  const size = known ?? 'magnitude unknown';
  const sources = sourceWords({ magnitudeSource: item.magnitude_source, source: item.source }, 'en') ?? item.source;
  const depth = depthKm === null ? 'depth unknown' : `depth ${depthKm} km`;
  const summary = `${size}, ${depth}, ${place}, ${formatInstant(time)} (${sources})`;
  return {
    event,
    geojson: feature(event, { baseUrl, isInFeed: true }),
    csv: eventCsvRow(event, { isInFeed: true }),
    atom: atomEntry({ ...event, magnitude: item.magnitude }, { title: titleOf(event), summary, baseUrl }),
  };
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
