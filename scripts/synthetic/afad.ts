/** AFAD's reports: one identifier, quick solutions, and larger shocks worked over again months later. */
import { DAY, HOUR, MINUTE, wholeSecond, type EpochMs } from '#core/time.ts';
import { displaced, earlierView, viewOf, type View } from './errors.ts';
import { afadPlace, placeOf } from './places.ts';
import type { Random } from './random.ts';
import type { TrueEvent } from './events.ts';
import { rounded, type ReportHistory, type Version, wireRow, type WireRow } from './report-history.ts';
import { afadObject, type AfadRow } from './wire/afad-json.ts';

/**
 * Shares: of 974 M >= 4 events 569 moved between two files three years apart, 108 changed magnitude; seven of February
 * 2023 vanished.
 */
const SHARES = {
  reworked: 0.6,
  expedited: 0.25,
  smallChanged: 0.003,
  vanished: 0.007,
  smallVanished: 0.0005,
  noDepth: 0.0005,
  noNeighbourhood: 0.05,
  /**
   * In the 24 hours after 2023-02-06 01:17, 3 of 261 shocks of M >= 4 appear twice, and 9 of 553 of M >= 3.
   * They are some seconds and km apart.
   */
  duplicate: 0.014,
};

const LARGE = 4;

/** Identifiers of the service's own analyses begin far above those of the unified old catalogue (below 25,000). */
const FIRST_ID = 100_000;

/** The `n`-th identifier: unique, but not in order of time: each run of eight is shuffled. */
export function afadId(n: number): string {
  const block = n >>> 3;
  return String(FIRST_ID + block * 8 + ((n & 7) ^ (Math.imul(block, 0x9e3779b1) >>> 29)));
}

interface Naming {
  id: string;
  magnitudeType: string;
  rms: number;
  neighbourhood: boolean;
  depthGiven: boolean;
}

function rowOf(view: View, naming: Naming, update: EpochMs | null): AfadRow {
  const position = { latitude: rounded(view.latitude, 5), longitude: rounded(view.longitude, 5) };
  const place = placeOf(position);
  const inTurkiye = place.setting === 'land';
  return {
    ...position,
    id: naming.id,
    time: wholeSecond(view.time),
    depthKm: naming.depthGiven ? rounded(view.depthKm, 2) : null,
    rms: naming.rms,
    magnitudeType: naming.magnitudeType,
    magnitude: rounded(view.magnitude, 1),
    location: afadPlace(place),
    country: place.setting === 'abroad' ? place.name : 'Türkiye',
    province: place.km > 200 ? null : place.seat.province,
    district: inTurkiye ? place.seat.district : null,
    neighbourhood: inTurkiye && naming.neighbourhood ? place.village : null,
    update,
  };
}

/** `ML` in this spelling mostly; Mw for the larger. */
function magnitudeType(magnitude: number, random: Random): string {
  if (random.chance(magnitude < 3 ? 0.02 : magnitude < LARGE ? 0.1 : 0.9)) return random.chance(0.9) ? 'MW' : 'Mw';
  return random.chance(0.97) ? 'ML' : 'Ml';
}

/** Views with the instants from which they are valid, oldest first; the last one is final. */
function states(final: View, event: TrueEvent, random: Random): { at: EpochMs; view: View }[] {
  const first = event.time + random.logNormal(event.magnitude >= LARGE ? 6 : 14, 0.8) * MINUTE;
  const large = event.magnitude >= LARGE;
  const changes: { after: number; medianKm: number; p90Km: number }[] = [];
  if (large && random.chance(SHARES.expedited))
    changes.push({ after: random.logNormal(6, 0.8) * HOUR, medianKm: 2, p90Km: 12 });
  if (random.chance(large ? SHARES.reworked : SHARES.smallChanged)) {
    changes.push({ after: random.logNormal(large ? 200 : 3, 0.9) * DAY, medianKm: 1.5, p90Km: 7 });
  }
  let view = final;
  const earlier: View[] = [];
  for (const change of changes.toReversed()) earlier.unshift((view = earlierView(view, random, change)));
  // Only 108 of 569 moved ones changed in magnitude.
  for (const each of earlier) if (random.chance(0.8)) each.magnitude = final.magnitude;
  return [...earlier, final].map((each, i) => ({ at: first + (i === 0 ? 0 : changes[i - 1]!.after), view: each }));
}

function historyOfReport(final: View, event: TrueEvent, { id, random }: { id: string; random: Random }): ReportHistory {
  const naming: Naming = {
    id,
    magnitudeType: magnitudeType(event.magnitude, random),
    rms: rounded(Math.min(3, random.logNormal(0.45, 0.5)), 2),
    neighbourhood: !random.chance(SHARES.noNeighbourhood),
    depthGiven: !random.chance(SHARES.noDepth),
  };
  const versions = states(final, event, random).map(({ at, view }, i): Version<WireRow> => {
    const row = rowOf(view, naming, i === 0 ? null : Math.round(at));
    return { at, row: wireRow(row, () => afadObject(row)) };
  });
  if (random.chance(event.magnitude >= LARGE ? SHARES.vanished : SHARES.smallVanished)) {
    versions.push({ at: versions.at(-1)!.at + random.logNormal(60, 1) * DAY, row: null });
  }
  return { feed: 'afad-api', keys: [id], twin: false, versions };
}

/** AFAD's report. In the hours after a great shock some have a second report under an identifier of its own. */
export function afadReports(event: TrueEvent, nextId: () => string, random: Random): ReportHistory[] {
  const final = viewOf('afad', event, random);
  const histories = [historyOfReport(final, event, { id: nextId(), random })];
  if (!event.overlapped || !random.chance(SHARES.duplicate)) return histories;
  const second: View = {
    ...final,
    ...displaced(final, random, { core: 3, spread: 0.5, tail: 0, far: 3 }),
    time: final.time + 1000 * random.between(-2, 2),
    magnitude: final.magnitude - random.between(0, 0.4),
  };
  return [...histories, { ...historyOfReport(second, event, { id: nextId(), random }), twin: true }];
}
