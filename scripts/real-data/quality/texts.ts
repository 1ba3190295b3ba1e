/** What a reader would find wrong in the texts of places. */
import type { Earthquake } from '#core/earthquake.ts';
import { fold } from '#core/text.ts';
import { count, type Measure } from './records.ts';

const LOWER = /[a-zçğöşüâîû]/;
const inBrackets = /\[[^\]]*\]/g;

/** In capitals, except `i`, which old lists have for İ. */
const isCapitals = (text: string): boolean => !LOWER.test(text.replace(inBrackets, '').replaceAll('i', ''));

/** Words of quality anywhere in a text, also glued to it and without their first letters; dates of revisions. */
const QUALITY = /otomatik|lksel|ilsel|quick|revi[zs]e|guncel|\d{4}\.\d\d\.\d\d/;
const hasQuality = (text: string): boolean => QUALITY.test(fold(text));

/** `TUrkiye`, `BOlgesi`. */
const isMixed = (text: string): boolean => /\p{Lu}{2}[iı]?[\p{Ll}--[iı]]/v.test(text);

/** Two words without a blank: `GREECEOtomatik`, `SındırgıBalıkesir`. */
const isGlued = (text: string): boolean => /\p{Ll}{2}\p{Lu}|\p{Lu}{3}\p{Ll}{2}/v.test(text);

/** Turkish letters that were read as ISO-8859-1. */
const isMisread = (text: string): boolean => /[ÝÐÞýðþ]/.test(text);

const BARE =
  /^(?:İran|Irak|Suriye|Gürcistan|Ermenistan|Yunanistan|Bulgaristan|Akdeniz|Ege Denizi|Karadeniz|Marmara Denizi)$/;

export function placeMeasures(records: readonly Earthquake[]): Measure[] {
  const places = records.map(({ location }) => location);
  const own = records.flatMap(({ solutions }) =>
    solutions.map(({ agency, place }) => ({ agency, place: place ?? '' })),
  );
  const lost = records.filter(({ solutions }) => solutions.some(({ place }) => place?.includes('\ufffd')));
  return [
    count('places in capitals (`SiMAV (KUTAHYA)`)', places.filter(isCapitals)),
    count(
      'places cut off',
      places.filter((text) => text.split('(').length !== text.split(')').length),
    ),
    count('places with a word of quality', places.filter(hasQuality)),
    count(
      "… agencies' texts",
      own.filter(({ place }) => hasQuality(place)),
    ),
    count('places with capitals and small letters mixed (`BOlgesi`)', places.filter(isMixed)),
    count('places with words glued together', places.filter(isGlued)),
    count(
      'texts of Turkish agencies with `Ý`, `Ð` or `Þ`',
      own.filter(({ agency, place }) => agency !== 'usgs' && isMisread(place)),
    ),
    count(
      'places misspelt by hand',
      places.filter((text) => /Erzican|Yunaistan|Dizi$|Malazgirit|Çakırı$/.test(text)),
    ),
    count(
      'places that are a sea or a country alone',
      places.filter((text) => BARE.test(text)),
    ),
    count(
      'places in English',
      places.filter((text) => /\bkm [NESW]{1,3} of\b/.test(text)),
    ),
    ["records with a lost letter (U+FFFD) in an agency's text", String(lost.length)],
    count(
      'slugs with a distance',
      records.filter(({ slug }) => /-\d+-km(?:-|$)/.test(slug)),
    ),
  ];
}
