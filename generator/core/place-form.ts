/** The one form of places: what a place lies in stands in brackets. */
import { isCountry } from './countries.ts';
import { provinceOf } from './provinces.ts';

/** `İzmit (Kocaeli)` of `İzmit, Kocaeli`; `Kandiye, Girit (Yunanistan)`. Other words stay. */
export function placeForm(words: string): string {
  const [, place, last = ''] = /^([^()]+), ([^(),]+)$/.exec(words) ?? [];
  return place !== undefined && (provinceOf(last)?.name === last || isCountry(last)) ? `${place} (${last})` : words;
}
