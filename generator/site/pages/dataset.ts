/** The catalogue, and the earthquakes of a province, as schema.org Datasets for search engines of data. */
import type { PageSettings, Site } from './shell.ts';
import { provincePaths } from '#core/paths.ts';
import { sayIn, type Language } from './language.ts';
import type { ProvincePageContent } from './content.ts';

const AGENCY_PAGES = [
  ['Boğaziçi University Kandilli Observatory and Earthquake Research Institute', 'http://www.koeri.boun.edu.tr/'],
  ['Disaster and Emergency Management Authority (AFAD)', 'https://deprem.afad.gov.tr/'],
  ['U.S. Geological Survey', 'https://earthquake.usgs.gov/'],
] as const;

/** What the datasets of the catalogue and of a province have in common. */
const dataset = (baseUrl: string, files: readonly [type: string, path: string][]): object => ({
  '@context': 'https://schema.org',
  '@type': 'Dataset',
  isAccessibleForFree: true,
  license: `${baseUrl}/docs/`,
  creator: AGENCY_PAGES.map(([name, url]) => ({ '@type': 'Organization', name, url })),
  distribution: files.map(([encodingFormat, path]) => ({
    ...{ '@type': 'DataDownload', encodingFormat, contentUrl: `${baseUrl}/${path}` },
  })),
});

export const datasetOf = ({ serviceName, baseUrl }: PageSettings): object => ({
  ...dataset(baseUrl, [
    ['application/json', 'api.php'],
    ['text/csv', 'export.php?format=csv'],
    ['application/geo+json', 'export.php?format=geojson'],
    ['application/xml', 'fdsnws/event/1/query?limit=100'],
  ]),
  name: serviceName,
  description:
    'Earthquakes of Türkiye and its surroundings from Kandilli, AFAD, USGS and older catalogues as one catalogue: ' +
    "every agency's solution, magnitudes, focal mechanisms and revisions. All times are UTC.",
  url: `${baseUrl}/`,
  keywords: ['earthquakes', 'seismicity', 'earthquake catalogue', 'Türkiye', 'deprem'],
  inLanguage: ['tr', 'en'],
  temporalCoverage: '1900-01-01/..',
  spatialCoverage: { '@type': 'Place', name: 'Türkiye', geo: { '@type': 'GeoShape', box: '32 22 46 50' } },
  variableMeasured: ['origin time', 'latitude', 'longitude', 'depth', 'magnitude', 'focal mechanism'],
});

export function provinceData(
  { settings: { baseUrl, serviceName } }: Site,
  language: Language,
  { province: { name, code }, area, counts, picture }: ProvincePageContent,
): object {
  const { west, east, south, north } = area.box;
  const { json, geojson } = provincePaths(code);
  const say = sayIn(language);
  return {
    ...dataset(baseUrl, [
      ['application/json', json],
      ['application/geo+json', geojson],
    ]),
    name: say(`${name} depremleri`, `Earthquakes in ${name}`),
    description: say(
      `${name} ilinde Kandilli, AFAD ve USGS’nin bildirdiği depremler; zamanlar UTC’dir.`,
      `Earthquakes in the province of ${name} as Kandilli, AFAD and USGS report them. All times are UTC.`,
    ),
    inLanguage: language,
    isPartOf: { '@type': 'Dataset', name: serviceName, url: `${baseUrl}/` },
    ...(counts[0] ? { temporalCoverage: `${String(counts[0].year).padStart(4, '0')}/..` } : {}),
    spatialCoverage: {
      ...{ '@type': 'AdministrativeArea', name, identifier: `TR-${code}` },
      geo: { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` },
    },
    ...(picture === undefined ? {} : { image: `${baseUrl}/${picture}` }),
  };
}
