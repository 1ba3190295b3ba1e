/** Filters by names: of agencies, and of places. */
import { AGENCIES, KNOWN_AGENCIES, type Agency } from '../agencies.ts';
import { type Parameter, Refused } from '../parameter.ts';
import { agencyBits } from '../shard.ts';
import type { Span } from '../solution-spans.ts';
import { fold } from '../text.ts';
import { DAY, type EpochMs, parseDay } from '../time.ts';
import type { Filter, FilterColumns, RowPredicate } from './filter.ts';

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
  shareOf: ({ agencyCounts, count }, value) =>
    Math.max(0, ...value.map((agency) => agencyCounts[KNOWN_AGENCIES.indexOf(agency)] ?? 0)) / count,
  match(value) {
    const bits = agencyBits(value);
    return (columns) => (row) => (columns.agencies[row]! & bits) !== 0;
  },
  toUrl: (value) => [value.join(',')],
};

/** Longer than any place name that is worth typing, in characters. */
const MAX_PLACE = 100;

/** What is searched: words that a record has all of, and years of which it is in one. */
interface Search {
  /** Folded, as it was asked. */
  text: string;
  /** Folded; each is part of one of the record's texts. */
  words: readonly string[];
  /** Calendar years in UTC, inclusive; empty for all. */
  years: readonly Span[];
}

const YEAR = /^[12]\d{3}$/;
/** Said with a place, and in the texts of few records. */
const EARTHQUAKE = /^(?:deprem(?:i|ler|leri)?|(?:earth)?quakes?)$/;
const BETWEEN_WORDS = /[\s,;/()-]+/;

const yearSpan = (year: string): Span => [parseDay(`${year}-01-01`)!, parseDay(`${year}-12-31`)! + DAY - 1];

/** `izmit 1999`: the word in the year. What has no word of its own is searched as it stands. @param text folded */
export function searchOf(text: string): Search {
  const asked = text.split(BETWEEN_WORDS).filter((word) => word !== '');
  const years = asked.filter((word) => YEAR.test(word)).map(yearSpan);
  const words = asked.filter((word) => !YEAR.test(word) && !EARTHQUAKE.test(word));
  return { text, words: words.length > 0 || years.length > 0 ? words : [text], years };
}

const Q: Parameter<Search> = {
  name: 'q',
  description:
    'Words, each a part of a name of the place, of the earthquake, in an agency’s words, or from M 6 on of a province ' +
    'within a rupture length, and a year: `izmit 1999`. In any case, with or without Turkish letters.',
  schema: { type: 'string', maxLength: MAX_PLACE },
  parse(text) {
    const folded = fold(text);
    const fits = text.length <= MAX_PLACE && folded.length <= MAX_PLACE;
    return fits ? searchOf(folded) : new Refused(`at most ${MAX_PLACE} characters long`);
  },
};

const isWithin = (time: EpochMs, years: readonly Span[]): boolean =>
  years.some(([first, last]) => first <= time && time <= last);

/** Which texts have every word: 1 or 0 each. */
function textsWithAll({ textsWith }: FilterColumns, words: readonly string[]): Uint8Array {
  const [found, ...others] = words.map(textsWith) as [Uint8Array, ...Uint8Array[]];
  for (const other of others) for (let text = 0; text < found.length; text += 1) found[text]! &= other[text]!;
  return found;
}

/** White space only is no filter. */
export const place: Filter<Search> = {
  parameters: [Q],
  parse(valueOf) {
    const search = valueOf(Q);
    return search?.text === '' ? undefined : search;
  },
  canonical: ({ text }) => text,
  // Years are proven by the times of a shard; no word is.
  prune: ({ time }, { years }) =>
    years.length === 0 || years.some(([first, last]) => first <= time[1] && time[0] <= last),
  match:
    ({ words, years }) =>
    (columns) => {
      let found: Uint8Array | undefined;
      const { text, time } = columns;
      const isNamed: RowPredicate = (row) => (found ??= textsWithAll(columns, words))[text[row]!] === 1;
      if (years.length === 0) return isNamed;
      return (row) => isWithin(time[row]!, years) && (words.length === 0 || isNamed(row));
    },
  times: ({ years }) =>
    years.length === 0 ? [-Infinity, Infinity] : [Math.min(...years.flat()), Math.max(...years.flat())],
  toUrl: ({ text }) => [text],
};
