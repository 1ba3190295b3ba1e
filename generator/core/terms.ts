/** The agencies' terms, as everything that passes their data on names them. ASCII, so that a header can carry them. */
import { AGENCIES, type Agency } from './earthquake.ts';

export interface Terms {
  name: Agency | 'places';
  holder: string;
  terms: string;
  url: string;
}

const OF_AGENCY: Record<Agency, Omit<Terms, 'name'>> = {
  kandilli: {
    holder: 'Bogazici University, Kandilli Observatory and Earthquake Research Institute (KOERI)',
    terms: 'attribution, no commercial use without written consent of the university',
    url: 'http://www.koeri.boun.edu.tr',
  },
  afad: {
    holder: 'Disaster and Emergency Management Authority of Turkiye (AFAD)',
    terms: 'attribution',
    url: 'https://deprem.afad.gov.tr',
  },
  usgs: { holder: 'U.S. Geological Survey', terms: 'public domain', url: 'https://earthquake.usgs.gov' },
  turhec: {
    holder: 'TURHEC (Tan 2021, doi 10.5194/nhess-21-2059-2021)',
    terms: 'citation',
    url: 'https://doi.org/10.5194/nhess-21-2059-2021',
  },
  historical: {
    holder: 'EPICA v1.1 (Rovida and Antonucci 2021, doi 10.13127/epica.1.1) and NOAA',
    terms: 'CC BY 4.0 (EPICA); public domain (NOAA)',
    url: 'https://doi.org/10.13127/epica.1.1',
  },
};

const PLACES: Terms = {
  name: 'places',
  holder: 'GeoNames',
  terms: 'CC BY 4.0, of place names that no agency gave',
  url: 'https://www.geonames.org',
};

/** How users of the data name the service. @param baseUrl of the service */
export const attribution = (serviceName: string, baseUrl: string): string =>
  `Data source: ${serviceName} (${new URL(baseUrl).host})`;

/** @param bits set over AGENCIES, as `agencyBits` makes it */
export const termsOf = (bits: number): Terms[] => [
  ...AGENCIES.filter((_, bit) => bits & (1 << bit)).map((name) => ({ name, ...OF_AGENCY[name] })),
  PLACES,
];
