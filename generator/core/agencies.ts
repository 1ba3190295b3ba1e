/**
 * The agencies whose reports make the catalogue, and what everybody who shows their data must know of them. A new
 * agency is one more row at the end of both tables, and one folder in `generator/sources/`.
 */

interface AgencyRow {
  /** Its name on a page in that language. */
  tr: string;
  en: string;
  /** In use only where an operator names it in `SOURCES`, and shown nowhere else. */
  isOptional?: true;
}

/** Append only: the place of a row is its bit in the published files. */
const ROWS = {
  kandilli: { tr: 'Kandilli', en: 'Kandilli' },
  afad: { tr: 'AFAD', en: 'AFAD' },
  usgs: { tr: 'USGS', en: 'USGS' },
  turhec: { tr: 'TURHEC', en: 'TURHEC' },
  historical: { tr: 'Tarihsel', en: 'Historical' },
  emsc: { tr: 'EMSC', en: 'EMSC', isOptional: true },
  gfz: { tr: 'GFZ', en: 'GFZ', isOptional: true },
  ingv: { tr: 'INGV', en: 'INGV', isOptional: true },
  noa: { tr: 'NOA (Atina)', en: 'NOA (Athens)', isOptional: true },
  isc: { tr: 'ISC', en: 'ISC', isOptional: true },
} as const satisfies Record<string, AgencyRow>;

export type Agency = keyof typeof ROWS;

export const AGENCY_NAMES: Readonly<Record<Agency, AgencyRow>> = ROWS;

/** FDSN clients know catalogues by names in capitals. */
export const catalogName = (agency: Agency): string => agency.toUpperCase();

/** The agency's own page of an earthquake, by its identifier; undefined where its address is not known for sure. */
export const agencyPage = (agency: string, eventId: string): string | undefined =>
  agency === 'usgs' && /^[a-z]{2}[a-z0-9_]{3,40}$/.test(eventId)
    ? `https://earthquake.usgs.gov/earthquakes/eventpage/${eventId}`
    : undefined;

interface AgencyTerms {
  /** In a list of terms. */
  shortName: string;
  /** ASCII, so that a header can carry it, as `terms`. */
  holder: string;
  terms: string;
  url: string;
  /** The terms on the pages of accounts. */
  pageTerms: { tr: string; en: string };
}

const ATTRIBUTION = { tr: 'kaynak gösterilmelidir', en: 'attribution' };
const CITATION = { tr: 'atıf yapılmalıdır', en: 'citation' };

/** Apart from the names, which every page loads. */
export const AGENCY_TERMS: Readonly<Record<Agency, AgencyTerms>> = {
  kandilli: {
    shortName: 'Kandilli (KOERI)',
    holder: 'Bogazici University, Kandilli Observatory and Earthquake Research Institute (KOERI)',
    terms: 'attribution, no commercial use without written consent of the university',
    url: 'http://www.koeri.boun.edu.tr',
    pageTerms: {
      tr: 'kaynak gösterilmelidir; üniversitenin yazılı izni olmadan ticari amaçla kullanılamaz',
      en: 'attribution; no commercial use without the university’s written consent',
    },
  },
  afad: {
    shortName: 'AFAD',
    holder: 'Disaster and Emergency Management Authority of Turkiye (AFAD)',
    terms: 'attribution',
    url: 'https://deprem.afad.gov.tr',
    pageTerms: ATTRIBUTION,
  },
  usgs: {
    shortName: 'USGS',
    holder: 'U.S. Geological Survey',
    terms: 'public domain',
    url: 'https://earthquake.usgs.gov',
    pageTerms: { tr: 'kamu malı', en: 'public domain' },
  },
  turhec: {
    shortName: 'TURHEC',
    holder: 'TURHEC (Tan 2021, doi 10.5194/nhess-21-2059-2021)',
    terms: 'citation',
    url: 'https://doi.org/10.5194/nhess-21-2059-2021',
    pageTerms: CITATION,
  },
  historical: {
    shortName: 'EPICA, NOAA',
    holder: 'EPICA v1.1 (Rovida and Antonucci 2021, doi 10.13127/epica.1.1) and NOAA',
    terms: 'CC BY 4.0 (EPICA); public domain (NOAA)',
    url: 'https://doi.org/10.13127/epica.1.1',
    pageTerms: { tr: 'CC BY 4.0 (EPICA), kamu malı (NOAA)', en: 'CC BY 4.0 (EPICA), public domain (NOAA)' },
  },
  emsc: {
    shortName: 'EMSC',
    holder: 'European-Mediterranean Seismological Centre (EMSC)',
    // Terms of https://seismicportal.eu/fdsn-wsevent.html
    terms: 'CC BY 4.0',
    url: 'https://www.seismicportal.eu',
    pageTerms: { tr: 'CC BY 4.0', en: 'CC BY 4.0' },
  },
  gfz: {
    shortName: 'GFZ (GEOFON)',
    holder: 'GEOFON, GFZ Helmholtz Centre for Geosciences, Potsdam',
    terms: 'citation',
    url: 'https://geofon.gfz-potsdam.de',
    pageTerms: CITATION,
  },
  ingv: {
    shortName: 'INGV',
    holder: 'Istituto Nazionale di Geofisica e Vulcanologia (INGV)',
    terms: 'attribution',
    url: 'https://webservices.ingv.it',
    pageTerms: ATTRIBUTION,
  },
  noa: {
    shortName: 'NOA',
    holder: 'National Observatory of Athens, Institute of Geodynamics (NOA)',
    terms: 'citation',
    url: 'https://eida.gein.noa.gr',
    pageTerms: CITATION,
  },
  isc: {
    shortName: 'ISC',
    holder: 'International Seismological Centre, ISC Bulletin, doi 10.31905/D808B830',
    terms: 'citation',
    url: 'https://www.isc.ac.uk',
    pageTerms: CITATION,
  },
};

/** Terms of their data, as sentences; each agency once. */
export const termsOf = (agencies: Iterable<Agency>, language: 'tr' | 'en'): string =>
  [...new Set(agencies)]
    .map((name) => `${AGENCY_TERMS[name].shortName}: ${AGENCY_TERMS[name].pageTerms[language]}.`)
    .join(' ');

/** Every agency that may be in use, in the order in which they are listed. */
export const KNOWN_AGENCIES = Object.keys(ROWS) as readonly Agency[];

/** Those in use unless an operator leaves one out. */
export const AGENCIES: readonly Agency[] = KNOWN_AGENCIES.filter((name) => !AGENCY_NAMES[name].isOptional);

/** Those that an answer may name. @param inUse the agencies in use */
export const shownAgencies = (inUse: readonly Agency[]): readonly Agency[] =>
  KNOWN_AGENCIES.filter((name) => AGENCIES.includes(name) || inUse.includes(name));

/** Bits of a set of agencies in the published files. */
const MOST_AGENCIES = 16;

/** @throws Error when there are more agencies than bits */
export function checkAgencyCount(count: number): void {
  if (count > MOST_AGENCIES)
    throw new Error(`core/agencies.ts has ${count} agencies; the published files have room for ${MOST_AGENCIES}`);
}

checkAgencyCount(KNOWN_AGENCIES.length);
