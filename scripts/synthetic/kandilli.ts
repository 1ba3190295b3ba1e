/** Kandilli's reports: quick solutions that are silently replaced, and the reviewed catalogue months later. */
import { DAY, HOUR, MINUTE, wholeSecond, type EpochMs } from '#core/time.ts';
import { startOfYear } from './eras.ts';
import { displaced, earlierView, viewOf, type View } from './errors.ts';
import { kandilliPlace, placeOf } from './places.ts';
import type { Quantiles, Random } from './random.ts';
import type { TrueEvent } from './events.ts';
import { rounded, type ReportHistory, type Version, wireRow, type WireRow } from './report-history.ts';
import type { LiveRow } from './wire/live-page.ts';
import { xmlElement, type QualityStyle } from './wire/monthly-xml.ts';
import { zeqdbRecord, type ZeqdbRow } from './wire/zeqdb-text.ts';

/** Minutes from origin to publication (both ends are ours). */
const DELAY_MINUTES: Quantiles = [
  [0, 2],
  [0.05, 8],
  [0.25, 21],
  [0.5, 52],
  [0.75, 126],
  [0.9, 570],
  [1, 2880],
];

/** Hours from publication to replacement (both ends are ours). */
const REPLACED_HOURS: Quantiles = [
  [0, 1],
  [0.1, 11],
  [0.5, 42],
  [0.9, 116],
  [1, 400],
];

/** Shares of rows. */
const SHARES = {
  replaced: 0.086,
  revised: 0.003,
  placeChanged: 0.009,
  withdrawn: 0.001,
  twin: 0.00016,
  noMagnitude: 0.0005,
  noPlace: 0.0003,
};

/**
 * Shares of the shocks in the hours after a great one that come only days later.
 * Measured in the 24 hours after 2023-02-06 01:17, at M 3.6, 4.2, 4.7 and 5 or more.
 * The monthly list two days later lacked 30, 23, 15 and 4 % of zeqdb's shocks.
 */
const delayedShare = (magnitude: number): number => Math.min(0.3, Math.max(0.02, 0.2 * (5.3 - magnitude)));

/** How far a replaced solution lay from the one after it. */
const MOVED = { medianKm: 0.7, p90Km: 5 };

/** The monthly lists begin in 2003; zeqdb lags by about 75 days. */
const XML_SINCE = startOfYear(2003);
const ZEQDB_LAG = 75 * DAY;

/** Rows of a shock on the live page and in the monthly lists. */
interface KandilliHistory {
  versions: Version<LiveRow>[];
  twin: boolean;
  style: QualityStyle;
}

const tenth = (value: number): number => rounded(value, 1);

/** ML falls behind for great shocks. */
const localMagnitude = (magnitude: number): number => tenth(magnitude - 0.3 * Math.max(0, magnitude - 6.4));

function liveRow(view: View, random: Random, hasMw: boolean): LiveRow {
  const position = { latitude: rounded(view.latitude, 4), longitude: rounded(view.longitude, 4) };
  return {
    ...position,
    time: wholeSecond(view.time),
    depthKm: tenth(view.depthKm),
    md: null,
    ml: random.chance(SHARES.noMagnitude) ? null : localMagnitude(view.magnitude),
    mw: hasMw ? tenth(view.magnitude + 0.04 * random.normal()) : null,
    place: random.chance(SHARES.noPlace) ? '' : kandilliPlace(placeOf(position)),
    revision: null,
  };
}

/** Large shocks are published first. */
function delay(random: Random, { magnitude, overlapped }: TrueEvent): number {
  const minutes = random.quantile(DELAY_MINUTES);
  if (overlapped && random.chance(delayedShare(magnitude))) return random.between(3, 60) * DAY;
  return (
    MINUTE *
    (magnitude >= 4 ? Math.min(minutes, random.between(3, 12)) : magnitude >= 3 ? Math.min(minutes, 60) : minutes)
  );
}

/** The solutions, oldest first, and whether the replacing ones are marked REVIZE. */
function solutions(final: View, random: Random): { views: View[]; marked: boolean } {
  const marked = random.chance(SHARES.revised);
  // Among 203 marked rows 191 were REVIZE01, 9 were 02 and 3 were 03.
  const steps = marked
    ? 1 + (random.chance(0.06) ? 1 + (random.chance(0.25) ? 1 : 0) : 0)
    : random.chance(SHARES.replaced)
      ? 1
      : 0;
  const views = [final];
  for (let i = 0; i < steps; i += 1) views.unshift(earlierView(views[0]!, random, MOVED));
  return { views, marked };
}

function historyOf(final: View, event: TrueEvent, random: Random): Version<LiveRow>[] {
  const hasMw = random.chance(event.magnitude < 2.9 ? 0.01 : event.magnitude < 4 ? 0.62 : 0.8);
  const { views, marked } = solutions(final, random);
  const versions: Version<LiveRow>[] = [];
  let at = event.time + delay(random, event);
  for (const view of views) {
    const row = liveRow(view, random, hasMw);
    const before = versions.at(-1)?.row;
    if (marked && before) row.revision = { number: versions.length, previous: before.time };
    versions.push({ at, row });
    at += random.quantile(REPLACED_HOURS) * HOUR;
  }
  addLater(versions, random, at);
  return versions;
}

/** The mark disappears (188 of 203), a place is corrected, a row vanishes. */
function addLater(versions: Version<LiveRow>[], random: Random, at: EpochMs): void {
  const { row } = versions.at(-1)!;
  if (row?.revision && random.chance(0.92)) versions.push({ at, row: { ...row, revision: null } });
  else if (row && random.chance(SHARES.placeChanged)) {
    const { latitude, longitude } = row;
    versions.push({ at, row: { ...row, place: kandilliPlace(placeOf({ latitude: latitude + 0.05, longitude })) } });
  } else if (random.chance(SHARES.withdrawn)) versions.push({ at, row: null });
}

/** Endings of the texts in the monthly lists: most have none, a quarter `ilksel`. */
const styleOf = (random: Random): QualityStyle =>
  random.chance(0.25) ? 'ilksel' : random.chance(0.5) ? 'glued' : 'bare';

export function kandilliHistories(event: TrueEvent, final: View, random: Random): KandilliHistory[] {
  if (event.time < XML_SINCE) return [];
  const histories = [{ versions: historyOf(final, event, random), twin: false, style: styleOf(random) }];
  if (!random.chance(SHARES.twin)) return histories;
  const second: View = {
    ...final,
    ...displaced(final, random, { core: 5, spread: 0.5, tail: 0, far: 5 }),
    time: final.time + 1000 * random.between(-2, 2),
  };
  return [...histories, { versions: historyOf(second, event, random), twin: true, style: styleOf(random) }];
}

/** The history in the monthly lists. */
export function xmlReport({ versions, twin, style }: KandilliHistory): ReportHistory {
  const wired = versions.map(({ at, row }): Version<WireRow> => ({
    at,
    row: row && wireRow(row, () => xmlElement(row, style)),
  }));
  return { feed: 'kandilli-xml', keys: [], twin, versions: wired };
}

/** Duration, body-wave and surface-wave magnitudes until 1998, local and moment magnitudes since. */
function zeqdbMagnitudes(view: View, random: Random): Pick<ZeqdbRow, 'md' | 'ml' | 'mw' | 'ms' | 'mb'> {
  const none = { md: null, ml: null, mw: null, ms: null, mb: null };
  const near = (): number => Math.max(0.1, tenth(view.magnitude + 0.08 * random.normal()));
  if (random.chance(SHARES.noMagnitude)) return none;
  if (view.time >= startOfYear(1999)) {
    const ml = Math.max(0.1, localMagnitude(view.magnitude));
    return { ...none, ml, mw: view.magnitude >= 3.5 && random.chance(0.8) ? near() : null };
  }
  const md = random.chance(0.8) ? near() : null;
  return {
    ...none,
    md,
    mb: md === null || random.chance(0.4) ? near() : null,
    ms: view.magnitude > 4.5 && random.chance(0.4) ? near() : null,
  };
}

/**
 * A fifth of 800 zeqdb rows have the epicentre of the monthly list.
 * The others lay 0.8 km off in the median, 4.8 at 90 %.
 * All 236 of the 24 hours after 2023-02-06 01:17 lay 1.3 km off in the median, 9.5 at 90 %.
 * One in twenty of these was more than a second off.
 */
function reviewed(final: View, random: Random, overlapped: boolean): View {
  if (random.chance(0.21)) return final;
  const moves = overlapped ? { medianKm: 1.9, p90Km: 11 } : { medianKm: 0.8, p90Km: 4.8 };
  const { time, latitude, longitude, magnitude } = earlierView(final, random, moves);
  return {
    ...final,
    ...(overlapped && random.chance(0.15) ? { time } : {}),
    latitude,
    longitude,
    magnitude: random.chance(0.6) ? final.magnitude : magnitude,
  };
}

export function zeqdbReport(event: TrueEvent, final: View, random: Random): ReportHistory {
  const view = reviewed(final, random, event.overlapped);
  const position = { latitude: rounded(view.latitude, 4), longitude: rounded(view.longitude, 4) };
  const row: ZeqdbRow = {
    ...position,
    time: Math.floor(view.time / 10) * 10,
    depthKm: random.chance(0.02) ? null : tenth(view.depthKm),
    ...zeqdbMagnitudes(view, random),
    blast: event.eventType === 'quarry blast' && random.chance(0.2),
    place: kandilliPlace(placeOf(position)),
    offset: random.chance(0.63) ? random.between(0, 6) : null,
  };
  const versions = [{ at: event.time + ZEQDB_LAG, row: wireRow(row, () => zeqdbRecord(row)) }];
  return { feed: 'kandilli-zeqdb', keys: [], twin: false, versions };
}

/** Kandilli's view of a shock, from which all its reports derive. */
export const kandilliView = (event: TrueEvent, random: Random): View => viewOf('kandilli', event, random);
