/** The one form of places: what a place lies in stands in brackets. */
import { isCountry } from './countries.ts';
import { ownValue } from './own-value.ts';
import { provinceOf } from './provinces.ts';

/** `İzmit (Kocaeli)` of `İzmit, Kocaeli`; `Kandiye, Girit (Yunanistan)`. Other words stay. */
export function placeForm(words: string): string {
  if (!words.includes(', ')) return words;
  const [, place, last = ''] = /^([^()]+), ([^(),]+)$/.exec(words) ?? [];
  return place !== undefined && (provinceOf(last)?.name === last || isCountry(last)) ? `${place} (${last})` : words;
}

const DIRECTIONS: Readonly<Record<string, string>> = {
  ...{ K: 'kuzeyi', KKD: 'kuzey-kuzeydoğusu', KD: 'kuzeydoğusu', DKD: 'doğu-kuzeydoğusu' },
  ...{ D: 'doğusu', DGD: 'doğu-güneydoğusu', GD: 'güneydoğusu', GGD: 'güney-güneydoğusu' },
  ...{ G: 'güneyi', GGB: 'güney-güneybatısı', GB: 'güneybatısı', BGB: 'batı-güneybatısı' },
  ...{ B: 'batısı', BKB: 'batı-kuzeybatısı', KB: 'kuzeybatısı', KKB: 'kuzey-kuzeybatısı' },
};

/** Of a `location` for readers: `Bodrum (Muğla) 12 km güneybatısı` of `… 12 km GB`. */
export const spokenPlace = (location: string): string =>
  location.replace(/(?<= km )[KDGB]{1,3}$/, (direction) => ownValue(DIRECTIONS, direction) ?? direction);
