/** The parameters of a detail: an id, or a date with a slug. */
import type { DetailKey } from '#core/paths.ts';
import { invalid } from '../http/errors.ts';
import { valueOf } from './read.ts';
import { DATE, ID, SLUG_PARAMETER } from './parameters.ts';
import type { RawParameters } from '../http/query-string.ts';

/** @throws GatewayError */
export function readDetailKey(parameters: RawParameters): DetailKey {
  const id = valueOf(parameters, ID);
  const date = valueOf(parameters, DATE);
  const slug = valueOf(parameters, SLUG_PARAMETER);
  if (id !== undefined) {
    if (date === undefined && slug === undefined) return { by: 'id', id };
    throw invalid('id', 'Ask with id, or with date and slug, not with both.');
  }
  if (date !== undefined && slug !== undefined) return { by: 'slug', date, slug };
  if (date === undefined && slug === undefined)
    throw invalid('id', 'Name an earthquake with id, or with date and slug.');
  const missing = date === undefined ? 'date' : 'slug';
  throw invalid(missing, `date and slug go together; ${missing} is missing.`);
}
