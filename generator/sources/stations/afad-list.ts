/** AFAD's station list, JSON. */
import { shown } from '#core/text.ts';
import { isObject, type JsonObject } from '../parsing/document-text.ts';
import { commonStart, parseList } from '../parsing/json-text.ts';
import { jsonRows, objectItem, readRows, type Row } from '../parsing/rows.ts';
import { DocumentError } from '../feed.ts';
import {
  addStations,
  emptyList,
  sourceOfNetwork,
  stationText,
  type StationList,
  type StationRow,
} from './station-list.ts';

/** The value of the first of some names that an object has, whatever their case. */
function field(item: JsonObject, ...names: string[]): unknown {
  const key = Object.keys(item).find((name) => names.includes(name.toLowerCase()));
  return key === undefined ? undefined : item[key];
}

const word = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** `Mudurnu (Bolu)`; AFAD writes `-` where there is no province. */
function placeName(item: JsonObject): string {
  const [district, province] = [word(field(item, 'district')), word(field(item, 'province'))].map((text) =>
    text === '-' ? '' : text,
  );
  return district && province
    ? `${district} (${province})`
    : district || province || word(field(item, 'name', 'stationname'));
}

/** The array of items, by itself or under `stations`, `data` or `result`. */
function itemsOf(json: unknown): unknown[] | undefined {
  const items = isObject(json) ? field(json, 'stations', 'data', 'result') : json;
  return Array.isArray(items) ? items : undefined;
}

/** @throws DocumentError that shows how the text begins: usually a web page. */
function jsonOf(text: string): unknown {
  try {
    const { body, rows } = parseList(text, commonStart(text), itemsOf);
    return rows ?? body;
  } catch {
    throw new DocumentError(`not JSON: it begins ${shown(text.slice(0, 200))}`);
  }
}

/** @throws RowError */
function readStation({ line, text, item }: Row & { item: unknown }): StationRow & { id: number } {
  const station = objectItem({ item });
  const network = word(field(station, 'network', 'networkcode'));
  return {
    id: Number(word(field(station, 'id'))) || 0,
    line,
    text,
    network,
    code: word(field(station, 'code', 'stationcode')),
    name: placeName(station),
    source: sourceOfNetwork(network),
    latitude: field(station, 'lat', 'latitude'),
    longitude: field(station, 'lon', 'lng', 'longitude'),
    elevationM: field(station, 'elevation', 'altitude'),
  };
}

/**
 * AFAD's `GetStations`. Of two stations with one code (ERCT is there as 18 and 19) the one with the greater id, the
 * later registration, is kept.
 * @throws DocumentError when the document is not a list of that shape
 */
export function parseAfadStations(bytes: Uint8Array): StationList {
  const text = stationText(bytes);
  const items = itemsOf(jsonOf(text));
  if (!items)
    throw new DocumentError(`JSON of an unknown shape, without an array of stations: ${shown(text.slice(0, 200))}`);
  const list = emptyList();
  const rows = readRows(list, jsonRows(items), readStation);
  return addStations(
    list,
    rows.sort((a, b) => b.id - a.id || a.line - b.line),
  );
}
