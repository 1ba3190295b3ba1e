/** Global CMT Project: focal mechanisms of earthquakes that the agencies report. */
import type { SourceDefinition } from '../agency.ts';
import { gcmtFetcher } from './fetcher.ts';
import { gcmtNdk } from './ndk.ts';

export const GCMT: SourceDefinition = {
  feeds: [{ parser: gcmtNdk, polling: { address: 'gcmt', fetcher: gcmtFetcher, recent: 'daily', archive: true } }],
  addresses: {
    gcmt: {
      address: 'https://www.ldeo.columbia.edu/~gcmt/projects/CMT/catalog',
      domains: ['ldeo.columbia.edu', 'globalcmt.org'],
    },
  },
};
