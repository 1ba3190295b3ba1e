/** The provinces as choices of a form. */
import { PROVINCES } from '#core/provinces.ts';
import { inTurkishOrder } from '../drawing/turkish.ts';
import type { Choice } from './choices.ts';

/** By plate code, in the order of the Turkish alphabet. */
export const provinceChoices = (): Choice[] =>
  inTurkishOrder(PROVINCES, ({ name }) => name).map(({ code, name }) => [code, name]);
