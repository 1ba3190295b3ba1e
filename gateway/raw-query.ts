/** The query string as the client sent it, taken apart by rules of our own: what cannot be decoded is an error, not a guess. */
import { shown } from '#core/text.ts';
import { GatewayError, invalid } from './errors.ts';

/** Name → decoded value, never empty. Of a repeated parameter the first value that is not empty. */
export type RawParameters = ReadonlyMap<string, string>;

/** Path and query of a URL, percent sequences as they are. */
export const requestTarget = (url: string): string => url.replace(/^[a-z]+:\/\/[^/?#]*/i, '').split('#', 1)[0] || '/';

export function queryOf(target: string): string {
  const mark = target.indexOf('?');
  return mark < 0 ? '' : target.slice(mark + 1);
}

/** @throws GatewayError for percent sequences that are not UTF-8 text, and for NUL. */
export function readParameters(query: string): RawParameters {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&')) {
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), name);
    if (value !== '' && !parameters.has(name)) parameters.set(name, value);
  }
  return parameters;
}

function decode(text: string, parameter?: string): string {
  const decoded = percentDecoded(text.replaceAll('+', ' '));
  if (decoded !== undefined && !/[\0\ufffd]/.test(decoded)) return decoded;
  const rule = 'must be percent-encoded UTF-8 text without NUL (%00)';
  if (parameter === undefined)
    throw new GatewayError('invalid_parameter', `The name of a parameter in the query string ${rule}.`);
  throw invalid(shown(parameter), `The value of ${shown(parameter)} ${rule}.`);
}

function percentDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
