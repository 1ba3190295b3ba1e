/** The `Range` header (RFC 9110, 14.2), for one range of bytes. */

/** Both ends inclusive. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * The requested range. Several ranges, other units and malformed ones are ignored, as the RFC allows: undefined.
 * @param size of the complete body, in bytes
 */
export function rangeOf(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.replace(/[ \t]/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first === '')
    return Number(last) > 0 && size > 0 ? { from: Math.max(0, size - Number(last)), to: size - 1 } : 'unsatisfiable';
  const from = Number(first);
  const to = last === '' ? size - 1 : Number(last);
  if (last !== '' && to < from) return undefined;
  return from < size ? { from, to: Math.min(to, size - 1) } : 'unsatisfiable';
}
