/** Readable station names out of the agencies' own spellings. */
import { cleanText } from '#core/text.ts';

/** Northern Cyprus as KOERI's list writes it; everything else of a last part is a province. */
const NORTH_CYPRUS = 'KKTC';

/** Spellings of KOERI's list that are wrong by a letter. */
const CORRECTED: Record<string, string> = { DİYARBAKİR: 'DİYARBAKIR' };

const UPPER_TO_LOWER: Record<string, string> = { I: 'ı', İ: 'i' };

/**
 * `DİYARBAKIR` and `ÇaldIran` as `Diyarbakır` and `Çaldıran`: a capital first letter, Turkish small letters after it.
 */
function turkishTitle(word: string): string {
  const [first = '', ...rest] = (CORRECTED[word] ?? word).normalize('NFC');
  return first + rest.map((letter) => UPPER_TO_LOWER[letter] ?? letter.toLowerCase()).join('');
}

const titled = (part: string): string => part.split(' ').map(turkishTitle).join(' ');

/** `Abdülvahap-İznik-BURSA` as `Abdülvahap, İznik (Bursa)`; a province alone stands alone. */
export function koeriName(place: string): string {
  const parts = cleanText(place)
    .split('-')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const province = parts.pop() ?? '';
  const within = province === NORTH_CYPRUS ? NORTH_CYPRUS : titled(province);
  return parts.length === 0 ? within : `${parts.map(titled).join(', ')} (${within})`;
}

/** `Mudurnu (Bolu)`. AFAD writes `-` for both on Cyprus, the only such place of its list. */
export function afadName({ province, district }: { province: string; district: string }): string {
  const named = [district, province].map((part) => cleanText(part ?? '')).filter((part) => part !== '' && part !== '-');
  if (named.length === 0) return 'Kıbrıs';
  return named.length === 2 ? `${named[0]} (${named[1]})` : named[0]!;
}
