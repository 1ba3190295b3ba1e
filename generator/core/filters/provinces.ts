/** Filter by provinces of Türkiye. */
import { type Parameter, Refused } from '../parameter.ts';
import { PROVINCES, provinceOf } from '../provinces.ts';
import { provinceBits } from '../shard.ts';
import type { Filter } from './filter.ts';

/** Plate codes as numbers, ascending, each once. */
const PROVINCE: Parameter<number[]> = {
  name: 'province',
  description:
    'Provinces of Türkiye, separated by commas: plate code (`34`), name (`istanbul`) or ISO code (`TR-34`). Records ' +
    'abroad and far at sea never match.',
  schema: { type: 'array', items: { type: 'string', examples: ['34', 'istanbul', 'TR-34'] } },
  parse(text) {
    const found = text.split(',').map((name) => provinceOf(name));
    const codes = new Set(found.map((province) => Number(province?.code)));
    return codes.has(NaN)
      ? new Refused(`a list, separated by commas, of plate codes 01 to ${PROVINCES.length}, names or ISO codes (TR-34)`)
      : [...codes].sort((a, b) => a - b);
  },
};

export const provinces: Filter<number[]> = {
  parameters: [PROVINCE],
  parse: (valueOf) => valueOf(PROVINCE),
  canonicalName: 'province',
  canonical: (codes) => codes.join(','),
  prune: (shard, codes) => (shard.provinces & provinceBits(codes)) !== 0n,
  match(codes) {
    const wanted = Uint8Array.from({ length: PROVINCES.length + 1 }, (_, code) => Number(codes.includes(code)));
    return ({ province }) =>
      (row) =>
        wanted[province[row]!] === 1;
  },
  toUrl: (codes) => [codes.join(',')],
};
