/** Decodes the query string; invalid percent sequences are errors. */
import { GatewayError, invalid } from './errors.ts';
import { redacted } from './redaction.ts';

/** Parameter that carries a key where a header cannot. */
export const KEY_PARAMETER = 'api_key';

/** Name → decoded value, never empty: of a repeated parameter the first value that is not empty. */
export type RawParameters = ReadonlyMap<string, string>;

/** Path and query of a URL, percent-encoded. */
export const requestTarget = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split('#', 1)[0] || '/';

export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** Undefined where percent sequences are not UTF-8 text. */
interface RawPair {
  name: string | undefined;
  value: string | undefined;
}

/** All pairs in their order, decoded; a pair without `=` has an empty value. */
export const readPairs = (query: string): RawPair[] =>
  query.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0
      ? { name: decoded(pair), value: '' }
      : { name: decoded(pair.slice(0, equals)), value: decoded(pair.slice(equals + 1)) };
  });

function decoded(text: string): string | undefined {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

const RULE = 'must be percent-encoded UTF-8 text without NUL (%00)';
const isText = (text: string | undefined): text is string => text !== undefined && !text.includes('\0');

/** @throws GatewayError for percent sequences that are not UTF-8 text, and for NUL. */
export function readParameters(query: string): RawParameters {
  const parameters = new Map<string, string>();
  for (const { name, value } of readPairs(query)) {
    if (!isText(name))
      throw new GatewayError('invalid_parameter', `The name of a parameter in the query string ${RULE}.`);
    if (!isText(value)) throw invalid(redacted(name), `The value of ${redacted(name)} ${RULE}.`);
    if (value !== '' && !parameters.has(name)) parameters.set(name, value);
  }
  return parameters;
}
