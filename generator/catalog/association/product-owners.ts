/**
 * Assigns every focal mechanism and shakemap to an agency event, so to at most one earthquake. The event that its
 * source names decides; a mechanism of an unknown event goes to the report that agrees best. Depends on agency events
 * and products only, not on the order of reading.
 */
import { distanceKm } from '#core/geo.ts';
import { DATE_PRECISIONS, MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import { sql, type Db } from '../database.ts';
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

type Place = Pick<AgencyEventRow, 'time' | 'latitude' | 'longitude' | 'magnitude'>;

/**
 * Inclusive. A centroid is later than the origin by up to half the rupture's duration, and some times are known to the
 * minute.
 */
export const NEAR_MS = 1 * MINUTE;
/**
 * Bounds in km, inclusive, by the larger magnitude (upper end exclusive): a centroid lies up to a rupture length from
 * the epicentre, and small shocks are located badly. Of 149 mechanisms of Türkiye all lie within 25 km of a report of
 * their earthquake.
 */
const NEAR_KM = [
  { below: 5, km: 50 },
  { below: 6.5, km: 100 },
  { below: Infinity, km: 150 },
] as const;
/** Inclusive. Keeps mechanisms of small shocks in the minute after a great one from the great one. */
const MAGNITUDE_APART = 1.2;
/** Assumed difference where a magnitude is unknown. */
const UNKNOWN_MAGNITUDE = MAGNITUDE_APART / 2;
/** The least precise origin time that is compared with a product's. */
const MINUTE_PRECISION = DATE_PRECISIONS.indexOf('minute');

/**
 * How badly a mechanism and a report agree, 0 or more; undefined beyond the bounds. 5 s, 10 km and one unit of
 * magnitude weigh the same: a centroid is no epicentre, so the residual models of association do not apply.
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
 * Assigns again every product whose owner may have changed, and marks the earthquakes that lose or gain one. Those are:
 * products in `dirty_products` (changed, owner removed, or event newly known), products of dirty agency events, and
 * products near these in time.
 */
export function assignOwners(db: Db): void {
  const dirty = new Set(sql<[], number>(db, 'SELECT product FROM dirty_products').pluck().all());
  const nearby = sql<[], number>(
    db,
    `SELECT product FROM dirty_threads CROSS JOIN products USING (thread)
     UNION SELECT p.product FROM dirty_threads CROSS JOIN threads t USING (thread)
       CROSS JOIN products p ON p.time BETWEEN t.time - ${NEAR_MS} AND t.time + ${NEAR_MS}`,
  )
    .pluck()
    .all();
  for (const product of new Set([...dirty, ...nearby])) settleOwner(db, product, dirty.has(product));
  sql(db, 'DELETE FROM dirty_products').run();
}

interface Owner {
  agencyEvent: number | null;
  cost: number | null;
}

const NO_OWNER: Owner = { agencyEvent: null, cost: null };

function settleOwner(db: Db, product: number, changed: boolean): void {
  const row = sql<unknown[], ProductRow>(
    db,
    `SELECT product, feed, kind, agency_key, time, latitude, longitude, magnitude, thread AS agencyEvent, cost
     FROM products WHERE product = ?`,
  ).get(product)!;
  const { agencyEvent, cost } = superseded(db, row) ? NO_OWNER : ownerOf(db, row);
  if (agencyEvent === row.agencyEvent && cost === row.cost && !changed) return;
  sql(db, 'UPDATE products SET thread = ?, cost = ? WHERE product = ?').run(agencyEvent, cost, product);
  const mark = sql(
    db,
    `INSERT OR IGNORE INTO dirty_earthquakes (earthquake)
     SELECT earthquake FROM threads WHERE thread IN (?, ?) AND earthquake IS NOT NULL`,
  );
  mark.run(row.agencyEvent, agencyEvent);
}

/** Whether its source published a later product of that kind for the event. */
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
  // It may be withdrawn: then the product belongs to no earthquake, since its source withdrew the event.
  if (named !== undefined) return { agencyEvent: named, cost: 0 };
  return row.kind === 'mechanism' ? nearest(db, row) : NO_OWNER;
}

function agencyEventNamed(db: Db, agencyKey: string): number | undefined {
  const [, agency, key = ''] = /^([a-z]+):(.*)$/.exec(agencyKey) ?? [];
  return agencyEventsNamed(db, agency, key)[0];
}

function nearest(db: Db, row: ProductRow): Owner {
  // Of equal costs the first wins: the order depends on the reports' contents only.
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
