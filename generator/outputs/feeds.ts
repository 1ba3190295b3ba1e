/** GeoJSON feeds of the last hour, day, week and month, in the shape and with the thresholds of the USGS. */
import type { Earthquake } from '#core/earthquake.ts';
import { eventOf } from '#core/fdsn/event.ts';
import { collectionFoot, collectionHead, feature, significance } from '#core/fdsn/geojson.ts';
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import { fullItem, listItem } from '#core/wire.ts';

const WINDOWS = { hour: HOUR, day: DAY, week: 7 * DAY, month: 30 * DAY } as const;

export const LONGEST_WINDOW = WINDOWS.month;

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
  /** At least those of {@link LONGEST_WINDOW} before `asOf`, in any order. */
  earthquakes: readonly Earthquake[];
  asOf: EpochMs;
  settings: { serviceName: string; baseUrl: string };
}

/** Path → content. */
export function feedFiles({ earthquakes, asOf, settings }: FeedInputs): Record<string, string> {
  const { baseUrl, serviceName } = settings;
  const rows = earthquakes
    .filter(({ time }) => time <= asOf && time > asOf - LONGEST_WINDOW)
    .toSorted((a, b) => b.time - a.time || b.id - a.id)
    .map((earthquake) => {
      const event = eventOf(listItem(earthquake), fullItem(earthquake));
      return { event, magnitude: earthquake.magnitude, text: feature(event, { baseUrl }) };
    });
  const files: Record<string, string> = {};
  for (const [window, length] of Object.entries(WINDOWS))
    for (const [level, isIn] of Object.entries(LEVELS)) {
      const own = rows.filter(({ event, magnitude }) => event.time > asOf - length && isIn(magnitude));
      const generated = own.reduce((last, { event }) => Math.max(last, event.updatedAt), startOfDay(asOf, own.length));
      const path = `feed/v1.0/summary/${level}_${window}.geojson`;
      const title = `${serviceName} ${TITLES[level] ?? `Magnitude ${level}+`} Earthquakes, Past ${capital(window)}`;
      const head = collectionHead({ generated, url: `${baseUrl}/${path}`, title, count: own.length });
      files[path] = head + own.map(({ text }) => text).join(',\n') + collectionFoot(own.map(({ event }) => event));
    }
  return files;
}

/** The bytes of a feed without events change once a day, those of others with their events alone. */
const startOfDay = (asOf: EpochMs, events: number): EpochMs => (events === 0 ? Math.floor(asOf / DAY) * DAY : 0);

const capital = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
