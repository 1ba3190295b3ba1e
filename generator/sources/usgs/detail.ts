/** Products of a USGS event's detail document: the preferred focal mechanism and shakemap. */
import type { FocalMechanism, MomentTensor, NodalPlane } from '#core/earthquake.ts';
import { cleanText, shown } from '#core/text.ts';
import { parseInstant } from '#core/time.ts';
import { isAbsent, numberField, optionalNumber, readRow, RowError, textField } from '../parsing/rows.ts';
import { isObject, type JsonObject } from '../parsing/document-text.ts';
import { completeMechanism, nodalPlane } from '../parsing/focal-mechanism.ts';
import { tensorFrom } from '../parsing/moment-tensor.ts';
import type { Parsed, ProductReport, SourceReport } from '../feed.ts';

interface Product {
  type: string;
  code: string;
  source: string;
  deleted: boolean;
  weight: number;
  updated: number;
  properties: JsonObject;
  contents: JsonObject;
}

const numeric = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

function productOf(item: unknown): Product | undefined {
  if (!isObject(item)) return undefined;
  const { type, code, source, status, preferredWeight, updateTime, properties, contents } = item;
  return {
    type: shown(type),
    code: shown(code),
    source: shown(source),
    deleted: status === 'DELETE',
    weight: numeric(preferredWeight),
    updated: numeric(updateTime),
    properties: isObject(properties) ? properties : {},
    contents: isObject(contents) ? contents : {},
  };
}

/** The latest version of each code, without deleted ones, by descending weight and time. */
function currentProducts(products: JsonObject, type: string): Product[] {
  const items = Array.isArray(products[type]) ? products[type] : [];
  const latest = new Map<string, Product>();
  for (const product of items.map(productOf)) {
    if (!product) continue;
    const key = `${product.source} ${product.code}`;
    const known = latest.get(key);
    if (!known || product.updated > known.updated) latest.set(key, product);
  }
  const current = [...latest.values()].filter((product) => !product.deleted);
  return current.sort((a, b) => b.weight - a.weight || b.updated - a.updated);
}

/** Names of networks by code. */
const SOURCE_NAMES = new Map(Object.entries({ us: 'USGS', gcmt: 'GCMT', ld: 'GCMT', hrv: 'GCMT' }));

function sourceName({ properties, source }: Product): string {
  const code = textField(properties['beachball-source']) ?? textField(properties['eventsource']) ?? source;
  return SOURCE_NAMES.get(code.toLowerCase()) ?? cleanText(code, 30).toUpperCase();
}

/** Undefined where none of its angles is given. @throws RowError */
function planeOf(properties: JsonObject, number: 1 | 2): NodalPlane | undefined {
  const name = `nodal-plane-${number}`;
  const rake = properties[`${name}-rake`] ?? properties[`${name}-slip`];
  const angles = [properties[`${name}-strike`], properties[`${name}-dip`], rake];
  if (angles.every(isAbsent)) return undefined;
  const [strike, dip, slip] = angles.map((angle) => numberField(`${name} angle`, angle));
  const plane = nodalPlane(strike!, dip!, slip!);
  if (!plane) throw new RowError(`${name} ${shown(angles)} is not a plane`);
  return plane;
}

/** All six components, or null. @throws RowError */
function tensorOf(properties: JsonObject): MomentTensor | null {
  const tensor = tensorFrom((name) => optionalNumber(`tensor ${name}`, properties[`tensor-${name}`]) ?? NaN);
  const components = Object.values(tensor) as number[];
  return components.every(Number.isFinite) && components.some((value) => value !== 0) ? tensor : null;
}

/** Position 0, 0 and the time 1970-01-01 mean "none". @throws RowError */
function centroidOf(properties: JsonObject): FocalMechanism['centroid'] {
  const latitude = optionalNumber('derived latitude', properties['derived-latitude']);
  const longitude = optionalNumber('derived longitude', properties['derived-longitude']);
  const depthKm = optionalNumber('derived depth', properties['derived-depth']);
  if (latitude === null || longitude === null || depthKm === null) return null;
  if ((latitude === 0 && longitude === 0) || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  const time = parseInstant(String(properties['derived-eventtime'] ?? ''));
  return { time: time === undefined || time === 0 ? null : time, latitude, longitude, depthKm };
}

/** @throws RowError */
function mechanismOf(product: Product): FocalMechanism {
  const { properties } = product;
  const moment = optionalNumber('scalar moment', properties['scalar-moment']);
  const scalarMoment = moment !== null && moment > 0 ? moment : null;
  const derived = optionalNumber('derived magnitude', properties['derived-magnitude']);
  return completeMechanism({
    source: sourceName(product),
    nodalPlanes: [planeOf(properties, 1), planeOf(properties, 2)].filter((plane) => plane !== undefined),
    momentTensor: tensorOf(properties),
    scalarMoment,
    mw: derived,
    centroid: centroidOf(properties),
  });
}

/** Contents that show the map, best first. */
const MAP_CONTENTS = ['download/intensity.jpg', 'intensity.html', 'download/intensity.pdf', 'download/shakemap.kmz'];

/** @throws RowError */
function shakemapOf(product: Product, page: string | null): ProductReport['product'] {
  const { properties, contents } = product;
  if (properties['event-type'] === 'SCENARIO') throw new RowError('the shakemap is a scenario');
  const maxMmi = numberField('maximum intensity', properties['maxmmi']);
  if (maxMmi < 0 || maxMmi > 12) throw new RowError(`the maximum intensity ${maxMmi} is outside 0 to 12`);
  const urls = MAP_CONTENTS.map((path) => webAddress((contents[path] as JsonObject | undefined)?.['url']));
  const url = urls.find((address) => address !== null) ?? page;
  if (url === null) throw new RowError('the shakemap has no address');
  return { kind: 'shakemap', maxMmi, url, source: SOURCE_NAMES.get(product.source) ?? product.source.toUpperCase() };
}

interface Target {
  parsed: Parsed;
  report: SourceReport;
}

/** The first candidate that can be read becomes a product; those before it are rejects. */
function addFirst(
  { parsed, report }: Target,
  candidates: Product[],
  read: (product: Product) => ProductReport['product'],
) {
  const { line, key, time, latitude, longitude, updatedAt } = report;
  const event = { line, agencyKey: `usgs:${key}`, time, latitude, longitude, updatedAt };
  const magnitude = report.magnitudes[0]?.value ?? null;
  for (const candidate of candidates) {
    parsed.rows += 1;
    const row = { line, text: `${candidate.type} ${candidate.code}` };
    const product = readRow(parsed.rejects, row, () => read(candidate));
    if (!product) continue;
    parsed.products.push({ ...event, magnitude, product });
    return;
  }
}

/** Adds the products of a detail document's feature; each candidate is a row of `parsed`. */
export function addProducts(parsed: Parsed, feature: JsonObject, report: SourceReport): void {
  const properties = isObject(feature['properties']) ? feature['properties'] : {};
  const products = isObject(properties['products']) ? properties['products'] : {};
  const mechanisms = ['moment-tensor', 'focal-mechanism'].flatMap((type) => currentProducts(products, type));
  const target = { parsed, report };
  addFirst(target, mechanisms, (product) => ({ kind: 'mechanism', mechanism: mechanismOf(product) }));
  addFirst(target, currentProducts(products, 'shakemap'), (product) => shakemapOf(product, report.url));
}

export function webAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 500 || !URL.canParse(value)) return null;
  const { protocol, href } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
