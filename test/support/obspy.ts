/**
 * The rules by which ObsPy's FDSN client (1.4) finds services, writes requests and reads answers, in words of our own.
 * ObsPy itself cannot be installed from Debian 12.
 */
import assert from 'node:assert/strict';
import { create } from 'xmlbuilder2';

export type WadlType = 'time' | 'text' | 'float' | 'integer' | 'boolean';

export interface WadlParameter {
  name: string;
  type: WadlType;
  options: string[];
}

/** What is read of an element. */
export interface XmlElement {
  nodeType: number;
  tagName: string;
  localName: string;
  namespaceURI: string | null;
  textContent: string | null;
  childNodes: Iterable<XmlElement>;
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): Iterable<XmlElement>;
}

export const rootOf = (xml: string): XmlElement =>
  (create(xml).node as unknown as { documentElement: XmlElement }).documentElement;

export const children = (parent: XmlElement, name?: string): XmlElement[] =>
  [...parent.childNodes].filter((node) => node.nodeType === 1 && (name === undefined || node.localName === name));

/** The text of the first child of that name; null where it is missing or empty. */
export const textIn = (parent: XmlElement | undefined, name: string): string | null =>
  (parent && children(parent, name)[0]?.textContent) || null;

/** What it warns of when a service lacks them. */
const STANDARD = {
  event: ['starttime', 'endtime', 'minlatitude', 'maxlatitude', 'minlongitude', 'maxlongitude', 'mindepth', 'maxdepth',
    'minmagnitude', 'maxmagnitude', 'orderby'],
  station: ['starttime', 'endtime', 'network', 'station', 'location', 'channel', 'minlatitude', 'maxlatitude',
    'minlongitude', 'maxlongitude', 'level'],
}; // prettier-ignore

/** The first part that the type's name contains decides. */
const TYPES: [RegExp, WadlType][] = [
  [/date/, 'time'],
  [/string/, 'text'],
  [/double|float/, 'float'],
  [/long|int/, 'integer'],
  [/bool/, 'boolean'],
];

/** Values that Python's constructors of these types take. */
const READABLE: Record<WadlType, RegExp> = {
  time: /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?)?Z?$/,
  text: /^[^]*$/,
  float: /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i,
  integer: /^\s*[+-]?\d+\s*$/,
  boolean: /^(?:true|false)$/i,
};

/** @throws AssertionError where it would raise or warn */
export const readable = (type: WadlType, value: string | null, what: string): string => {
  assert.ok(value !== null && READABLE[type].test(value), `${what}: ${value} is no ${type}`);
  return value;
};

/** Of all GET methods those in the one with the id `query`, by name. */
export function parametersOf(wadl: string): Map<string, WadlParameter> {
  const application = rootOf(wadl);
  assert.equal(application.localName, 'application');
  const [resources] = children(application, 'resources');
  const service = (['dataselect', 'station', 'event'] as const).find((name) =>
    resources!.getAttribute('base')!.includes(name),
  );
  assert.ok(service === 'event' || service === 'station');
  const methods = [...application.getElementsByTagName('method')];
  const query = methods.filter(
    (method) => method.getAttribute('name') === 'GET' && method.getAttribute('id')?.toLowerCase() === 'query',
  );
  const params = query.flatMap((method) =>
    children(method, 'request').flatMap((request) => children(request, 'param')),
  );
  const parameters = new Map(params.map((param) => [param.getAttribute('name')!, parameterOf(param)]));
  assert.equal(parameters.size, params.length, 'each name once');
  for (const name of STANDARD[service]) assert.ok(parameters.has(name), `${service} lacks ${name}`);
  return parameters;
}

function parameterOf(param: XmlElement): WadlParameter {
  const name = param.getAttribute('name')!;
  assert.equal(param.getAttribute('style'), 'query', name);
  assert.notEqual(param.getAttribute('required')?.toLowerCase(), 'true', name);
  const written = param.getAttribute('type')!.toLowerCase();
  const [, type] = TYPES.find(([part]) => part.test(written)) ?? [];
  assert.ok(type, `${name} has an unknown type ${written}`);
  const options = children(param, 'option').map((option) => readable(type, option.getAttribute('value'), name));
  const preset = param.getAttribute('default');
  if (preset !== null) readable(type, preset, `${name}'s default`);
  return { name, type, options };
}

/** A value as it is written into a URL: Python's `str` of floats, small booleans, times with microseconds. */
export function written(value: string | number | boolean | Date, type: WadlType): string {
  if (value instanceof Date) return value.toISOString().replace('Z', '000');
  if (type !== 'float' || typeof value !== 'number') return String(value);
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}

/** The names in `catalogs` or `contributors`: children named as the root without its last letter, not trimmed. */
export function namesIn(xml: string): Set<string> {
  const root = rootOf(xml);
  assert.ok(root.tagName.endsWith('s'));
  return new Set(
    children(root)
      .filter(({ tagName }) => tagName === root.tagName.slice(0, -1))
      .map(({ textContent }) => textContent!),
  );
}

/** Rows of its text reader: Python's csv with the bar between cells, quotes as in CSV, cells trimmed. */
export function textRows(text: string): { header: string[]; rows: string[][] } {
  const [first, ...lines] = text.replace(/\n$/, '').split('\n');
  const header = first!
    .replace(/^#+/, '')
    .split('|')
    .map((cell) => cell.trim().toLowerCase());
  const rows = lines.map((line) => {
    assert.notEqual(line, '', 'an empty line ends its reader');
    assert.doesNotMatch(line, /(?:^|\|)"/, 'a quote at the start of a cell joins cells');
    return line.split('|').map((cell) => cell.trim());
  });
  return { header, rows };
}
