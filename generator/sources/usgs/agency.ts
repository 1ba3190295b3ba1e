/** U.S. Geological Survey: the global network. */
import type { AgencyDefinition } from '../agency.ts';
import { detailRequests, usgsDetails, usgsFetcher } from './fetcher.ts';
import { usgsFdsn } from './list.ts';

export const USGS: AgencyDefinition = {
  groups: [{ name: 'usgs', number: 5, keyed: true }],
  feeds: [
    {
      parser: usgsFdsn,
      group: 'usgs',
      polling: {
        address: 'usgs',
        fetcher: usgsFetcher,
        recent: 'always',
        archive: true,
        details: { name: 'usgs-details', requestsIn: (parsed) => detailRequests(parsed), fetch: usgsDetails },
      },
    },
  ],
  addresses: { usgs: { address: 'https://earthquake.usgs.gov', domains: ['usgs.gov'] } },
  ranks: { inside: 30, outside: 10, early: 40 },
  errors: { model: 'global' },
  place: { language: 'english', substitute: 1 },
};
