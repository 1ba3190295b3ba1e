/** Feeds of the last hour, day, week and month, in the shapes and with the thresholds of the USGS. */
import type { Earthquake } from '#core/earthquake.ts';
import { EVENT_CSV_HEAD, eventCsvRow } from '#core/fdsn/csv.ts';
import { eventOf, type FdsnEvent } from '#core/fdsn/event.ts';
import { collectionFoot, collectionHead, feature, significance, titleOf } from '#core/fdsn/geojson.ts';
import type { Markup } from '#core/fdsn/xml.ts';
import { FEEDS } from '#core/paths.ts';
import { DAY, formatInstant, HOUR, type EpochMs } from '#core/time.ts';
import { fullItem, listItem } from '#core/wire.ts';
import { atomEntry, atomFeed, dayOf } from './atom.ts';
import type { FeedSettings } from './rss.ts';

const WINDOWS = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY } as const;

/** Age of the oldest earthquake that may have left a feed today. */
export const OLDEST_AGE = WINDOWS.month + DAY;

/** What is rounded up to the number is in: 4.45 is in the feed of 4.5. */
const LEVELS: Record<string, (magnitude: number | null) => boolean> = {
  all: () => true,
  '1.0': (magnitude) => magnitude !== null && magnitude >= 0.95,
  '2.5': (magnitude) => magnitude !== null && magnitude >= 2.45,
  '4.5': (magnitude) => magnitude !== null && magnitude >= 4.45,
  significant: (magnitude) => significance(magnitude) >= 600,
};

const TITLES: Record<string, string> = { all: 'All', significant: 'Significant' };

interface FeedInputs {
  /** At least those of {@link OLDEST_AGE} before `asOf`, in any order. */
  earthquakes: readonly Earthquake[];
  asOf: EpochMs;
  settings: FeedSettings;
}

/** An earthquake as each format has it. */
interface Row {
  earthquake: Earthquake;
  event: FdsnEvent;
  geojson: string;
  csv: string;
  atom: Markup;
}

interface Feed {
  path: string;
  title: string;
  /** When what it holds last changed. */
  generated: EpochMs;
  rows: readonly Row[];
  settings: FeedSettings;
}

/** By extension. */
const FORMATS: Record<string, (feed: Feed) => string> = {
  geojson({ path, title, generated, rows, settings: { baseUrl } }) {
    const head = collectionHead({ generated, url: `${baseUrl}/${path}`, title, count: rows.length });
    return head + rows.map(({ geojson }) => geojson).join(',\n') + collectionFoot(rows.map(({ event }) => event));
  },
  csv: ({ rows }) => EVENT_CSV_HEAD + rows.map(({ csv }) => csv).join(''),
  atom({ path, title, generated, rows, settings }) {
    const earthquakes = rows.map(({ earthquake }) => earthquake);
    const entries = rows.map(({ atom }) => atom);
    return atomFeed({ path, title, language: 'en', updated: generated, earthquakes, settings }, entries);
  },
};

/** Path → content. */
export function feedFiles({ earthquakes, asOf, settings }: FeedInputs): Record<string, string> {
  const newest = earthquakes.filter(({ time }) => time <= asOf).toSorted((a, b) => b.time - a.time || b.id - a.id);
  const rows = newest.filter(({ time }) => time > asOf - WINDOWS.month).map((one) => rowOf(one, settings));
  const files: Record<string, string> = {};
  for (const [window, length] of Object.entries(WINDOWS))
    for (const [level, isIn] of Object.entries(LEVELS)) {
      const own = rows.filter(({ earthquake: { time, magnitude } }) => time > asOf - length && isIn(magnitude));
      const left = newest.find(({ time, magnitude }) => time <= asOf - length && isIn(magnitude));
      const title = `${settings.serviceName} ${TITLES[level] ?? `Magnitude ${level}+`} Earthquakes, Past ${capital(window)}`;
      const generated = own.reduce(
        (last, { earthquake: { updatedAt } }) => Math.max(last, updatedAt),
        Math.max(dayOf(asOf), left ? left.time + length : 0),
      );
      for (const [extension, write] of Object.entries(FORMATS)) {
        const path = `${FEEDS}summary/${level}_${window}.${extension}`;
        files[path] = write({ path, title, generated, rows: own, settings });
      }
    }
  return files;
}

function rowOf(earthquake: Earthquake, { baseUrl }: FeedSettings): Row {
  const event = eventOf(listItem(earthquake), fullItem(earthquake));
  const { magnitude, depthKm, place, time } = event;
  const size = magnitude ? `${magnitude.type ?? 'M'} ${magnitude.value.toFixed(1)}` : 'magnitude unknown';
  const depth = depthKm === null ? 'depth unknown' : `depth ${depthKm} km`;
  const summary = `${size}, ${depth}, ${place}, ${formatInstant(time)} (${earthquake.source})`;
  return {
    ...{ earthquake, event },
    geojson: feature(event, { baseUrl, isInFeed: true }),
    csv: eventCsvRow(event),
    atom: atomEntry(earthquake, { title: titleOf(event), summary, baseUrl }),
  };
}

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
