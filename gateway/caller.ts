/**
 * Who asks. A key is taken out of the request here, so that it is never part of a canonical query, an ETag, a log line or an error.
 *
 * Keys are not issued yet: this is where a presented key will be checked, which adds `{kind: 'keyed', account}` and
 * `{kind: 'refused'}` (401) to the union. Until then a presented key buys nothing; its answers are only kept out of shared caches.
 */
import { API_KEY } from './parameters.ts';
import type { RawParameters } from './raw-query.ts';

export type Caller = { kind: 'anonymous' } | { kind: 'presented'; key: string };

/** The header wins over the parameter; schemes other than Bearer are ignored. */
export function callerOf(authorization: string | undefined, parameters: RawParameters): Caller {
  const bearer = /^bearer(?: +(.*))?$/i.exec(authorization?.trim() ?? '');
  const key = bearer ? (bearer[1] ?? '') : parameters.get(API_KEY.name);
  return key === undefined ? { kind: 'anonymous' } : { kind: 'presented', key };
}
