/** The shipped table of historical earthquakes, compiled from EPICA and NOAA. */
import type { AgencyDefinition } from '../agency.ts';
import { historicalFile } from './file.ts';

/** After every other agency's solution. */
const LAST = 1000;

export const HISTORICAL: AgencyDefinition = {
  groups: [{ name: 'historical', number: 7, keyed: true }],
  feeds: [{ parser: historicalFile, group: 'historical' }],
  addresses: {},
  ranks: { inside: LAST, outside: LAST, early: LAST },
  errors: { model: 'compiled' },
  place: { language: 'turkish', substitute: 2 },
};
