/** The catalogue as a schema.org Dataset, for search engines of data. */
import type { PageSettings } from './shell.ts';

const AGENCY_PAGES = [
  ['Boğaziçi University Kandilli Observatory and Earthquake Research Institute', 'http://www.koeri.boun.edu.tr/'],
  ['Disaster and Emergency Management Authority (AFAD)', 'https://deprem.afad.gov.tr/'],
  ['U.S. Geological Survey', 'https://earthquake.usgs.gov/'],
] as const;

export const creators = AGENCY_PAGES.map(([name, url]) => ({ '@type': 'Organization', name, url }));

export function datasetOf({ serviceName, baseUrl }: PageSettings): object {
  const download = (encodingFormat: string, path: string): object => ({
    '@type': 'DataDownload',
    encodingFormat,
    contentUrl: `${baseUrl}${path}`,
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: serviceName,
    description:
      'Earthquakes of Türkiye and its surroundings from Kandilli, AFAD, USGS and older catalogues as one catalogue: ' +
      "every agency's solution, magnitudes, focal mechanisms and revisions. All times are UTC.",
    url: `${baseUrl}/`,
    keywords: ['earthquakes', 'seismicity', 'earthquake catalogue', 'Türkiye', 'deprem'],
    inLanguage: ['tr', 'en'],
    isAccessibleForFree: true,
    license: `${baseUrl}/docs/`,
    creator: creators,
    temporalCoverage: '1900-01-01/..',
    spatialCoverage: { '@type': 'Place', name: 'Türkiye', geo: { '@type': 'GeoShape', box: '32 22 46 50' } },
    variableMeasured: ['origin time', 'latitude', 'longitude', 'depth', 'magnitude', 'focal mechanism'],
    distribution: [
      download('application/json', '/api.php'),
      download('text/csv', '/export.php?format=csv'),
      download('application/geo+json', '/export.php?format=geojson'),
      download('application/xml', '/fdsnws/event/1/query?limit=100'),
    ],
  };
}
