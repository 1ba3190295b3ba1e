/**
 * Whose a focal mechanism or shakemap is: of one thread, so of at most one earthquake. The event that its source names decides; a mechanism whose event
 * the catalogue does not know goes to the thread that agrees with it best. Depends on threads and products alone, not on what was read when.
 */
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { DATE_PRECISIONS, MINUTE, SECOND } from '#core/time.ts';
import type { Db } from '../database.ts';
import { sql } from '../database.ts';
import { agencyEventsNamed } from '../documents/agency-event-keys.ts';

interface ProductRow {
  product: number;
  feed: string;
  kind: string;
  agency_key: string | null;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  agencyEvent: number | null;
  cost: number | null;
}

interface AgencyEventRow {
  agencyEvent: number;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
}

export type Place = Pick<AgencyEventRow, 'time' | 'latitude' | 'longitude' | 'magnitude'>;

/** A centroid is later than the origin by up to half the rupture's duration, and some times are known to the minute. Inclusive. */
export const NEAR_MS = 1 * MINUTE;
/**
 * A centroid lies up to a rupture length from the epicentre, and the epicentres of a small shock lie as far apart as its locations are bad: bounds in km,
 * inclusive, by the larger magnitude (upper ends exclusive). Measured on 144 mechanisms of Türkiye
 * that are in the agencies' catalogues: all lie within 25 km of a report of their earthquake.
 */
const NEAR_KM = [
  { below: 5, km: 50 },
  { below: 6.5, km: 100 },
  { below: Infinity, km: 150 },
] as const;
/** Mechanisms of small shocks in the minute after a great one are not the great one's. Inclusive. */
const MAGNITUDE_APART = 1.2;
/** What an unknown magnitude costs: half of what may be. */
const UNKNOWN_MAGNITUDE = MAGNITUDE_APART / 2;
/** The least precise time that is compared with a product's. */
const MINUTE_PRECISION = DATE_PRECISIONS.indexOf('minute');

/**
 * How badly a mechanism and a report agree, 0 or more; undefined where the one is not the other's. Five seconds, ten kilometres and one unit of
 * magnitude weigh the same: a centroid is no epicentre, so the laws of association do not hold for it.
 */
export function productCost(product: Place, report: Place): number | undefined {
  const ms = Math.abs(product.time - report.time);
  const km = distanceKm(product, report);
  const magnitudes =
    product.magnitude === null || report.magnitude === null
      ? UNKNOWN_MAGNITUDE
      : Math.round(Math.abs(product.magnitude - report.magnitude) * 100) / 100;
  const greater = Math.max(product.magnitude ?? 0, report.magnitude ?? 0);
  const bound = NEAR_KM.find(({ below }) => greater < below)!;
  if (ms > NEAR_MS || km > bound.km || magnitudes > MAGNITUDE_APART) return undefined;
  return ms / (5 * SECOND) + km / 10 + magnitudes;
}

/**
 * Gives every product that may have another owner now to the one it has, and marks the earthquakes that lose or win one. Reads `dirty_products`: those
 * told anew, or whose thread is gone, or whose event has just become known; besides, those that a dirty thread has, or is near enough to take.
 */
export function settleOwners(db: Db): void {
  const told = new Set(sql<[], number>(db, 'SELECT product FROM dirty_products').pluck().all());
  const touched = sql<[], number>(
    db,
    `SELECT product FROM dirty_threads CROSS JOIN products USING (thread)
     UNION SELECT p.product FROM dirty_threads CROSS JOIN threads t USING (thread)
       CROSS JOIN products p ON p.time BETWEEN t.time - ${NEAR_MS} AND t.time + ${NEAR_MS}`,
  )
    .pluck()
    .all();
  for (const product of new Set([...told, ...touched])) settleOwner(db, product, told.has(product));
  db.exec('DELETE FROM dirty_products');
}

interface Owner {
  agencyEvent: number | null;
  cost: number | null;
}

const NO_OWNER: Owner = { agencyEvent: null, cost: null };

function settleOwner(db: Db, product: number, told: boolean): void {
  const row = sql<unknown[], ProductRow>(
    db,
    `SELECT product, feed, kind, agency_key, time, latitude, longitude, magnitude, thread AS agencyEvent, cost
     FROM products WHERE product = ?`,
  ).get(product)!;
  const { agencyEvent, cost } = superseded(db, row) ? NO_OWNER : ownerOf(db, row);
  if (agencyEvent === row.agencyEvent && cost === row.cost && !told) return;
  sql(db, 'UPDATE products SET thread = ?, cost = ? WHERE product = ?').run(agencyEvent, cost, product);
  const mark = sql(
    db,
    `INSERT OR IGNORE INTO dirty_earthquakes (earthquake)
     SELECT earthquake FROM threads WHERE thread IN (?, ?) AND earthquake IS NOT NULL`,
  );
  mark.run(row.agencyEvent, agencyEvent);
}

/** Whether its source said something else of the event later. */
const superseded = (db: Db, { product, feed, kind, agency_key }: ProductRow): boolean =>
  agency_key !== null &&
  sql<unknown[], number>(
    db,
    'SELECT product FROM products WHERE agency_key = ? AND feed = ? AND kind = ? ORDER BY as_of DESC, hash LIMIT 1',
  )
    .pluck()
    .get(agency_key, feed, kind) !== product;

function ownerOf(db: Db, row: ProductRow): Owner {
  const named = row.agency_key === null ? undefined : agencyEventNamed(db, row.agency_key);
  // That thread may be withdrawn: then the product is nobody's, since its source says that there was no such event.
  if (named !== undefined) return { agencyEvent: named, cost: 0 };
  return row.kind === 'mechanism' ? nearest(db, row) : NO_OWNER;
}

function agencyEventNamed(db: Db, agencyKey: string): number | undefined {
  const [, agency, key = ''] = /^([a-z]+):(.*)$/.exec(agencyKey) ?? [];
  return agencyEventsNamed(db, agency, key)[0];
}

function nearest(db: Db, row: ProductRow): Owner {
  // In an order that depends only on what the agencies said: of equally good ones the first has it.
  const agencyEvents = sql<unknown[], AgencyEventRow>(
    db,
    `SELECT thread AS agencyEvent, time, latitude, longitude, magnitude FROM threads
     WHERE time BETWEEN ? AND ? AND withdrawn = 0 AND precision <= ${MINUTE_PRECISION}
     ORDER BY time, slot, latitude, longitude, magnitude, key`,
  ).all(row.time - NEAR_MS, row.time + NEAR_MS);
  let best = NO_OWNER;
  for (const one of agencyEvents) {
    const cost = productCost(row, one);
    if (cost !== undefined && (best.cost === null || cost < best.cost)) best = { agencyEvent: one.agencyEvent, cost };
  }
  return best;
}
