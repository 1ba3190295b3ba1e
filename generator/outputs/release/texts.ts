/** What accompanies the data of a release: how to cite it, its terms, and what changed. */
import { html } from 'hono/html';
import { citation, type Release, releaseFolder, TITLE } from '#core/releases.ts';
import type { Terms } from '#core/terms.ts';
import { formatDay, formatInstant } from '#core/time.ts';
import type { ReleaseChanges } from './changes.ts';

export interface ReleaseTexts extends Omit<Release, 'files'> {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
  terms: Terms[];
  /** West, south, east, north in degrees: what the earthquakes span. */
  box: readonly [number, number, number, number];
  /** Origin time of the first and of the last earthquake, day, UTC. */
  days: readonly [string, string];
  /** Against the release before, if there is one. */
  before?: { name: string; changes: ReleaseChanges } | undefined;
}

const KEYWORDS = ['earthquakes', 'seismicity', 'earthquake catalogue', 'Türkiye'];

const ABSTRACT =
  'Earthquakes of Türkiye and its surroundings as agencies report them, associated with each other: one record an ' +
  'earthquake, the solutions of all agencies beside it.';

const addressOf = ({ baseUrl, name }: ReleaseTexts): string => `${baseUrl}/${releaseFolder(name)}`;

/** Citation File Format 1.2.0. JSON texts are YAML. */
export function citationFile(release: ReleaseTexts): string {
  const { serviceName, name, asOf } = release;
  const fields = {
    'cff-version': '1.2.0',
    message: 'Please cite this data set, and the agencies whose data you use.',
    type: 'dataset',
    title: `${serviceName}: ${TITLE.en}`,
    version: name,
    'date-released': formatDay(asOf),
    url: addressOf(release),
    abstract: ABSTRACT,
  };
  const list = (values: readonly string[]): string => values.map((one) => `  - ${one}\n`).join('');
  return (
    Object.entries(fields)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
      .join('') +
    `authors:\n${list([`name: ${JSON.stringify(serviceName)}`])}` +
    `keywords:\n${list(KEYWORDS.map((one) => JSON.stringify(one)))}`
  );
}

/** DataCite metadata, schema 4.5, without a DOI, which the operator may register. */
export function dataciteFile(release: ReleaseTexts): string {
  const { serviceName, name, asOf, terms, earthquakes, box, days } = release;
  const [west, south, east, north] = box;
  const agencies = terms.filter((one) => one.name !== 'places');
  return `${JSON.stringify(
    {
      types: { resourceTypeGeneral: 'Dataset', resourceType: 'Earthquake catalogue' },
      creators: [{ name: serviceName, nameType: 'Organizational' }],
      titles: [
        { title: `${serviceName}: ${TITLE.en}`, lang: 'en' },
        { title: `${serviceName}: ${TITLE.tr}`, titleType: 'TranslatedTitle', lang: 'tr' },
      ],
      publisher: { name: serviceName },
      publicationYear: formatDay(asOf).slice(0, 4),
      subjects: KEYWORDS.map((subject) => ({ subject })),
      contributors: agencies.map(({ holder }) => ({
        ...{ name: holder, nameType: 'Organizational', contributorType: 'DataCollector' },
      })),
      dates: [
        { date: formatDay(asOf), dateType: 'Issued' },
        { date: `${days[0]}/${days[1]}`, dateType: 'Other', dateInformation: 'Origin times' },
      ],
      language: 'en',
      sizes: [`${earthquakes} earthquakes`],
      formats: ['application/vnd.apache.parquet', 'text/csv'],
      version: name,
      rightsList: terms.map(({ holder, terms: rights, url }) => ({ rights: `${holder}: ${rights}`, rightsUri: url })),
      descriptions: [{ description: ABSTRACT, descriptionType: 'Abstract', lang: 'en' }],
      geoLocations: [
        {
          geoLocationPlace: 'Türkiye and its surroundings',
          geoLocationBox: {
            ...{ westBoundLongitude: west, eastBoundLongitude: east },
            ...{ southBoundLatitude: south, northBoundLatitude: north },
          },
        },
      ],
      url: addressOf(release),
      schemaVersion: 'http://datacite.org/schema/kernel-4',
    },
    null,
    1,
  )}\n`;
}

const FILES = [
  ['earthquakes.parquet', 'an earthquake a row, with every agency’s own solution (GeoParquet)'],
  ['earthquakes.csv.gz', 'an earthquake a row, in the columns of the export'],
  ['CHANGES.txt', 'what changed since the release before'],
  ['changes.csv', 'a row for each earthquake that is new, changed or gone since then'],
  ['CITATION.cff', 'how to cite it (Citation File Format)'],
  ['datacite.json', 'for the registration of a DOI (DataCite 4.5)'],
  ['SHA256SUMS.txt', 'checksums: sha256sum -c SHA256SUMS.txt'],
] as const;

const filesOf = ({ before }: ReleaseTexts) => FILES.filter(([file]) => before !== undefined || file !== 'changes.csv');

const madeAt = ({ asOf, earthquakes }: ReleaseTexts): string =>
  `${earthquakes} earthquakes as they were known at ${formatInstant(asOf)}. This folder never changes.`;

export const readmeFile = (release: ReleaseTexts): string =>
  `${release.serviceName} ${release.name}
${madeAt(release)}

${filesOf(release)
  .map(([file, text]) => `${file}: ${text}`)
  .join('\n')}

All times are UTC, coordinates degrees, depths kilometres.
Cite: ${citation({ ...release, release }, 'en')}
${addressOf(release)}

The agencies' terms:
${release.terms.map(({ holder, terms, url }) => `- ${holder}: ${terms}. ${url}`).join('\n')}
`;

export function changesFile({ name, earthquakes, before }: ReleaseTexts): string {
  if (!before) return `${name}: the first release, ${earthquakes} earthquakes.\n`;
  const { counts, magnitudes, notable } = before.changes;
  return `${name}, against ${before.name}

${earthquakes} earthquakes.
new: ${counts.new}
gone (withdrawn, or now part of another record): ${counts.gone}
changed in time, place, depth, magnitude or location: ${counts.changed}
of these in magnitude by 0.1 or more: ${magnitudes}
changes.csv has each of them.

M 5 or more, new, gone or of another magnitude${notable.length === 0 ? ': none' : ''}
${notable.map((line) => `${line}\n`).join('')}`;
}

/** The page that a DOI leads to, without assets: those of the site change. */
export const landingPage = (release: ReleaseTexts): string =>
  String(
    html`<!doctype html>
      <html lang="en">
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${release.serviceName} ${release.name}</title>
        <h1>${release.serviceName} ${release.name}</h1>
        <p>${madeAt(release)}</p>
        <ul>
          ${filesOf(release).map(([file, text]) => html`<li><a href="${addressOf(release)}${file}">${file}</a>: ${text}</li> `)}
        </ul>
        <h2>Cite</h2>
        <p>${citation({ ...release, release }, 'en')}</p>
        <p lang="tr">${citation({ ...release, release }, 'tr')}</p>
        <h2>Terms</h2>
        <ul>
          ${release.terms.map(({ holder, terms, url }) => html`<li><a href="${url}">${holder}</a>: ${terms}</li> `)}
        </ul>
        <p><a href="${release.baseUrl}/">${release.serviceName}</a></p>
      </html> `,
  );
