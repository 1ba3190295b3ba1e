/** Focal mechanisms and shakemaps: which of them belongs to an earthquake. */
import type { FocalMechanism } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import type { EpochMs } from '#core/time.ts';
import { MINUTE } from '#core/time.ts';
import type { ProductReport } from '../sources/report.ts';
import type { Member, Products } from './compose.ts';
import type { Db } from './database.ts';
import { sql } from './database.ts';
import { SLOTS } from './slots.ts';

interface Row {
  kind: string;
  agency_key: string | null;
  time: EpochMs;
  latitude: number;
  longitude: number;
  magnitude: number | null;
  as_of: EpochMs;
  hash: string;
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

/** The products of an earthquake: GCMT's mechanism before others, the latest statement of one source. */
export function productsOf(db: Db, members: Member[], magnitude: number | null): Products {
  const time = members[0]!.statement.time;
  const rows = sql<unknown[], Row>(db, 'SELECT * FROM products WHERE time BETWEEN ? AND ? ORDER BY as_of DESC, hash')
    .all(time - 2 * MINUTE, time + 2 * MINUTE)
    .filter((row) => belongs(row, members, magnitude));
  let mechanism: FocalMechanism | null = null;
  let shakemap: Products['shakemap'] = null;
  const rank = (source: string): number =>
    (MECHANISM_ORDER.indexOf(source) + MECHANISM_ORDER.length + 1) % (MECHANISM_ORDER.length + 1);
  for (const row of rows) {
    const product = JSON.parse(row.content) as ProductReport['product'];
    if (product.kind === 'shakemap') {
      const { source, maxMmi, url } = product;
      shakemap ??= { source, maxMmi, url };
    } else if (!mechanism || rank(product.mechanism.source) < rank(mechanism.source)) mechanism = product.mechanism;
  }
  return { mechanism, shakemap };
}
