/** The provinces as choices of a form. */
import { PROVINCES } from '#core/provinces.ts';
import type { Choice } from './choices.ts';

/** By plate code, in the order of the Turkish alphabet. */
export const provinceChoices = (): Choice[] => {
  const { compare } = new Intl.Collator('tr');
  return PROVINCES.map(({ code, name }): Choice => [code, name]).sort(([, a], [, b]) => compare(a, b));
};
