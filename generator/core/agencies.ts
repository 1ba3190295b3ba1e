/**
 * The agencies whose reports make the catalogue, and what everybody who shows their data must know of them. A new
 * agency is one more row at the end, and one folder in `generator/sources/`.
 */

interface AgencyRow {
  /** As a page in that language names it. */
  names: { tr: string; en: string };
  /** In a list of terms. */
  shortName: string;
  /** ASCII, so that a header can carry it, as `terms`. */
  holder: string;
  terms: string;
  url: string;
  /** The terms on the pages of accounts. */
  pageTerms: { tr: string; en: string };
}

/** Append only: the place of a row is its bit in the published files. */
const ROWS = {
  kandilli: {
    names: { tr: 'Kandilli', en: 'Kandilli' },
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
    names: { tr: 'AFAD', en: 'AFAD' },
    shortName: 'AFAD',
    holder: 'Disaster and Emergency Management Authority of Turkiye (AFAD)',
    terms: 'attribution',
    url: 'https://deprem.afad.gov.tr',
    pageTerms: { tr: 'kaynak gösterilmelidir', en: 'attribution' },
  },
  usgs: {
    names: { tr: 'USGS', en: 'USGS' },
    shortName: 'USGS',
    holder: 'U.S. Geological Survey',
    terms: 'public domain',
    url: 'https://earthquake.usgs.gov',
    pageTerms: { tr: 'kamu malı', en: 'public domain' },
  },
  turhec: {
    names: { tr: 'TURHEC', en: 'TURHEC' },
    shortName: 'TURHEC',
    holder: 'TURHEC (Tan 2021, doi 10.5194/nhess-21-2059-2021)',
    terms: 'citation',
    url: 'https://doi.org/10.5194/nhess-21-2059-2021',
    pageTerms: { tr: 'atıf yapılmalıdır', en: 'citation' },
  },
  historical: {
    names: { tr: 'Tarihsel', en: 'Historical' },
    shortName: 'EPICA, NOAA',
    holder: 'EPICA v1.1 (Rovida and Antonucci 2021, doi 10.13127/epica.1.1) and NOAA',
    terms: 'CC BY 4.0 (EPICA); public domain (NOAA)',
    url: 'https://doi.org/10.13127/epica.1.1',
    pageTerms: { tr: 'CC BY 4.0 (EPICA), kamu malı (NOAA)', en: 'CC BY 4.0 (EPICA), public domain (NOAA)' },
  },
} as const satisfies Record<string, AgencyRow>;

export type Agency = keyof typeof ROWS;

export const AGENCY_ROWS: Readonly<Record<Agency, AgencyRow>> = ROWS;

/** In the order in which they are listed. */
export const AGENCIES = Object.keys(ROWS) as readonly Agency[];
