/**
 * Assigns every focal mechanism and shakemap to an agency event, so to at most one earthquake. The event that its
 * source names decides; a mechanism of an unknown event goes to the report that agrees best. Depends on agency events
 * and products only, not on the order of reading.
 */
import { distanceKm } from '#core/geo.ts';
import { DATE_PRECISIONS, MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import { allRows, allValues, firstRow, firstValue, run, type Db } from '../database.ts';
import { agencyEventsNamed } from '../documents/agency-event-keys.ts';

interface Event {
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
}

interface ProductRow extends Event {
  product: number;
  feed: string;
  kind: string;
  agency_key: string | null;
  agency_event: number | null;
  cost: number | null;
}

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
export function productCost(product: Event, report: Event): number | undefined {
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
 * Assigns an owner again to products in `dirty_products` (changed, owner removed, or event newly known), products of
 * dirty agency events, and products near these in time. Marks the earthquakes that lose or gain a product.
 */
export function assignOwners(db: Db): void {
  const dirty = new Set(allValues<number>(db, 'SELECT product FROM dirty_products'));
  const nearby = allValues<number>(
    db,
    `SELECT product FROM dirty_agency_events CROSS JOIN products USING (agency_event)
     UNION SELECT p.product FROM dirty_agency_events CROSS JOIN agency_events a USING (agency_event)
       CROSS JOIN products p ON p.time BETWEEN a.time - ${NEAR_MS} AND a.time + ${NEAR_MS}`,
  );
  for (const product of new Set([...dirty, ...nearby])) assignOwner(db, product, dirty.has(product));
  run(db, 'DELETE FROM dirty_products');
}

type Owner = Pick<ProductRow, 'agency_event' | 'cost'>;

const NO_OWNER: Owner = { agency_event: null, cost: null };

function assignOwner(db: Db, product: number, changed: boolean): void {
  const row = firstRow<ProductRow>(db, 'SELECT * FROM products WHERE product = ?', product)!;
  const { agency_event: owner, cost } = isSuperseded(db, row) ? NO_OWNER : ownerOf(db, row);
  if (owner === row.agency_event && cost === row.cost && !changed) return;
  run(db, 'UPDATE products SET agency_event = ?, cost = ? WHERE product = ?', owner, cost, product);
  run(
    db,
    `INSERT OR IGNORE INTO dirty_earthquakes (earthquake)
     SELECT earthquake FROM agency_events WHERE agency_event IN (?, ?) AND earthquake IS NOT NULL`,
    ...[row.agency_event, owner],
  );
}

/** Whether its source published a later product of that kind for the event. */
const isSuperseded = (db: Db, { product, feed, kind, agency_key }: ProductRow): boolean =>
  agency_key !== null &&
  firstValue(
    db,
    'SELECT product FROM products WHERE agency_key = ? AND feed = ? AND kind = ? ORDER BY as_of DESC, hash LIMIT 1',
    ...[agency_key, feed, kind],
  ) !== product;

function ownerOf(db: Db, row: ProductRow): Owner {
  const [, agency, key = ''] = /^([a-z]+):(.*)$/.exec(row.agency_key ?? '') ?? [];
  const [named] = row.agency_key === null ? [] : agencyEventsNamed(db, agency, key);
  // It may be withdrawn: then the product belongs to no earthquake, since its source withdrew the event.
  if (named !== undefined) return { agency_event: named, cost: 0 };
  return row.kind === 'mechanism' ? nearest(db, row) : NO_OWNER;
}

function nearest(db: Db, row: ProductRow): Owner {
  // On equal costs the first wins: the order depends on the reports' contents only.
  const agencyEvents = allRows<Event & { agency_event: number }>(
    db,
    `SELECT agency_event, time, latitude, longitude, magnitude FROM agency_events
     WHERE time BETWEEN ? AND ? AND withdrawn = 0 AND precision <= ${MINUTE_PRECISION}
     ORDER BY time, feed_group, latitude, longitude, magnitude, key`,
    ...[row.time - NEAR_MS, row.time + NEAR_MS],
  );
  let best = NO_OWNER;
  for (const { agency_event, ...report } of agencyEvents) {
    const cost = productCost(row, report);
    if (cost !== undefined && (best.cost === null || cost < best.cost)) best = { agency_event, cost };
  }
  return best;
}
