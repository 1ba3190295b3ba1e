/** The earthquakes of a province as a schema.org Dataset. */
import { provincePaths } from '#core/paths.ts';
import { creators } from './dataset.ts';
import { sayIn, type Language } from './language.ts';
import type { ProvincePageContent } from './province-content.ts';
import type { Site } from './shell.ts';

export function provinceData(
  { settings: { baseUrl, serviceName } }: Site,
  language: Language,
  { province, area, counts, picture }: ProvincePageContent,
): object {
  const { name, code } = province;
  const { west, east, south, north } = area.box;
  const { json, geojson } = provincePaths(code);
  const download = (encodingFormat: string, path: string): object => ({
    ...{ '@type': 'DataDownload', encodingFormat, contentUrl: `${baseUrl}/${path}` },
  });
  return {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: sayIn(language)(`${name} depremleri`, `Earthquakes in ${name}`),
    description: sayIn(language)(
      `${name} ilinde Kandilli, AFAD ve USGS’nin bildirdiği depremler; zamanlar UTC’dir.`,
      `Earthquakes in the province of ${name} as Kandilli, AFAD and USGS report them. All times are UTC.`,
    ),
    inLanguage: language,
    isAccessibleForFree: true,
    isPartOf: { '@type': 'Dataset', name: serviceName, url: `${baseUrl}/` },
    license: `${baseUrl}/docs/`,
    creator: creators,
    ...(counts[0] ? { temporalCoverage: `${String(counts[0].year).padStart(4, '0')}/..` } : {}),
    spatialCoverage: {
      '@type': 'AdministrativeArea',
      name,
      identifier: `TR-${code}`,
      geo: { '@type': 'GeoShape', box: `${south} ${west} ${north} ${east}` },
    },
    distribution: [download('application/json', json), download('application/geo+json', geojson)],
    ...(picture === undefined ? {} : { image: `${baseUrl}/${picture}` }),
  };
}
