/**
 * Focal mechanisms and shakemaps: stored from documents, and chosen for an earthquake. Their owners: product-owners.ts.
 */
import { contentHash } from '#core/etag.ts';
import type { FocalMechanism, ShakeMap } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import type { FeedName, Parsed, ProductReport, SourceReport } from '../../sources/feed.ts';
import type { Member } from './solution-version.ts';
import { sql, type Db } from '../database.ts';

type Product = ProductReport['product'];

const KINDS: readonly Product['kind'][] = ['mechanism', 'shakemap'];

/** Stores the products of a document, and for a complete one that its other reports have none. */
export function storeProducts(db: Db, parsed: Parsed, asOf: EpochMs): void {
  const { feed, products, reports, complete } = parsed;
  for (const product of products) storeProduct(db, { feed, asOf, ...product });
  if (!complete) return;
  for (const report of reports)
    for (const kind of KINDS) {
      const agencyKey = `${parsed.agency}:${report.key}`;
      const named = products.some((one) => one.agencyKey === agencyKey && one.product.kind === kind);
      if (!named) endProduct(db, { feed, asOf, agencyKey, kind, report });
    }
}

interface ReceivedProduct extends ProductReport {
  feed: FeedName;
  asOf: EpochMs;
}

function storeProduct(db: Db, { product, ...event }: ReceivedProduct): void {
  storeRow(db, { ...event, asOf: event.updatedAt ?? event.asOf, kind: product.kind, content: JSON.stringify(product) });
}

interface End {
  feed: FeedName;
  asOf: EpochMs;
  agencyKey: string;
  kind: Product['kind'];
  report: SourceReport;
}

/** Stores that an event has no product of a kind: a row like any other, since documents are read in any order. */
function endProduct(db: Db, { feed, asOf, agencyKey, kind, report }: End): void {
  const { time, latitude, longitude, updatedAt } = report;
  storeRow(db, {
    feed,
    agencyKey,
    kind,
    time,
    latitude,
    longitude,
    magnitude: null,
    asOf: updatedAt ?? asOf,
    content: 'null',
  });
}

interface Row extends Pick<ProductReport, 'agencyKey' | 'time' | 'latitude' | 'longitude' | 'magnitude'> {
  feed: FeedName;
  kind: Product['kind'];
  asOf: EpochMs;
  content: string;
}

/** Each distinct product once, with its latest `asOf`; marks the products of its event. */
function storeRow(db: Db, { feed, kind, agencyKey, time, latitude, longitude, magnitude, asOf, content }: Row): void {
  const hash = contentHash(feed, JSON.stringify([kind, agencyKey, time, latitude, longitude, magnitude]), content);
  const known = sql<unknown[], EpochMs>(db, 'SELECT as_of FROM products WHERE hash = ?').pluck().get(hash);
  if (known !== undefined && known >= asOf) return;
  sql(
    db,
    `INSERT INTO products (feed, kind, agency_key, time, latitude, longitude, magnitude, as_of, hash, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO UPDATE SET as_of = excluded.as_of`,
  ).run(feed, kind, agencyKey, time, latitude, longitude, magnitude, asOf, hash, content);
  sql(
    db,
    `INSERT OR IGNORE INTO dirty_products
     SELECT product FROM products WHERE hash = @hash OR (agency_key = @agencyKey AND feed = @feed AND kind = @kind)`,
  ).run({ hash, agencyKey, feed, kind });
}

const MECHANISM_ORDER = ['GCMT', 'USGS'];

/**
 * The products of an earthquake: GCMT's mechanism before the USGS's before any other; of one source a full tensor
 * before planes alone, then the one that agrees best with its report, then the latest. Shakemaps likewise by agreement
 * and age.
 */
export function productsOf(db: Db, members: Member[]): Products {
  const contents = sql<unknown[], string>(
    db,
    `SELECT content FROM json_each(?) CROSS JOIN products p ON p.thread = value
     WHERE content <> 'null' ORDER BY cost, as_of DESC, hash`,
  ).pluck();
  const products = { ...NO_PRODUCTS };
  for (const content of contents.all(JSON.stringify(members.map(({ agencyEvent }) => agencyEvent)))) {
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
