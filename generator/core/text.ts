/** Turkish letters, search folding, slugs and numbers, independent of the host's locale. */
import type { Point } from './geo.ts';

/** Hyphens, dashes and minus, of which keyboards have one. */
const DASHES = /[\u2010-\u2015\u2212]/g;

/**
 * Case- and accent-folded text for search: `izmir`, `İzmir` and `IZMIR` fold to the same. Letters of other scripts
 * stay. Folding what is folded changes nothing: `ı` comes after the decomposition, which can yield one. It leaves no
 * other letter of Turkish.
 */
export function fold(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ı', 'i')
    .toLowerCase();
  return letters
    .replace(DASHES, '-')
    .replace(/\s\s+|[^\S ]/g, ' ')
    .trim();
}

/** Folded words joined by hyphens; only a to z, digits and hyphens. Empty when nothing is left. */
export function slugWords(text: string): string {
  return fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 120)
    .replace(/-$/, '');
}

/** The base slug of an earthquake: `pazarcik-kahramanmaras-m7-7`, or the place alone without a magnitude. */
export function baseSlug(place: string, magnitude: number | null): string {
  const words = slugWords(place) || 'earthquake';
  return magnitude === null ? words : `${words}-m${magnitude.toFixed(1).replace('-', 'minus-').replace('.', '-')}`;
}

/** The form of every slug that was ever published. */
export const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Control characters, default-ignorable code points (bidirectional overrides, zero widths, tags), non-characters, lone
 * surrogates. U+FFFD stays: it shows that a letter was lost.
 */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\ufff9-\ufffc]/gu;

/**
 * Third-party text made safe to publish: control, invisible and bidirectional-override characters and lone surrogates
 * removed, white space folded, NFC, at most `most` characters. Only the first 4 × `most` characters are read, since
 * normalising n combining marks in a row takes n² time.
 */
export function cleanText(text: string, most = 200): string {
  const safe = text
    .trimStart()
    .slice(0, 4 * most)
    .replace(/[\t\n\r\v\f]+/g, ' ')
    .replace(UNSAFE, '');
  const folded = safe.normalize('NFC').replace(/\s+/g, ' ').trim();
  // The cut may split a surrogate pair.
  return folded
    .slice(0, most)
    .replace(/\p{Cs}$/u, '')
    .trimEnd();
}

/**
 * Letters, digits and the punctuation of place names: each character that the agencies' files have, and the dash.
 * `?`, U+FFFD and `±` stand where a letter was lost.
 */
const PLACE_CHARACTERS = /^[\p{L}\p{M}\p{Nd} ()[\]\-–.,'’‘/?\ufffd±]*$/u;

/** A link of Markdown, a path, the name of a host. */
const LINK = /\]\(|\/\/|\p{L}{2}\.\p{L}{2}|\.\p{L}+\//u;

/** Whether a text can be the name of a place. */
export const isPlaceText = (text: string): boolean => PLACE_CHARACTERS.test(text) && !LINK.test(text);

/** Text for an error message or a log line: control characters removed, shortened. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const clean = cleanText(text, 61);
  return clean.length > 60 ? `${clean.slice(0, 57)}...` : clean;
}

/** A whole number's digits in groups of three: `12.345` in Turkish, `12,345` in English. */
export function grouped(value: number | string, language: 'tr' | 'en'): string {
  const text = String(value);
  const begins = (at: number): boolean => at > 0 && (text.length - at) % 3 === 0 && text[at - 1] !== '-';
  return Array.from(text, (digit, at) => (begins(at) ? (language === 'tr' ? '.' : ',') : '') + digit).join('');
}

type Language = 'tr' | 'en';

/** A number as people read it: `12.345,6` in Turkish, `12,345.6` in English. */
export function decimal(value: number, digits: number, language: Language): string {
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  return [grouped(whole, language), ...(fraction === undefined ? [] : [fraction])].join(language === 'tr' ? ',' : '.');
}

/** As it stands, with the decimal sign of the language: `1,8`, `2023`. */
export const numberText = (value: number, language: Language): string =>
  language === 'tr' ? String(value).replace('.', ',') : String(value);

/** With one decimal, as pages, pictures and messages say it; feeds, which programs read, keep the point. */
export const magnitudeText = (value: number | null, language: Language): string =>
  value === null ? '–' : decimal(value, 1, language);

/** `38,123° K 27,456° D`. */
export function coordinateText({ latitude, longitude }: Point, language: Language): string {
  const [north, south, east, west] = language === 'tr' ? 'KGDB' : 'NSEW';
  const degrees = (value: number): string => `${decimal(Math.abs(value), 3, language)}°\u00A0`;
  return `${degrees(latitude)}${latitude < 0 ? south : north} ${degrees(longitude)}${longitude < 0 ? west : east}`;
}
