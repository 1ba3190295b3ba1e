/** Seeded earthquakes with a history of revisions, retractions and merges. Nothing in them is real. */
import type { Change } from '#core/changes.ts';
import { contentHash } from '#core/etag.ts';
import { AGENCIES, type Agency, type Earthquake, type Magnitude, type Solution } from '#core/earthquake.ts';
import { provinceOf } from '#core/provinces.ts';
import { bandOf } from '#core/shard.ts';
import { baseSlug } from '#core/text.ts';
import { DAY, type EpochMs, epochOfCivil, HOUR, MINUTE, SECOND, wholeSecond } from '#core/time.ts';

/** 2026-07-01T12:00:00Z, the `as_of` of every synthetic dataset. */
export const AS_OF: EpochMs = Date.UTC(2026, 6, 1, 12);

export type Random = () => number;

/** mulberry32 (T. Ettinger, public domain): numbers in [0, 1), the same for a seed everywhere. */
export function random(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(draw: Random, values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;
const round = (value: number, decimals: number): number => Number(value.toFixed(decimals)) + 0;

const PLACES = [
  'Seferihisar (İzmir)',
  'Pazarcık (Kahramanmaraş)',
  'Gölcük (Kocaeli)',
  'Çandarlı Körfezi (Ege Denizi)',
  'Şarköy (Tekirdağ)',
  'IĞDIR',
  'Crete, Greece',
];

export interface History {
  current: Earthquake[];
  retracted: Earthquake[];
  changes: Change[];
}

/** First every earthquake is published, some fifty at a time; then come rounds of revisions, retractions and merges. */
export function makeHistory(draw: Random, count: number, places: readonly string[] = PLACES): History {
  const current = new Map<number, Earthquake>();
  const retracted: Earthquake[] = [];
  const changes: Change[] = [];
  let at = AS_OF - 20 * DAY;
  const publish = (earthquake: Earthquake): void => {
    current.set(earthquake.id, { ...earthquake, updatedAt: at });
    changes.push({
      kind: 'record',
      sequence: changes.length + 1,
      updatedAt: at,
      id: earthquake.id,
      band: bandOf(earthquake.magnitude),
      time: wholeSecond(earthquake.time),
    });
  };
  const remove = (earthquake: Earthquake, into: number | undefined): void => {
    const base = { sequence: changes.length + 1, updatedAt: at, id: earthquake.id, eventId: earthquake.eventId };
    changes.push(into === undefined ? { ...base, kind: 'retracted' } : { ...base, kind: 'merged', into });
    if (into === undefined) retracted.push(earthquake);
    current.delete(earthquake.id);
  };
  for (let id = 1; id <= count; id += 1) {
    if (id % 50 === 0) at += 7 * MINUTE;
    publish(makeEarthquake(draw, id, places));
  }
  for (let round = 0; round < 12; round += 1) {
    at += 11 * HOUR + 500;
    for (const earthquake of [...current.values()].filter(() => draw() < 0.02)) {
      const fate = draw();
      if (fate < 0.1) remove(earthquake, undefined);
      else if (fate < 0.2) remove(earthquake, earthquake.id === 1 ? undefined : 1);
      else publish(revised(draw, earthquake));
    }
  }
  return { current: [...current.values()], retracted, changes };
}

const slugs = new Map<string, string>();
const slugOf = (place: string, magnitude: number | null): string =>
  slugs.getOrInsertComputed(`${place} ${magnitude}`, () => baseSlug(place, magnitude));

function makeEarthquake(draw: Random, id: number, places: readonly string[]): Earthquake {
  const { time, precision } = makeTime(draw);
  const latitude = round(34 + draw() * 9, 4);
  const longitude = round(25 + draw() * 20, 4);
  const depthKm = draw() < 0.06 ? null : round(draw() * 40 - 1, 1);
  const place = pick(draw, places);
  const eventType = draw() < 0.05 ? 'quarry blast' : 'earthquake';
  const agencies = AGENCIES.filter(() => draw() < 0.4);
  const solutions = (agencies.length > 0 ? agencies : [pick(draw, AGENCIES)]).map((agency): Solution => {
    const magnitudes = draw() < 0.08 ? [] : [makeMagnitude(draw)];
    const where = { latitude, longitude, depthKm, place, eventType };
    return {
      agency,
      eventId: `${agency}-${id}`,
      time,
      precision,
      ...where,
      magnitudes,
      quality: null,
      updatedAt: null,
    };
  });
  const lead = solutions.find(({ magnitudes }) => magnitudes.length > 0)?.magnitudes[0];
  return {
    id,
    eventId: contentHash(`event ${id}`).slice(0, 16),
    slug: `${slugOf(place, lead?.value ?? null)}-${id}`,
    time,
    precision,
    latitude,
    longitude,
    depthKm,
    magnitude: lead?.value ?? null,
    magnitudeType: lead?.type ?? null,
    ...(lead && id % 50 === 0 ? { magnitudeDoubtful: true } : {}),
    location: place,
    locationEn: place,
    ...provinceIn(place),
    source: sourceOf(solutions),
    quality: draw() < 0.5 ? 'reviewed' : 'automatic',
    eventType,
    ...probabilityOf(id, { eventType, magnitude: lead?.value ?? null }),
    updatedAt: 0,
    solutions,
    mechanism: null,
    shakemap: null,
    revisions: [],
  };
}

/** Of small ones alone, and also the bound itself, which is no blast yet. */
function probabilityOf(
  id: number,
  { eventType, magnitude }: Pick<Earthquake, 'eventType' | 'magnitude'>,
): Pick<Earthquake, 'blastProbability'> {
  if (eventType !== 'earthquake' || magnitude === null || magnitude >= 3.5) return {};
  const blastProbability = [0.5, 0.51, 0.97, 0.03][id % 12];
  return blastProbability === undefined ? {} : { blastProbability };
}

/** `Gölcük (Kocaeli)`. */
function provinceIn(place: string): Pick<Earthquake, 'provinceCode' | 'district'> {
  const [, district, unit = ''] = /^(.+) \((.+)\)$/.exec(place) ?? [];
  const province = provinceOf(unit);
  return province && district ? { provinceCode: province.code, district } : {};
}

/** The first agency that gave a magnitude. */
const sourceOf = (solutions: Solution[]): Agency =>
  (solutions.find(({ magnitudes }) => magnitudes.length > 0) ?? solutions[0]!).agency;

/** Gutenberg-Richter with b = 0.4, cut at 7.9: enough of every band in a small catalogue. */
const makeMagnitude = (draw: Random): Magnitude => ({
  type: pick(draw, ['ML', 'MD', 'Mw', null]),
  value: round(Math.min(7.9, 0.8 - Math.log10(1 - draw()) / 0.4), 1),
});

/**
 * Mostly of the last year and of the last two days, crowded into few seconds so that ties occur; some old, some
 * ancient.
 */
function makeTime(draw: Random): { time: EpochMs; precision: 'second' | 'day' } {
  const era = draw();
  if (era < 0.03) {
    const civil = {
      year: 1 + Math.floor(draw() * 1899),
      month: 2,
      day: 3,
      hour: 0,
      minute: 0,
      second: 0,
      millisecond: 0,
    };
    return { time: epochOfCivil(civil)!, precision: 'day' };
  }
  const back = era < 0.2 ? draw() * 60 * 365 * DAY : era < 0.3 ? draw() * 2 * DAY : draw() * 400 * DAY;
  const coarse = draw() < 0.2 ? 6 * HOUR : SECOND / 10;
  return { time: Math.floor((AS_OF - MINUTE - back) / coarse) * coarse, precision: 'second' };
}

function revised(draw: Random, earthquake: Earthquake): Earthquake {
  const magnitude = earthquake.magnitude === null || draw() < 0.5 ? makeMagnitude(draw).value : earthquake.magnitude;
  const [first, ...rest] = earthquake.solutions;
  const lead = { ...first!, magnitudes: [{ type: 'ML', value: magnitude }] };
  return {
    ...earthquake,
    time: draw() < 0.5 ? earthquake.time : earthquake.time + Math.floor(draw() * 5000),
    magnitude,
    magnitudeType: 'ML',
    depthKm: draw() < 0.3 ? 7 : earthquake.depthKm,
    source: lead.agency,
    solutions: [lead, ...rest],
  };
}
