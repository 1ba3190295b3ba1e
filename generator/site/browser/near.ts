/** The reader's place, kept in this browser alone: distances from it, a radius around it, and the order of the list. */
import { distanceKm, type Point, RADII_KM } from '#core/geo.ts';

/** Of the address. Largest first as in the API. */
export const ORDERS = ['time', 'felt', 'magnitude', 'distance'] as const;
export type Order = (typeof ORDERS)[number];

export interface Near extends Point {
  /** Absent where the browser located the reader. */
  town?: { district: string; province: string };
  /** Km; absent for all distances. */
  radius?: number;
}

const isDegrees = (value: unknown, most: number): boolean => typeof value === 'number' && Math.abs(value) <= most;

/** What is no place is none. */
export function parseNear(text: string | null): Near | undefined {
  try {
    const { latitude, longitude, town, radius } = JSON.parse(text ?? '{}') as Near;
    if (!isDegrees(latitude, 90) || !isDegrees(longitude, 180)) return undefined;
    const isTown = typeof town?.district === 'string' && typeof town.province === 'string';
    return { latitude, longitude, ...(isTown && { town }), ...(RADII_KM.includes(radius!) && { radius: radius! }) };
  } catch {
    return undefined;
  }
}

/** Without a place there are no distances to order by. */
export const possibleOrder = (order: Order, near: Near | undefined): Order =>
  order === 'distance' && !near ? 'time' : order;

export const withinRadius = <Row extends Point>(rows: Row[], near: Near | undefined): Row[] =>
  near?.radius === undefined ? rows : rows.filter((one) => distanceKm(one, near) <= near.radius!);

interface Sized {
  magnitude: number | null;
  magnitudeDoubtful?: boolean;
}

/** Unknown and doubtful ones are the least. */
const sizeOf = ({ magnitude, magnitudeDoubtful }: Sized): number =>
  magnitude === null || magnitudeDoubtful ? -Infinity : magnitude;

/** @param rows newest first, which equal ones stay */
export function ordered<Row extends Point & Sized>(
  rows: Row[],
  order: Exclude<Order, 'felt'>,
  near: Near | undefined,
): Row[] {
  const possible = possibleOrder(order, near);
  if (possible === 'time') return rows;
  const rankOf = (one: Row): number => (possible === 'magnitude' ? -sizeOf(one) : distanceKm(one, near!));
  const ranked = rows.map((one) => ({ one, rank: rankOf(one) }));
  // Not the difference: of two infinite ranks it is no number.
  return ranked.sort((a, b) => Number(a.rank > b.rank) - Number(a.rank < b.rank)).map(({ one }) => one);
}
