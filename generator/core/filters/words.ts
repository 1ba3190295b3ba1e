/** Filters by names: of agencies, and of places. */
import { AGENCIES, KNOWN_AGENCIES, type Agency } from '../agencies.ts';
import { type Parameter, Refused } from '../parameter.ts';
import { agencyBits } from '../shard.ts';
import { fold } from '../text.ts';
import { type Filter, single } from './filter.ts';

/** Names are separated by commas; unknown ones are left out, and of unknown ones alone nothing matches. */
export const SOURCES: Parameter<Agency[]> = {
  name: 'sources',
  description:
    'Agencies, separated by commas: a record matches when one of them is its `source` or is named in its `sources`. ' +
    'Other names are left out and named in `ignored_sources`; no record matches other names alone.',
  schema: { type: 'array', items: { type: 'string', examples: AGENCIES } },
  parse(text, known = AGENCIES) {
    const names = text.split(',').map(fold);
    const agencies = known.filter((agency) => names.includes(agency));
    const named = names.some((name) => name !== '');
    return named ? agencies : new Refused(`a list, separated by commas, of ${known.join(', ')}`);
  },
};

/** Unknown names in the text of `sources`, each once and as it was written. */
export function unknownSources(text: string, known: readonly Agency[]): string[] {
  const unknown = new Map<string, string>();
  for (const name of text.split(',')) if (!unknown.has(fold(name))) unknown.set(fold(name), name.trim());
  for (const name of ['', ...known]) unknown.delete(name);
  return [...unknown.values()];
}

export const agencies: Filter<Agency[]> = {
  parameters: [SOURCES],
  parse: (valueOf) => valueOf(SOURCES),
  canonical: (value) => KNOWN_AGENCIES.filter((agency) => value.includes(agency)).join(','),
  prune: (shard, value) => (shard.agencies & agencyBits(value)) !== 0,
  match(value) {
    const bits = agencyBits(value);
    return (columns) => (row) => (columns.agencies[row]! & bits) !== 0;
  },
  toUrl: (value) => [value.join(',')],
};

/** Longer than any place name that is worth typing, in characters. */
const MAX_PLACE = 100;

const Q: Parameter<string> = {
  name: 'q',
  description:
    'Part of a name of the place, of the earthquake, in an agency’s words, or from M 6 on of a province within a rupture ' +
    'length. In any case, with or without Turkish letters.',
  schema: { type: 'string', maxLength: MAX_PLACE },
  parse(text) {
    const folded = fold(text);
    const fits = text.length <= MAX_PLACE && folded.length <= MAX_PLACE;
    return fits ? folded : new Refused(`at most ${MAX_PLACE} characters long`);
  },
};

/** Its value is folded; white space only is no filter. */
export const place = single(Q, {
  parse: (valueOf) => valueOf(Q) || undefined,
  prune: () => true,
  match: (part) => (columns) => {
    let found: Uint8Array | undefined;
    return (row) => (found ??= columns.textsWith(part))[columns.text[row]!] === 1;
  },
});
