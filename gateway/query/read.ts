/** Reads typed values out of a request's parameters; whatever is wrong is a 400 that names the parameter. */
import type { Agency } from '#core/agencies.ts';
import type { ReadParameter } from '#core/filters/filter.ts';
import { FILTER_LIST, type FilterValues } from '#core/filters/table.ts';
import { SOURCES, unknownSources } from '#core/filters/words.ts';
import { type Parameter, ParameterError, Refused } from '#core/parameter.ts';
import type { EpochMs } from '#core/time.ts';
import { invalid } from '../http/errors.ts';
import type { RawParameters } from '../http/query-string.ts';
import { redacted } from '../http/redaction.ts';

/**
 * The value of a parameter; undefined when it is absent.
 * @throws GatewayError that names the parameter, the rule and the value seen
 */
export function valueOf<T>(
  parameters: RawParameters,
  parameter: Parameter<T>,
  agencies?: readonly Agency[],
): T | undefined {
  const text = parameters.get(parameter.name);
  if (text === undefined) return undefined;
  const value = parameter.parse(text, agencies);
  if (!(value instanceof Refused)) return value;
  throw invalid(parameter.name, value.sentence(parameter.name, redacted(text)));
}

/**
 * What `read` makes of a request.
 * @param agencies that answers may name; the usual ones by default
 * @throws GatewayError, also for parameters that contradict each other
 */
export function reading<T>(
  parameters: RawParameters,
  read: (value: ReadParameter) => T,
  agencies?: readonly Agency[],
): T {
  try {
    return read((parameter) => valueOf(parameters, parameter, agencies));
  } catch (error) {
    throw error instanceof ParameterError ? invalid(error.parameter, error.message) : error;
  }
}

/**
 * Every filter of the table that the request names.
 * @param now the moment that ages count from; read only where there is one
 * @param agencies that answers may name; the usual ones by default @throws GatewayError
 */
export const readFilters = (
  parameters: RawParameters,
  now: () => EpochMs,
  agencies?: readonly Agency[],
): FilterValues => {
  const read = (value: ReadParameter) => FILTER_LIST.map(([name, filter]) => [name, filter.parse(value, now)]);
  return present(Object.fromEntries(reading(parameters, read, agencies)) as FilterValues);
};

/** Unknown names among `sources`, each once and as the client wrote it; an answer names them in `ignored_sources`. */
export const ignoredSources = (parameters: RawParameters, agencies: readonly Agency[]): string[] =>
  unknownSources(parameters.get(SOURCES.name) ?? '', agencies).map(redacted);

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without undefined values. */
export const present = <T extends object>(value: T): Present<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Present<T>;
