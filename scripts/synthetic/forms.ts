/** The files of each feed. */
import type { EpochMs } from '#core/time.ts';
import { istanbulMonthOf, monthOf, onePeriod, yearOf, type FileForm } from './feed-files.ts';
import type { SyntheticFeed } from './report-history.ts';
import { afadDocument } from './wire/afad-json.ts';
import { xmlDocument } from './wire/monthly-xml.ts';
import { TURHEC_HEAD } from './wire/turhec-text.ts';
import { usgsDocument } from './wire/usgs-geojson.ts';
import { encode1254 } from './wire/windows-1254.ts';
import { numbered, ZEQDB_HEADER } from './wire/zeqdb-text.ts';

/** Feeds that come as files of periods; the live page comes as snapshots. */
export type FiledFeed = Exclude<SyntheticFeed, 'kandilli-live'>;

/** Every thousandth element appears twice, as in the real lists. */
const doubled = (texts: string[]): string[] =>
  texts.flatMap((text, index) => (index % 1000 === 500 ? [text, text] : [text]));

/** @param at instant for which the documents are true */
export const formsOf = (at: EpochMs): [FiledFeed, FileForm][] => [
  [
    'kandilli-zeqdb',
    {
      ...{ folder: 'kandilli/zeqdb', extension: '.txt', order: 'newest first', periodOf: yearOf },
      document: (texts) => encode1254(ZEQDB_HEADER + texts.map(numbered).join('\r\n') + '\r\n'),
    },
  ],
  [
    'kandilli-xml',
    {
      ...{ folder: 'kandilli/xml', extension: '.xml', order: 'oldest first', periodOf: istanbulMonthOf },
      document: (texts) => xmlDocument(doubled(texts)),
    },
  ],
  [
    'afad-api',
    {
      ...{ folder: 'afad', extension: '.json', order: 'oldest first', periodOf: monthOf },
      document: (texts) => Buffer.from(afadDocument(texts)),
    },
  ],
  [
    'usgs-fdsn',
    {
      ...{ folder: 'usgs', extension: '.geojson', order: 'newest first', periodOf: yearOf },
      document: (texts) => Buffer.from(usgsDocument(texts, at)),
    },
  ],
  [
    'turhec-file',
    {
      ...{ folder: 'turhec', extension: '.csv', order: 'oldest first', periodOf: onePeriod('turhec') },
      document: (texts) => Buffer.from(`${TURHEC_HEAD}${texts.join('\n')}\n`),
    },
  ],
];
