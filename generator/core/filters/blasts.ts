/** Filter by what is, or probably is, a blast. */
import { wordParameter } from '../parameter.ts';
import type { Filter } from './filter.ts';

const BLASTS = wordParameter('blasts', ['include', 'exclude', 'only'], {
  description: 'Quarry blasts and other explosions: marked by an agency, or with a `blast_probability` above 0.5.',
  default: 'include',
});

/** `include` restricts nothing, so it is no value. */
export const blasts: Filter<'exclude' | 'only'> = {
  parameters: [BLASTS],
  parse(valueOf) {
    const value = valueOf(BLASTS);
    return value === 'include' ? undefined : value;
  },
  canonical: (value) => value,
  prune: ({ count, blasts: some }, value) => (value === 'only' ? some > 0 : some < count),
  covers: ({ count, blasts: some }, value) => some === (value === 'only' ? count : 0),
  match(value) {
    const wanted = value === 'only' ? 1 : 0;
    return ({ blast }) =>
      (row) =>
        blast[row] === wanted;
  },
  toUrl: (value) => [value],
};
