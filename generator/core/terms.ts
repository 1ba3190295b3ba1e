/** The agencies' terms, as everything that passes their data on names them. ASCII, so that a header can carry them. */
import { KNOWN_AGENCIES, AGENCY_TERMS, type Agency } from './agencies.ts';

export interface Terms {
  name: Agency | 'places';
  holder: string;
  terms: string;
  url: string;
}

const PLACES: Terms = {
  name: 'places',
  holder: 'GeoNames',
  terms: 'CC BY 4.0, of place names that no agency gave',
  url: 'https://www.geonames.org',
};

/** How users of the data name the service. @param baseUrl of the service */
export const attribution = (serviceName: string, baseUrl: string): string =>
  `Data source: ${serviceName} (${new URL(baseUrl).host})`;

/** @param bits set over KNOWN_AGENCIES, as `agencyBits` makes it */
export const termsOf = (bits: number): Terms[] => [
  ...KNOWN_AGENCIES.filter((_, bit) => bits & (1 << bit)).map((name) => {
    const { holder, terms, url } = AGENCY_TERMS[name];
    return { name, holder, terms, url };
  }),
  PLACES,
];

export const termsOfShards = (shards: readonly { agencies: number }[]): Terms[] =>
  termsOf(shards.reduce((bits, { agencies }) => bits | agencies, 0));
