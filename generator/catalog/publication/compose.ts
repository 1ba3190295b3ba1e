/** Composes an earthquake's record from the current solution versions of its agency events. Pure. */
import { contentHash } from '#core/etag.ts';
import {
  type Agency,
  type Earthquake,
  effectsOf,
  eventNamesOf,
  type Magnitude,
  placeEnOf,
  type Solution,
} from '#core/earthquake.ts';
import { pickUncertainties, type Uncertainties, uncertaintiesField } from '#core/record/uncertainties.ts';
import { distanceKm } from '#core/geo.ts';
import { isLoneVoice } from '#core/lone-voice.ts';
import type { EpochMs } from '#core/time.ts';
import type { BlastProbability } from '#seismology/blasts/probability.ts';
import type { Member, SolutionVersion } from '../documents/solution-version.ts';
import { locationOf, provincesReached, type PlaceName } from './location.ts';
import { preferredDepthKm } from './depth.ts';
import { eventTypeOf } from './event-type.ts';
import { compareOwn, orderSolutions } from './preference.ts';
import { orderMagnitudes, primaryMagnitude } from './primary-magnitude.ts';
import { FEED_GROUPS } from '../documents/feed-groups.ts';
import { surenessOf } from './sureness.ts';
import type { Products } from '../documents/products.ts';

/** An earthquake's record without id, names, instants and revisions. */
export type Draft = Omit<Earthquake, 'id' | 'eventId' | 'slug' | 'updatedAt' | 'revisions'>;

/** Latitude and longitude are rounded to 5 decimals (about 1 m), depth to 2 (10 m): finer than any network resolves. */
const round = (value: number, digits: number): number => {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor || 0;
};

interface Composition {
  placeName: PlaceName;
  /** When it is published; absent: long after it. */
  at?: EpochMs;
  blastProbability?: BlastProbability;
  /** Whether other agencies lack it though they should have it: what one agency alone says is doubtful then. */
  isUnconfirmed?: boolean;
}

/** @param members at least one */
export function compose(
  members: Member[],
  products: Products,
  { placeName, at = Infinity, blastProbability, isUnconfirmed = false }: Composition,
): Draft {
  const given = solutionsOf(members);
  const primary = primaryMagnitude(given);
  const solutions = withOutliers(given, primary);
  const [preferred] = solutions as [Solution];
  const { time, precision, latitude, longitude } = preferred;
  const magnitude = primary?.magnitude.value ?? null;
  const [depthKm, eventType] = [preferredDepthKm(solutions), eventTypeOf(solutions, magnitude)];
  const origin = { time, precision, latitude, longitude, depthKm, magnitude };
  const location = locationOf(solutions, placeName);
  const blast = blastProbability?.({ ...origin, district: location.district, eventType, solutions });
  return {
    ...origin,
    magnitudeType: primary?.magnitude.type ?? null,
    ...(primary?.isDoubtful || (isUnconfirmed && isLone(solutions, primary)) ? { magnitudeDoubtful: true } : {}),
    ...surenessOf(primary, solutions, at),
    ...location,
    ...provincesReached(preferred, primary?.magnitude.value ?? null, placeName),
    source: preferred.agency,
    quality: preferred.quality,
    eventType,
    ...(blast === undefined ? {} : { blastProbability: blast }),
    solutions,
    mechanism: products.mechanism,
    shakemap: products.shakemap,
  };
}

/** What the choice left out is marked, so that no field but `sources` repeats it. */
function withOutliers(solutions: Solution[], primary: ReturnType<typeof primaryMagnitude>): Solution[] {
  const { outliers, magnitude: chosen } = primary ?? {};
  if (!outliers?.size) return solutions;
  const marked = (one: Magnitude): Magnitude =>
    outliers.has(one) && one !== chosen ? { ...one, isOutlier: true } : one;
  return solutions.map((solution) => ({ ...solution, magnitudes: solution.magnitudes.map(marked) }));
}

const isLone = (agencies: readonly Solution[], primary: ReturnType<typeof primaryMagnitude>): boolean =>
  isLoneVoice({ agencies, magnitude: primary?.magnitude.value ?? null });

/** One solution an agency, the preferred one first. */
function solutionsOf(members: Member[]): Solution[] {
  const byAgency = Map.groupBy(members, ({ feedGroup }): Agency => FEED_GROUPS[feedGroup]!.agency);
  return orderSolutions([...byAgency].map(([agency, own]) => agencySolution(agency, byPreference(own))));
}

/** The best report first. A single one, the usual case, is compared with nothing. */
function byPreference(own: Member[]): [Member, ...Member[]] {
  const reportOf = ({ feedGroup, key, solutionVersion }: Member) => ({ ...solutionVersion, feedGroup, key });
  return own.toSorted((a, b) => compareOwn(reportOf(a), reportOf(b))) as [Member, ...Member[]];
}

/**
 * An agency's other reports farther than this, in km, from its best one give no words, and no magnitude while a nearer
 * one has any.
 */
const ASTRAY_KM = { magnitude: 50, words: 10 };

const isKeyed = ({ feedGroup }: Member): boolean => FEED_GROUPS[feedGroup]!.keyed;

/**
 * The solution of the agency's best report; depth and place from the others where that has none, magnitudes from all
 * that lie near it.
 */
function agencySolution(agency: Agency, own: [Member, ...Member[]]): Solution {
  const [{ key, solutionVersion }] = own;
  const within = (km: number): Member[] =>
    own.filter((member) => distanceKm(member.solutionVersion, solutionVersion) <= km);
  const first = <T>(value: (version: SolutionVersion) => T | null, members: Member[] = own): T | null =>
    members.map((member) => value(member.solutionVersion)).find((one) => one !== null) ?? null;
  const depthKm = first(({ depthKm: depth }) => depth);
  const others = [...new Set(own.filter(isKeyed).map((member) => member.key))].filter((one) => one !== key).sort();
  const magnitudes = [within(ASTRAY_KM.magnitude), own]
    .map((some) => preferTyped(some.flatMap((member) => member.solutionVersion.magnitudes)))
    .find((some) => some.length > 0);
  const ordered = orderMagnitudes(magnitudes ?? [], { time: solutionVersion.time, depthKm });
  const [lead] = ordered;
  const [named] = within(ASTRAY_KM.words).filter(({ solutionVersion: { place } }) => place !== null);
  return {
    agency,
    eventId: key,
    ...(others.length > 0 ? { otherEventIds: others } : {}),
    time: solutionVersion.time,
    precision: solutionVersion.precision,
    latitude: round(solutionVersion.latitude, 5),
    longitude: round(solutionVersion.longitude, 5),
    depthKm: depthKm === null ? null : round(depthKm, 2),
    magnitudes: ordered,
    quality: solutionVersion.quality,
    place: named?.solutionVersion.place ?? null,
    ...placeEnOf(named?.solutionVersion ?? {}),
    ...eventNamesOf(solutionVersion),
    eventType: first(({ eventType }) => (eventType === 'earthquake' ? null : eventType)) ?? 'earthquake',
    ...effectsOf(solutionVersion),
    ...uncertaintiesField(uncertaintiesOf(solutionVersion, { depthKm, lead })),
    updatedAt: solutionVersion.updatedAt,
  };
}

/** Of the report itself: not of a depth or magnitude that another report of the agency gave. */
function uncertaintiesOf(
  { uncertainties, depthKm, magnitudes }: SolutionVersion,
  shown: { depthKm: number | null; lead: Magnitude | undefined },
): Uncertainties | undefined {
  if (!uncertainties) return undefined;
  const isOwnDepth = depthKm === shown.depthKm;
  const isOwnMagnitude = magnitudes.some(({ type, value }) => type === shown.lead?.type && value === shown.lead.value);
  return pickUncertainties((name) => {
    const isOwn = name.startsWith('depth') ? isOwnDepth : !name.startsWith('magnitude') || isOwnMagnitude;
    return isOwn ? uncertainties[name] : undefined;
  });
}

/** Untyped magnitudes repeat typed ones of the same agency, so they count only where there are no typed ones. */
function preferTyped(magnitudes: Magnitude[]): Magnitude[] {
  const typed = magnitudes.filter(({ type }) => type !== null);
  return typed.length > 0 ? typed : magnitudes;
}

/** 16 hex digits, the first a letter, from the first agency and its key; `attempt` above 0 only after a collision. */
export const eventIdOf = (agency: Agency, key: string, attempt = 0): string =>
  withLetterFirst(contentHash(`${agency}:${key}${attempt === 0 ? '' : `#${attempt}`}`).slice(0, 16));

/** The published name of each field of a record, in the order of revisions. */
const PUBLISHED_NAMES: Readonly<Record<keyof Draft, string>> = {
  time: 'occurred_at',
  precision: 'occurred_at',
  latitude: 'latitude',
  longitude: 'longitude',
  depthKm: 'depth_km',
  magnitude: 'magnitude',
  magnitudeType: 'magnitude_type',
  magnitudeDoubtful: 'magnitude_doubtful',
  magnitudeState: 'magnitude_state',
  magnitudeError: 'magnitude_error',
  location: 'location',
  locationEn: 'location_en',
  provinceCode: 'province',
  district: 'district',
  provincesReached: 'province',
  source: 'source',
  quality: 'quality',
  eventType: 'event_type',
  blastProbability: 'blast_probability',
  solutions: 'sources',
  mechanism: 'focal_mechanism',
  shakemap: 'shakemap',
};

/** Names of the published fields in which two records differ. */
export function changedFields(before: Earthquake, after: Draft): string[] {
  const fields = Object.keys(PUBLISHED_NAMES) as (keyof Draft)[];
  const text = (one: Earthquake | Draft, field: keyof Draft): string => JSON.stringify(one[field], certain);
  const changed = fields.filter((field) => text(before, field) !== text(after, field));
  return [...new Set(changed.map((field) => PUBLISHED_NAMES[field]))];
}

/** Uncertainties alone are no change: they come with the next one. */
const certain = (name: string, value: unknown): unknown => (name === 'uncertainties' ? undefined : value);
/** Without what other agencies' values make of its own. */
const ofAgency = (name: string, value: unknown): unknown => (name === 'isOutlier' ? undefined : certain(name, value));

/** Agencies with different solutions in two records; all of them for the first publication. */
export function changedAgencies(before: Earthquake | null, after: Draft): Agency[] {
  const text = (solutions: Solution[], agency: Agency): string =>
    JSON.stringify(solutions.find((solution) => solution.agency === agency) ?? null, ofAgency);
  const all = new Set([...(before?.solutions ?? []), ...after.solutions].map((solution) => solution.agency));
  return [...all].filter((agency) => !before || text(before.solutions, agency) !== text(after.solutions, agency));
}

const LETTERS = 'abcdefabcd';

/** An `event_id` begins with a letter: some hex strings read as numbers otherwise (`3590575115429e02`). */
const withLetterFirst = (hex: string): string => (LETTERS[Number(hex[0])] ?? hex[0]!) + hex.slice(1);
