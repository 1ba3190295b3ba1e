/** Boğaziçi University, Kandilli Observatory and Earthquake Research Institute. */
import type { AgencyDefinition } from '../agency.ts';
import { kandilliLiveFetcher } from './live-fetcher.ts';
import { kandilliLive } from './live-page.ts';
import { kandilliXml, kandilliXmlFetcher } from './monthly-xml.ts';
import { kandilliZeqdbFetcher } from './zeqdb-fetcher.ts';
import { kandilliZeqdb } from './zeqdb.ts';

const domains = ['boun.edu.tr'];

/** Its reviewed catalogue is preferred to its monthly lists, and these to its live page. */
export const KANDILLI: AgencyDefinition = {
  groups: [
    { name: 'kandilli-zeqdb', number: 0, keyed: false },
    { name: 'kandilli-xml', number: 1, keyed: false },
    { name: 'kandilli-live', number: 2, keyed: false },
  ],
  feeds: [
    {
      parser: kandilliZeqdb,
      group: 'kandilli-zeqdb',
      polling: { address: 'kandilli', fetcher: kandilliZeqdbFetcher, archive: true },
    },
    {
      parser: kandilliXml,
      group: 'kandilli-xml',
      polling: { address: 'kandilli-monthly', fetcher: kandilliXmlFetcher, recent: 'daily', archive: true },
    },
    {
      parser: kandilliLive,
      group: 'kandilli-live',
      polling: { address: 'kandilli', fetcher: kandilliLiveFetcher, recent: 'always' },
    },
  ],
  addresses: {
    kandilli: { address: 'http://www.koeri.boun.edu.tr', domains },
    'kandilli-monthly': { address: 'http://udim.koeri.boun.edu.tr', domains },
    'kandilli-stations': { address: 'http://eida.koeri.boun.edu.tr', domains },
  },
  ranks: { inside: 20, outside: 30, early: 30 },
  errors: { model: 'national', own: 'kandilli' },
  place: { language: 'turkish' },
};
