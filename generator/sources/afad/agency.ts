/** Disaster and Emergency Management Authority of Türkiye: the authority by law. */
import type { AgencyDefinition } from '../agency.ts';
import { afadApi, isAfadUnifiedId } from './api.ts';
import { afadFetcher } from './fetcher.ts';
import { afadSite } from './site-export.ts';

const group = (key: string | null): string => (key !== null && isAfadUnifiedId(key) ? 'afad-unified' : 'afad');

export const AFAD: AgencyDefinition = {
  groups: [
    { name: 'afad', number: 3, keyed: true },
    { name: 'afad-unified', number: 4, keyed: true },
  ],
  feeds: [
    {
      parser: afadApi,
      group,
      polling: { address: 'afad', fetcher: afadFetcher, recent: 'always', archive: true },
    },
    { parser: afadSite, group },
  ],
  addresses: {
    // Its API redirects from deprem.afad.gov.tr to servisnet.afad.gov.tr.
    afad: { address: 'https://deprem.afad.gov.tr', domains: ['afad.gov.tr'] },
  },
  ranks: { inside: 10, outside: 20, early: 20 },
  errors: { model: 'national', own: 'afad' },
  place: { language: 'turkish', substitute: 1, namesProvince: true },
};
