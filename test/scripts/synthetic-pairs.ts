/** Pairs of final solutions of synthetic shocks, agency against agency, as they can be measured on real catalogues. */
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { afadReports } from '../../scripts/synthetic/afad.ts';
import { observersOf, type Observer } from '../../scripts/synthetic/detection.ts';
import { kandilliHistories, kandilliView, zeqdbReport } from '../../scripts/synthetic/kandilli.ts';
import { Random } from '../../scripts/synthetic/random.ts';
import { trueEvents, type SeismicityOptions } from '../../scripts/synthetic/seismicity.ts';
import type { OrderedEvent, TrueEvent } from '../../scripts/synthetic/events.ts';
import type { PublishedRow, ReportHistory, WireRow } from '../../scripts/synthetic/report-history.ts';
import { usgsReport } from '../../scripts/synthetic/usgs.ts';

export interface Solution extends PublishedRow {
  magnitude: number;
}

/** The final rows of one shock. */
export interface ObservedShock {
  event: TrueEvent;
  observers: Observer[];
  live?: Solution;
  /** When the live list first showed it. */
  liveAt?: EpochMs;
  zeqdb?: Solution;
  afad?: Solution;
  usgs?: Solution;
}

const final = ({ versions }: ReportHistory): WireRow => versions.findLast(({ row }) => row !== null)!.row!;

function kandilliRows(event: TrueEvent, random: Random): Pick<ObservedShock, 'live' | 'liveAt' | 'zeqdb'> {
  const view = kandilliView(event, random);
  const versions = kandilliHistories(event, view, random)[0]?.versions ?? [];
  const live = versions.findLast(({ row }) => row !== null)?.row;
  const zeqdb = final(zeqdbReport(event, view, random));
  return {
    ...(live ? { live: { ...live, magnitude: live.ml ?? NaN }, liveAt: versions[0]!.at } : {}),
    zeqdb: { ...zeqdb, magnitude: Number(zeqdb.text().split('\t')[6]) },
  };
}

function seenOf(event: TrueEvent, random: Random): ObservedShock {
  const observers = observersOf(event, random);
  const seen: ObservedShock = { event, observers };
  if (observers.includes('kandilli')) Object.assign(seen, kandilliRows(event, random));
  if (observers.includes('afad')) {
    const row = final(afadReports(event, () => '100000', random)[0]!);
    seen.afad = { ...row, magnitude: Number((JSON.parse(row.text()) as { magnitude: string }).magnitude) };
  }
  if (observers.includes('usgs')) {
    const row = final(usgsReport(event, ['us1', 'us2'], random));
    const { mag } = (JSON.parse(row.text()) as { properties: { mag: number | null } }).properties;
    seen.usgs = { ...row, magnitude: mag ?? NaN };
  }
  return seen;
}

/** What the agencies finally say of the shocks that pass. */
export function* seenShocks(
  options: SeismicityOptions,
  pass: (event: OrderedEvent) => boolean,
): Generator<ObservedShock> {
  const random = new Random();
  for (const event of trueEvents(options, pass)) {
    random.reseed(options.seed, event.n);
    yield seenOf(event, random);
  }
}

/**
 * Differences of the second to the first: s, km, magnitude; `group` is the subset of the sample.
 */
export interface Pair {
  group: string;
  seconds: number;
  km: number;
  magnitude: number;
}

export function pairsOf(
  seen: readonly ObservedShock[],
  [first, second]: ['live' | 'zeqdb' | 'afad' | 'usgs', 'live' | 'zeqdb' | 'afad' | 'usgs'],
): Pair[] {
  return seen.flatMap((each) => {
    const [a, b] = [each[first], each[second]];
    if (!a || !b || Number.isNaN(a.magnitude + b.magnitude)) return [];
    const group = each.event.overlapped ? 'overlapped' : each.event.setting;
    return [{ group, seconds: (b.time - a.time) / 1000, km: distanceKm(a, b), magnitude: b.magnitude - a.magnitude }];
  });
}

/**
 * Percentiles of a sample in which groups have the given shares. Real windows differ in how many shocks were at sea,
 * abroad, or right after a great one.
 */
export function percentiles(
  pairs: readonly Pair[],
  of: 'seconds' | 'km' | 'magnitude',
  at: readonly number[],
  shares: Record<string, number>,
): number[] {
  const counts = new Map<string, number>();
  for (const { group } of pairs) counts.set(group, (counts.get(group) ?? 0) + 1);
  const weighted = pairs
    .map((pair) => ({ value: pair[of], weight: (shares[pair.group] ?? 0) / counts.get(pair.group)! }))
    .sort((a, b) => a.value - b.value);
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0);
  return at.map((percent) => {
    let sum = 0;
    return weighted.find(({ weight }) => (sum += weight) >= (percent / 100) * total)!.value;
  });
}
