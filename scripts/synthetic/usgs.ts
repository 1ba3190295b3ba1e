/**
 * USGS's reports: automatic, then reviewed, later updated; now and then another preferred identifier, or deleted.
 */
import { DAY, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { startOfYear } from './eras.ts';
import { earlierView, viewOf, type View } from './errors.ts';
import { placeOf, usgsPlace } from './places.ts';
import type { Random } from './random.ts';
import type { TrueEvent } from './events.ts';
import { rounded, type ReportHistory, type Version, wireRow, type WireRow } from './report-history.ts';
import { usgsFeature, type UsgsRow } from './wire/usgs-geojson.ts';

/** Shares of events. The deleted are few; with `includedeleted` they stay listed. */
const SHARES = {
  otherId: 0.04,
  deleted: 0.006,
  neverReviewed: 0.05,
  noDepth: 0.003,
  noMagnitude: 0.002,
  noPlace: 0.003,
  replacedLetters: 0.05,
};

const DIGITS = '0123456789abcdefghjklmnpqrstuvwxyz';

/** The `n`-th identifier in the style of its time: `usp000abcd` until 2012, `us7000abcd` since. */
export function usgsId(n: number, time: EpochMs): string {
  let [code, rest] = ['', n];
  for (let i = 0; i < 4 || rest > 0; i += 1) {
    code = DIGITS[rest % DIGITS.length]! + code;
    rest = Math.floor(rest / DIGITS.length);
  }
  return time < startOfYear(2013) ? `usp000${code}` : `us7000${code}`;
}

type Naming = Pick<UsgsRow, 'id' | 'ids' | 'magnitudeType'> & {
  depth: boolean;
  magnitude: boolean;
  place: boolean;
  lostLetters: boolean;
};

interface State {
  at: EpochMs;
  view: View;
  status: UsgsRow['status'];
}

function rowOf({ at, view, status }: State, naming: Naming): UsgsRow {
  const position = { latitude: rounded(view.latitude, 4), longitude: rounded(view.longitude, 4) };
  const place = naming.place ? usgsPlace(placeOf(position)) : null;
  return {
    ...position,
    id: naming.id,
    ids: naming.ids,
    time: view.time,
    updated: Math.round(at),
    depthKm: naming.depth ? rounded(view.depthKm, 3) : null,
    magnitude: naming.magnitude ? rounded(view.magnitude, 1) : null,
    magnitudeType: naming.magnitudeType,
    place: naming.lostLetters && place ? place.replace(/[ığşİ]/g, '?') : place,
    status,
  };
}

function magnitudeType(magnitude: number, time: EpochMs, random: Random): string {
  if (magnitude < 3.9) return random.chance(0.7) ? 'ml' : 'mb';
  if (magnitude < 4.8) return random.chance(0.75) ? 'mb' : 'mwr';
  if (time < startOfYear(1976)) return random.chance(0.6) ? 'mw' : 'ms';
  return time < startOfYear(2010) ? random.pick(['mwc', 'mb', 'mwc', 'mwb']) : random.pick(['mww', 'mww', 'mwr', 'mb']);
}

function states(final: View, event: TrueEvent, random: Random): State[] {
  const first = event.time + random.logNormal(event.magnitude >= 5 ? 12 : 22, 0.5) * MINUTE;
  if (random.chance(SHARES.neverReviewed)) return [{ at: first, view: final, status: 'automatic' }];
  const reviewedAt = first + random.logNormal(2, 1) * HOUR;
  const finalAt = reviewedAt + random.logNormal(60, 0.6) * DAY;
  const reviewed = earlierView(final, random, { medianKm: 1, p90Km: 8 });
  const automatic = earlierView(reviewed, random, { medianKm: 5, p90Km: 20 });
  const moved = random.chance(0.6);
  return [
    { at: first, view: automatic, status: 'automatic' },
    { at: reviewedAt, view: moved ? reviewed : final, status: 'reviewed' },
    { at: finalAt, view: final, status: 'reviewed' },
    ...(random.chance(SHARES.deleted) ? [{ at: finalAt + 5 * DAY, view: final, status: 'deleted' as const }] : []),
  ];
}

/** `first` and `second` are identifiers of its own; the second is used only where the preferred one changes. */
export function usgsReport(event: TrueEvent, [first, second]: [string, string], random: Random): ReportHistory {
  const final = viewOf('usgs', event, random);
  const changes = random.chance(SHARES.otherId);
  const shared = {
    magnitudeType: magnitudeType(event.magnitude, event.time, random),
    depth: !random.chance(SHARES.noDepth),
    magnitude: !random.chance(SHARES.noMagnitude),
    place: !random.chance(SHARES.noPlace),
    lostLetters: random.chance(SHARES.replacedLetters),
  };
  const all = states(final, event, random);
  const versions = all.map((state, i): Version<WireRow> => {
    const renamed = changes && i > 0;
    const row = rowOf(state, { ...shared, id: renamed ? second : first, ids: renamed ? [second, first] : [first] });
    return { at: state.at, row: wireRow(row, () => usgsFeature(row)) };
  });
  return { feed: 'usgs-fdsn', keys: changes && all.length > 1 ? [second, first] : [first], twin: false, versions };
}
