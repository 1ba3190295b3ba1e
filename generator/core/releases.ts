/** Releases: frozen copies of the catalogue below `versions/`, which people cite. */
import { formatDay, type EpochMs } from './time.ts';

/** Year, and number in it from 1: `2026.1`. */
const RELEASE = /^(\d{4})\.([1-9]\d?)$/;

export const isReleaseName = (text: string): boolean => RELEASE.test(text);

const numbersOf = (name: string): number => {
  const [, year, number] = RELEASE.exec(name) ?? [];
  return Number(year) * 100 + Number(number);
};

/** The latest first. */
export const byLatest = (a: { name: string }, b: { name: string }): number => numbersOf(b.name) - numbersOf(a.name);

/** The folder of a release in `dist/`, also its address below that of the service. */
export const releaseFolder = (name: string): string => `versions/${name}/`;

/** Files of releases are verified in pieces of so many bytes. */
export const PIECE_BYTES = 2 ** 20;

interface ReleaseFile {
  /** Below the release's folder. */
  name: string;
  /** In bytes. */
  size: number;
}

/** What pages say of a release. */
export interface Release {
  name: string;
  /** The time of its data. */
  asOf: EpochMs;
  /** How many it has. */
  earthquakes: number;
  files: ReleaseFile[];
}

/** Of the catalogue. */
export const TITLE = {
  tr: 'Türkiye ve çevresinin deprem kataloğu',
  en: 'Earthquake catalogue of Türkiye and its surroundings',
} as const;

interface Cited {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
  release?: Pick<Release, 'name' | 'asOf'> | undefined;
}

/** How the catalogue is named in a list of references: a release, or what changes each minute. */
export function citation({ serviceName, baseUrl, release }: Cited, language: 'tr' | 'en'): string {
  const kind = language === 'tr' ? '[veri seti]' : '[data set]';
  const title = TITLE[language];
  if (!release) return `${serviceName}: ${title} ${kind}. ${baseUrl}/`;
  const { name, asOf } = release;
  const version = language === 'tr' ? `sürüm ${name}` : `version ${name}`;
  return `${serviceName} (${formatDay(asOf).slice(0, 4)}): ${title}, ${version} ${kind}. ${baseUrl}/${releaseFolder(name)}`;
}
