/** Turkish names: suffixes as they are spoken, and the order of the alphabet. */
import { PROVINCES } from '#core/provinces.ts';

/** `İstanbul’da`, `Sinop’ta`, `Muğla’da`, `Kütahya’da`: vowel harmony, and `t` after a voiceless consonant. */
export function locative(name: string): string {
  const vowel = /[aeıioöuü](?=[^aeıioöuü]*$)/.exec(lowerCase(name))?.[0];
  const isVoiceless = /[fstkçşhp]$/.test(name);
  return `${name}’${isVoiceless ? 't' : 'd'}${vowel !== undefined && 'aıou'.includes(vowel) ? 'a' : 'e'}`;
}

const CAPITALS = new Map([
  ['I', 'ı'],
  ['İ', 'i'],
]);

const lowerCase = (text: string): string =>
  Array.from(text, (letter) => CAPITALS.get(letter) ?? letter.toLowerCase()).join('');

const ALPHABET = 'abcçdefgğhıijklmnoöprsştuüvyz';

/** Independent of the host's locale. */
export function inTurkishOrder<T>(items: readonly T[], nameOf: (item: T) => string): T[] {
  const key = (item: T): string =>
    Array.from(lowerCase(nameOf(item)), (letter) => String.fromCodePoint(ALPHABET.indexOf(letter) + 1)).join('');
  return items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Plate code and name. */
export const provinceChoices = (): [code: string, name: string][] =>
  inTurkishOrder(PROVINCES, ({ name }) => name).map(({ code, name }) => [code, name]);
