/** What a reader would find wrong in the texts of places. */
import type { Earthquake } from '#core/earthquake.ts';
import { fold } from '#core/text.ts';
import { count, type Measure } from './records.ts';

const LOWER = /[a-zçğöşüâîû]/;
const inBrackets = /\[[^\]]*\]/g;

/** Words of quality anywhere in a text, also glued to it and without their first letters; dates of revisions. */
const QUALITY = /otomatik|lksel|ilsel|quick|revi[zs]e|guncel|\d{4}\.\d\d\.\d\d/;
const hasQuality = (text: string): boolean => QUALITY.test(fold(text));

const BARE =
  /^(?:İran|Irak|Suriye|Gürcistan|Ermenistan|Yunanistan|Bulgaristan|Akdeniz|Ege Denizi|Karadeniz|Marmara Denizi)$/;

/** Of the published place. */
const OF_PLACES: Readonly<Record<string, (text: string) => boolean>> = {
  // Except `i`, which old lists have for İ.
  'places in capitals (`SiMAV (KUTAHYA)`)': (text) => !LOWER.test(text.replace(inBrackets, '').replaceAll('i', '')),
  'places cut off': (text) => text.split('(').length !== text.split(')').length,
  'places with a word of quality': hasQuality,
  'places with capitals and small letters mixed (`BOlgesi`)': (text) => /\p{Lu}{2}[iı]?[\p{Ll}--[iı]]/v.test(text),
  // `GREECEOtomatik`, `SındırgıBalıkesir`.
  'places with words glued together': (text) => /\p{Ll}{2}\p{Lu}|\p{Lu}{3}\p{Ll}{2}/v.test(text),
  'places misspelt by hand': (text) => /Erzican|Yunaistan|Dizi$|Malazgirit|Çakırı$/.test(text),
  'places that are a sea or a country alone': (text) => BARE.test(text),
  'places in English': (text) => /\bkm [NESW]{1,3} of\b/.test(text),
};

export function placeMeasures(records: readonly Earthquake[]): Measure[] {
  const own = records.flatMap(({ solutions }) =>
    solutions.map(({ agency, place }) => ({ agency, place: place ?? '' })),
  );
  return [
    ...Object.entries(OF_PLACES).map(([what, isWrong]) =>
      count(
        what,
        records.filter(({ location }) => isWrong(location)),
      ),
    ),
    count(
      "agencies' texts with a word of quality",
      own.filter(({ place }) => hasQuality(place)),
    ),
    count(
      'texts of Turkish agencies with `Ý`, `Ð` or `Þ`',
      own.filter(({ agency, place }) => agency !== 'usgs' && /[ÝÐÞýðþ]/.test(place)),
    ),
    count(
      "records with a lost letter (U+FFFD) in an agency's text",
      records.filter(({ solutions }) => solutions.some(({ place }) => place?.includes('\ufffd'))),
    ),
    count(
      'slugs with a distance',
      records.filter(({ slug }) => /-\d+-km(?:-|$)/.test(slug)),
    ),
  ];
}
