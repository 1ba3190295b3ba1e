/** Reads what is readable of the filters of an address, and names the rest. */
import type { Agency } from '#core/agencies.ts';
import { FILTER_LIST, type FilterValues } from '#core/filters/table.ts';
import { SOURCES, unknownSources } from '#core/filters/words.ts';
import { ownValue } from '#core/own-value.ts';
import { type Parameter, ParameterError, Refused } from '#core/parameter.ts';
import type { EpochMs } from '#core/time.ts';

/** What of a query is not applied. */
export interface Unapplied {
  /** Name and value as in an address. */
  text: string;
  /** One English sentence: what the API answers. */
  reason: string;
}

interface Reading {
  values: FilterValues;
  unapplied: Unapplied[];
}

interface ReadOptions {
  now: () => EpochMs;
  /** Those of the catalogue. */
  agencies: readonly Agency[];
  /** Those of the table that can be applied. */
  filters: typeof FILTER_LIST;
}

/**
 * Reads what is readable, and names the rest. Pages leave out blasts unless the reader wants them.
 * @param given by parameter; an empty one is an absent one
 */
export function readApplicable(
  given: Readonly<Record<string, string>>,
  { now, agencies, filters }: ReadOptions,
): Reading {
  const texts = { ...given, blasts: given['blasts'] || 'exclude' };
  const unapplied = new Map<string, string>();
  const refuse = (name: string, reason: string, text = ownValue(texts, name)): void => {
    const written = text ? `${name}=${text}` : name;
    if (!unapplied.has(written)) unapplied.set(written, reason);
  };
  const valueOf = <T>(parameter: Parameter<T>): T | undefined => {
    const { name } = parameter;
    const text = ownValue(texts, name);
    const value = text ? parameter.parse(text, agencies) : undefined;
    if (!(value instanceof Refused)) return value;
    refuse(name, value.sentence(name, text!));
    return undefined;
  };
  const values: Record<string, unknown> = {};
  for (const [name, filter] of filters)
    try {
      const value = filter.parse(valueOf, now);
      if (value !== undefined) values[name] = value;
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      refuse(error.parameter, error.message);
    }
  for (const [, { parameters }] of FILTER_LIST.filter((one) => !filters.includes(one)))
    for (const { name } of parameters) if (ownValue(texts, name)) refuse(name, `${name} is not applied here.`);
  const unknown = unknownSources(ownValue(texts, SOURCES.name) ?? '', agencies);
  if (unknown.length > 0) refuse(SOURCES.name, 'No such agency.', unknown.join());
  return {
    values,
    unapplied: [...unapplied].map(([text, reason]) => ({ text, reason })),
  };
}
