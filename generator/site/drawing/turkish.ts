/** Turkish names: suffixes as they are spoken, and the order of the alphabet. */
import { PROVINCES } from '#core/provinces.ts';

const UNITS = 'sıfır bir iki üç dört beş altı yedi sekiz dokuz'.split(' ');
const TENS = ' on yirmi otuz kırk elli altmış yetmiş seksen doksan'.split(' ');
const POWERS = ['', '', 'yüz', 'bin', 'bin', 'bin', 'milyon', 'milyon', 'milyon'];

/** The last word of a number as it is spoken. @param digits at least one */
function lastWord(digits: string): string {
  const [, tens = '', unit = ''] = /(\d?)(\d)$/.exec(digits)!;
  if (unit !== '0') return UNITS[Number(unit)]!;
  if (tens !== '' && tens !== '0') return TENS[Number(tens)]!;
  const zeros = /0*$/.exec(digits)![0].length;
  return zeros < digits.length ? (POWERS[zeros] ?? 'milyar') : 'sıfır';
}

/** What is heard last: of `06:00` the hour, of `M 1,8` the digit, of `USGS` the name of its last letter, `se`. */
function heard(text: string): string {
  const [, hour, number] = /(?:(\d{1,2}):00|(\d{1,3}(?:\.\d{3})+|\d+))$/.exec(text) ?? [];
  if (hour !== undefined) return lastWord(String(Number(hour)));
  if (number !== undefined) return lastWord(number.replaceAll('.', ''));
  return /(?:^|[^\p{L}])\p{Lu}+$/v.test(text) && /[BCDFGHJKLMNPRSTVYZ]{2}$/.test(text) ? 'e' : lowerCase(text);
}

/** With vowel harmony, `t` after a voiceless consonant, and before what stands in brackets. */
function suffixed(text: string, ending: '' | 'n'): string {
  const [, name = text, rest = ''] = /^(.*?)( \([^()]*\))$/.exec(text) ?? [];
  const sound = heard(name);
  const vowel = /[aeıioöuü](?=[^aeıioöuü]*$)/.exec(sound)?.[0];
  const isVoiceless = /[fstkçşhp]$/.test(sound);
  const isBack = vowel !== undefined && 'aıou'.includes(vowel);
  return `${name}’${isVoiceless ? 't' : 'd'}${isBack ? 'a' : 'e'}${ending}${rest}`;
}

/** `İstanbul’da`, `Sinop’ta`, `Muğla’da`, `Kütahya’da`. */
export const locative = (name: string): string => suffixed(name, '');

/** `AFAD’dan`, `USGS’den`, `06:29’dan`, `M 4,3’ten`. */
export const ablative = (text: string): string => suffixed(text, 'n');

/** `Kandilli, AFAD ve USGS`. */
export const listedNames = (names: readonly string[], and: 've' | 'and'): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${and} ${names.at(-1)}`;

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
