/** Reads settings from the environment; an error names the variable and the rule. */
import { ownValue } from '#core/own-value.ts';
import { ExpectedError } from '#core/expected-error.ts';
import { AGENCIES, KNOWN_AGENCIES, type Agency } from '#core/agencies.ts';
import { withoutLastSlashes } from '#core/base-path.ts';
import type { Box } from '#core/geo.ts';
import { cleanText, shown } from '#core/text.ts';

export class SettingError extends ExpectedError {
  override name = 'SettingError';
}

export type Environment = Record<string, string | undefined>;

export const DEFAULT_SERVICE_NAME = 'hiposantr';
/** TCP port of the gateway. */
export const DEFAULT_PORT = 8787;

const refuse = (name: string, value: string, rule: string): never => {
  throw new SettingError(`${name} is "${shown(value)}"; it must be ${rule}`);
};

/** The trimmed value, or undefined when it is absent or empty. */
const given = (env: Environment, name: string): string | undefined => ownValue(env, name)?.trim() || undefined;

export const textSetting = (env: Environment, name: string, fallback: string): string => given(env, name) ?? fallback;

const NAME_CHARACTERS = 80;

/** A name to be shown: at most 80 characters, none of them invisible. */
export function nameSetting(env: Environment, name: string, fallback: string): string {
  const value = given(env, name) ?? fallback;
  const rule = `a name of at most ${NAME_CHARACTERS} characters without control characters`;
  return value.length <= NAME_CHARACTERS && cleanText(value) === value.normalize('NFC')
    ? value
    : refuse(name, value, rule);
}

/** `1`, `true` or `yes`; `0`, `false` or `no`. */
export function flagSetting(env: Environment, name: string): boolean {
  const value = given(env, name)?.toLowerCase();
  if (value === undefined || ['0', 'false', 'no'].includes(value)) return false;
  return ['1', 'true', 'yes'].includes(value) || refuse(name, value, '1 or 0');
}

/** One of some words; the first one when it is not given. */
export function choiceSetting<T extends string>(env: Environment, name: string, choices: readonly [T, ...T[]]): T {
  const value = given(env, name)?.toLowerCase();
  if (value === undefined) return choices[0];
  return choices.find((choice) => choice === value) ?? refuse(name, value, `one of ${choices.join(', ')}`);
}

interface WholeRange {
  fallback: number;
  least: number;
  most: number;
}

export function wholeSetting(env: Environment, name: string, { fallback, least, most }: WholeRange): number {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,12}$/.test(value) ? Number(value) : NaN;
  return number >= least && number <= most ? number : refuse(name, value, `a whole number from ${least} to ${most}`);
}

/** 0: chosen by the system. */
export const portSetting = (env: Environment): number =>
  wholeSetting(env, 'PORT', { fallback: DEFAULT_PORT, least: 0, most: 65_535 });

/** The log's format: lines of text, or JSON objects, one a line. */
export const logFormatSetting = (env: Environment): 'text' | 'json' =>
  choiceSetting(env, 'LOG_FORMAT', ['text', 'json']);

export const serviceNameSetting = (env: Environment): string => nameSetting(env, 'SERVICE_NAME', DEFAULT_SERVICE_NAME);

export interface Folders {
  /** Databases and captures; private. */
  dataDir: string;
  /** The dataset; public. */
  distDir: string;
}

/**
 * Both folders as they are given.
 * @param path `node:path`, passed in because it depends on the working directory
 * @throws SettingError when DATA_DIR is inside DIST_DIR
 */
export function foldersSetting(env: Environment, path: { resolve(path: string): string; sep: string }): Folders {
  const dataDir = textSetting(env, 'DATA_DIR', 'data');
  const distDir = textSetting(env, 'DIST_DIR', 'dist');
  const isInside = `${path.resolve(dataDir)}${path.sep}`.startsWith(`${path.resolve(distDir)}${path.sep}`);
  return isInside
    ? refuse('DATA_DIR', dataDir, `a folder outside of DIST_DIR, which is ${distDir}`)
    : { dataDir, distDir };
}

const ADDRESS_RULE = 'an http or https address without user, password, query or fragment';

/** An http or https address in its normal form, without its trailing slash. */
export function addressSetting(env: Environment, name: string, fallback: string): string {
  const value = given(env, name) ?? fallback;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain = url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password;
  if (!plain || /[?#]/.test(value)) return refuse(name, value, ADDRESS_RULE);
  return withoutLastSlashes(url.href);
}

const TILES_RULE =
  'an https address, or an http one of this machine, with {z}, {x} and {y} and no other placeholder in its path or ' +
  'query, as in https://tile.example.org/{z}/{x}/{y}.png';
const CREDIT_RULE = 'the attribution that the server of SITE_TILES asks for: at most 200 characters, no control ones';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3})$/;

/** SITE_TILES and its origin, and SITE_TILES_CREDIT; undefined without the former. */
export function tileServerSetting(env: Environment) {
  const template = given(env, 'SITE_TILES');
  if (template === undefined) return undefined;
  const origin = tileOrigin(template) ?? refuse('SITE_TILES', template, TILES_RULE);
  const credit = given(env, 'SITE_TILES_CREDIT') ?? '';
  const isCredit = credit !== '' && credit.length <= 200 && cleanText(credit) === credit.normalize('NFC');
  return isCredit ? { template, origin, credit } : refuse('SITE_TILES_CREDIT', credit, CREDIT_RULE);
}

/** Undefined where the template is not one. The host is of letters that a Content-Security-Policy can name. */
function tileOrigin(template: string): string | undefined {
  const plain = template.replaceAll('{z}', '0').replaceAll('{x}', '0').replaceAll('{y}', '0');
  if (!['{z}', '{x}', '{y}'].every((one) => template.includes(one)) || !/^https?:\/\/[!-~]+$/.test(plain))
    return undefined;
  if (/[{}#\\]/.test(plain) || !URL.canParse(template)) return undefined;
  const { origin, hostname, protocol, username, password } = new URL(template);
  const isSafe = protocol === 'https:' || LOOPBACK.test(hostname);
  return isSafe && /^[a-z0-9.-]+$/.test(hostname) && !username && !password ? origin : undefined;
}

/** A comma list of agencies, any case. */
export function agenciesSetting(env: Environment, name: string): Agency[] {
  const value = given(env, name);
  if (value === undefined) return [...AGENCIES];
  const names = value.split(',').map((part) => part.trim().toLowerCase());
  for (const one of names)
    if (!(KNOWN_AGENCIES as readonly string[]).includes(one))
      refuse(name, value, `a comma list of ${KNOWN_AGENCIES.join(', ')}`);
  return KNOWN_AGENCIES.filter((agency) => names.includes(agency));
}

/** `south,north,west,east` in decimal degrees. */
export function boxSetting(env: Environment, name: string, fallback: Box): Box {
  const value = given(env, name);
  if (value === undefined) return fallback;
  const rule = 'south,north,west,east in decimal degrees, as in 32,46,22,50';
  const parts = value.split(',').map((part) => part.trim());
  if (parts.length !== 4 || parts.some((part) => !/^-?\d{1,3}(\.\d+)?$/.test(part))) return refuse(name, value, rule);
  const [south, north, west, east] = parts.map(Number) as [number, number, number, number];
  const inRange = south >= -90 && north <= 90 && west >= -180 && east <= 180 && south < north && west < east;
  return inRange ? { south, north, west, east } : refuse(name, value, rule);
}
