/**
 * Focal mechanisms and shakemaps: stored from documents, and chosen for an earthquake. Their owners: product-owners.ts.
 */
import { contentHash } from '#core/etag.ts';
import type { FocalMechanism, ShakeMap } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import type { FeedName, Parsed, ProductReport } from '../../sources/feed.ts';
import type { Member } from './solution-version.ts';
import { allValues, firstValue, run, type Db } from '../database.ts';

type Product = ProductReport['product'];

const KINDS: readonly Product['kind'][] = ['mechanism', 'shakemap'];

/** Stores the products of a document, and for a complete one that its other reports have none. */
export function storeProducts(db: Db, parsed: Parsed, asOf: EpochMs): void {
  const { feed, products, reports, complete } = parsed;
  for (const { product, updatedAt, ...event } of products)
    storeProduct(db, feed, { ...event, kind: product.kind, asOf: updatedAt ?? asOf, content: JSON.stringify(product) });
  if (!complete) return;
  for (const { key, time, latitude, longitude, updatedAt } of reports)
    for (const kind of KINDS) {
      const agencyKey = `${parsed.agency}:${key}`;
      if (products.some((one) => one.agencyKey === agencyKey && one.product.kind === kind)) continue;
      // A row like any other, since documents are read in any order.
      const event = { agencyKey, time, latitude, longitude, magnitude: null };
      storeProduct(db, feed, { ...event, kind, asOf: updatedAt ?? asOf, content: 'null' });
    }
}

interface StoredProduct extends Pick<ProductReport, 'agencyKey' | 'time' | 'latitude' | 'longitude' | 'magnitude'> {
  kind: Product['kind'];
  asOf: EpochMs;
  content: string;
}

/** Each distinct product once, with its latest `asOf`; marks the products of its event. */
function storeProduct(db: Db, feed: FeedName, product: StoredProduct): void {
  const { kind, agencyKey, time, latitude, longitude, magnitude, asOf, content } = product;
  const hash = contentHash(feed, JSON.stringify([kind, agencyKey, time, latitude, longitude, magnitude]), content);
  const known = firstValue<EpochMs>(db, 'SELECT as_of FROM products WHERE hash = ?', hash);
  if (known !== undefined && known >= asOf) return;
  run(
    db,
    `INSERT INTO products (feed, kind, agency_key, time, latitude, longitude, magnitude, as_of, hash, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET as_of = excluded.as_of`,
    ...[feed, kind, agencyKey, time, latitude, longitude, magnitude, asOf, hash, content],
  );
  run(
    db,
    `INSERT OR IGNORE INTO dirty_products
     SELECT product FROM products WHERE hash = @hash OR (agency_key = @agencyKey AND feed = @feed AND kind = @kind)`,
    { hash, agencyKey, feed, kind },
  );
}

const MECHANISM_ORDER = ['GCMT', 'USGS'];

/** Those of some agency events that have products. @param agencyEvents a JSON array */
export const withProducts = (db: Db, agencyEvents: string): Set<number> =>
  new Set(
    allValues(
      db,
      `SELECT p.agency_event FROM json_each(?) CROSS JOIN products p ON p.agency_event = value`,
      agencyEvents,
    ),
  );

/**
 * The products of an earthquake: GCMT's mechanism before the USGS's before any other; of one source a full tensor
 * before planes alone, then the one that agrees best with its report, then the latest. Shakemaps likewise by agreement
 * and age.
 */
export function productsOf(db: Db, members: Member[]): Products {
  const contents = allValues<string>(
    db,
    `SELECT content FROM json_each(?) CROSS JOIN products p ON p.agency_event = value
     WHERE content <> 'null' ORDER BY cost, as_of DESC, hash`,
    JSON.stringify(members.map(({ agencyEvent }) => agencyEvent)),
  );
  const products = { ...NO_PRODUCTS };
  for (const content of contents) {
    const product = JSON.parse(content) as Product;
    if (product.kind === 'shakemap')
      products.shakemap ??= { source: product.source, maxMmi: product.maxMmi, url: product.url };
    else if (!products.mechanism || rankOf(product.mechanism) < rankOf(products.mechanism))
      products.mechanism = product.mechanism;
  }
  return products;
}

/** 0 is best. */
function rankOf({ source, momentTensor, computed }: FocalMechanism): number {
  const known = MECHANISM_ORDER.indexOf(source);
  const inverted = momentTensor !== null && !computed?.includes('moment_tensor');
  return 2 * (known < 0 ? MECHANISM_ORDER.length : known) + (inverted ? 0 : 1);
}

export interface Products {
  mechanism: FocalMechanism | null;
  shakemap: ShakeMap | null;
}

export const NO_PRODUCTS: Products = { mechanism: null, shakemap: null };
