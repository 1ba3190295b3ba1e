/** Turkish Homogenized Earthquake Catalogue (Tan 2021): a file. It re-evaluated the bulletins before the networks. */
import type { AgencyDefinition } from '../agency.ts';
import { turhecFile } from './file.ts';

export const TURHEC: AgencyDefinition = {
  groups: [{ name: 'turhec', number: 6, keyed: true }],
  feeds: [{ parser: turhecFile, group: 'turhec' }],
  addresses: {},
  ranks: { inside: 40, outside: 40, early: 10 },
  errors: { model: 'turhec' },
  place: { language: 'turkish' },
};
