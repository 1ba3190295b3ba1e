/** Focal mechanisms and shakemaps: which of them belongs to an earthquake. */
import type { FocalMechanism } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { MINUTE } from '#core/time.ts';
import type { ProductReport } from '../sources/report.ts';
import type { Member, Products } from './compose.ts';
import { NO_PRODUCTS } from './compose.ts';
import type { Db } from './database.ts';
import { sql } from './database.ts';
import { PRODUCT_REACH_MS } from './observations.ts';
import { SLOTS } from './slots.ts';

interface Row {
  kind: string;
  agency_key: string | null;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  content: string;
}

/** A centroid lies up to a rupture length from the epicentre, and later by up to half the rupture's duration. */
const NEAR = { ms: 1 * MINUTE, km: 150 };
/** Mechanisms of small shocks in the minute after a great one are not the great one's. */
const MAGNITUDE_APART = 1.2;

const MECHANISM_ORDER = ['GCMT', 'USGS'];

function belongs(row: Row, members: Member[], magnitude: number | null): boolean {
  if (row.agency_key !== null && members.some((member) => keysOf(member).includes(row.agency_key!))) return true;
  if (row.kind === 'shakemap') return false;
  if (row.magnitude !== null && magnitude !== null && Math.abs(row.magnitude - magnitude) > MAGNITUDE_APART)
    return false;
  return members.some(
    ({ statement }) => Math.abs(statement.time - row.time) <= NEAR.ms && distanceKm(statement, row) <= NEAR.km,
  );
}

const keysOf = ({ slot, key, statement }: Member): string[] =>
  [key, ...statement.aliases].map((alias) => `${SLOTS[slot]!.agency}:${alias}`);

/** 0 is best. */
function rankOf({ source }: FocalMechanism): number {
  const known = MECHANISM_ORDER.indexOf(source);
  return known < 0 ? MECHANISM_ORDER.length : known;
}

/** The products of an earthquake: GCMT's mechanism before others, the latest statement of one source. */
export function productsOf(db: Db, members: Member[], magnitude: number | null): Products {
  // A time known to the day or less is not where a product would be looked for.
  const timed = members.filter(({ statement }) => statement.precision === 'second' || statement.precision === 'minute');
  if (timed.length === 0) return NO_PRODUCTS;
  const times = timed.map(({ statement }) => statement.time);
  const rows = sql<unknown[], Row>(
    db,
    `SELECT kind, agency_key, time, latitude, longitude, magnitude, content FROM products
     WHERE time BETWEEN ? AND ? ORDER BY as_of DESC, hash`,
  ).all(Math.min(...times) - PRODUCT_REACH_MS, Math.max(...times) + PRODUCT_REACH_MS);
  const products = { ...NO_PRODUCTS };
  for (const row of rows) if (belongs(row, timed, magnitude)) addProduct(products, row.content);
  return products;
}

function addProduct(products: Products, content: string): void {
  const product = JSON.parse(content) as ProductReport['product'];
  if (product.kind === 'mechanism') {
    const { mechanism } = product;
    if (!products.mechanism || rankOf(mechanism) < rankOf(products.mechanism)) products.mechanism = mechanism;
  } else products.shakemap ??= { source: product.source, maxMmi: product.maxMmi, url: product.url };
}
