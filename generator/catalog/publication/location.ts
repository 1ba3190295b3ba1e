/** Chooses the place names of an earthquake. Pure. */
import { KNOWN_AGENCIES, type Agency } from '#core/agencies.ts';
import { isCountry } from '#core/countries.ts';
import type { Earthquake, Solution } from '#core/earthquake.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { placeForm } from '#core/place-form.ts';
import { provinceOf } from '#core/provinces.ts';
import { ruptureKm } from '#seismology/rupture-length.ts';
import { fold, isPlaceText } from '#core/text.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';
import type { AgencyDefinition } from '../../sources/agency.ts';

interface PlaceWords {
  turkish: string;
  english: string;
}

/** The gazetteer's name of a point, and what it lies in. */
interface NamedPlace extends PlaceWords {
  /** In Turkish; null on land. */
  sea: string | null;
  /** In Turkish; null in Türkiye and at sea. */
  country: string | null;
  /** Of Türkiye, on land and near its coast; null elsewhere. */
  province: string | null;
  /** Null at sea and abroad. */
  district: string | null;
  /** Provinces of Türkiye that are possible there, and their districts, nearest first. */
  possible: ReadonlyMap<string, readonly string[]>;
  /** Provinces of Türkiye within km, inclusive, of the point; a gazetteer without outlines has none. */
  provincesWithin?(km: number): string[];
}

/** Name of a point from the gazetteer; null where it has none. */
export type PlaceName = (point: Point) => NamedPlace | null;

/**
 * Has lower-case letters outside of brackets, no word with two capitals before them, all its parentheses, and no lost
 * letters (U+FFFD, or the question mark that some agencies put for one they cannot encode). `SiMAV (KUTAHYA)`, `KORFEZI
 * [North East  2.4 km]`: capitals; `TUrkiye-Irak`: mixed; `ACIKLARI-iZMiR (EGE DENiZi` is cut off.
 */
const readable = (text: string | null | undefined): text is string =>
  typeof text === 'string' &&
  /[\p{Ll}--[iı]]/v.test(text.replace(/\[[^\]]*(?:\]|$)/g, '')) &&
  !/\p{Lu}{2}[iı]?[\p{Ll}--[iı]]/v.test(text) &&
  isPlaceText(text) &&
  !/[?\ufffd]/.test(text) &&
  text.split('(').length === text.split(')').length;

const SEA_ALONE = /^(?:\p{L}+ )*(?:Denizi|Akdeniz|Karadeniz)$/u;

/**
 * AFAD's words name the district and in parentheses its province. Without these they are a sea or a country alone, or
 * typed by hand (`Erzican`, `Malazgirit-Muş`).
 */
const isPlaced = ({ agency, place }: Solution, preferred: Solution): boolean =>
  AGENCY_DEFINITIONS[agency].place.namesProvince
    ? place!.endsWith(')')
    : agency === preferred.agency || !SEA_ALONE.test(place!);

type Language = AgencyDefinition['place']['language'];

/** Agencies with words that are used although another solution is preferred, in their order. */
const substitutesIn = (language: Language): Agency[] => {
  const rankOf = (agency: Agency): number => AGENCY_DEFINITIONS[agency].place.substitute ?? Infinity;
  return KNOWN_AGENCIES.filter(
    (agency) => AGENCY_DEFINITIONS[agency].place.language === language && rankOf(agency) < Infinity,
  ).sort((a, b) => rankOf(a) - rankOf(b));
};
const SUBSTITUTES = { turkish: substitutesIn('turkish'), english: substitutesIn('english') };

/** Words for an epicentre farther than this from the preferred one, in km, name another place. */
const SAME_PLACE_KM = 50;

const SEA = /^(?<sea>(?:\p{L}+ )?(?:Denizi|Akdeniz|Karadeniz))/u;

/** `Ege Denizi - [27.20 km] Seferihisar (İzmir)`: a distance in a form of AFAD's own. */
const HAS_BRACKETS = / - \[/;

/** Whether Turkish words name the same sea, country or province as the gazetteer: one decision for both languages. */
function agrees(words: string, place: NamedPlace | null): boolean {
  if (!place) return true;
  if (HAS_BRACKETS.test(words)) return false;
  const { sea } = SEA.exec(words)?.groups ?? {};
  if (sea !== undefined) return place.sea === sea;
  const province = /\((?<province>[^()]+)\)$/.exec(words)?.groups?.['province'];
  if (province === undefined) return liesThere(words, place);
  return place.sea === null && (place.possible.has(province) || place.country === province);
}

/**
 * Whether words of the historical list (`Ladik, Samsun`; `Halep, Suriye`; `İzmir`) name the province or country of the
 * gazetteer. At sea they are those of the coast; a region (`Kuzey Anadolu`) lies anywhere.
 */
function liesThere(words: string, { sea, province, country, possible }: NamedPlace): boolean {
  const last = words.split(', ').at(-1)!;
  const named = provinceOf(last)?.name;
  if (named !== undefined) return province === named || (sea === null && possible.has(named));
  return !isCountry(last) || (sea === null ? country === last : province === null);
}

/** Whether Turkish words are names alone, as in `Simav (Kütahya)`: English pages show the same. */
function areNames(words: string): boolean {
  const [, province] = /\(([^()]+)\)$/.exec(words) ?? [];
  return province !== undefined && provinceOf(province) !== undefined && !SEA.test(words);
}

/** Whether a solution's words are of this language and fit the preferred epicentre. */
const isName = (solution: Solution, language: Language, preferred: Solution, name: NamedPlace | null): boolean =>
  readable(solution.place) &&
  isPlaced(solution, preferred) &&
  distanceKm(solution, preferred) <= SAME_PLACE_KM &&
  AGENCY_DEFINITIONS[solution.agency].place.language === language &&
  (language === 'english' || agrees(solution.place, name));

/**
 * In Turkish: the preferred solution's readable words, else AFAD's, which name district and province, else those of the
 * historical list, else the gazetteer's name of the preferred epicentre. In English: the English name that belongs to
 * those words, else the words themselves where they are names alone, else the gazetteer's name, else USGS's words.
 * Failing these: any readable text, any text with a letter, the coordinates. Never what is no place.
 * Words of the historical list take the one form of places.
 * @param solutions at least one, the preferred one first
 */
export function locationOf(
  solutions: Solution[],
  placeName: PlaceName,
): Pick<Earthquake, 'location' | 'locationEn' | 'provinceCode' | 'district'> {
  const [preferred] = solutions as [Solution];
  const name = placeName(preferred);
  const first = (candidates: (Solution | undefined)[], language: Language): Solution | undefined =>
    candidates.find((one) => one && isName(one, language, preferred, name));
  const substitutes = (language: Language): (Solution | undefined)[] =>
    SUBSTITUTES[language].map((wanted) => solutions.find(({ agency }) => agency === wanted));
  const turkish = first([preferred, ...substitutes('turkish')], 'turkish');
  const words = turkish && placeForm(turkish.place!);
  const names = words !== undefined && areNames(words) ? words : undefined;
  return {
    location: words ?? name?.turkish ?? anyWords(solutions).turkish,
    locationEn:
      (turkish?.placeEn === undefined ? names : placeForm(turkish.placeEn)) ??
      name?.english ??
      first(substitutes('english'), 'english')?.place ??
      anyWords(solutions).english,
    ...provinceFields(name, turkish?.place ?? ''),
  };
}

/** `Pazarcık (Kahramanmaraş)`, `Şatırhüyük, Nurdağı (Gaziantep)`. */
const DISTRICT_WORDS = /^(?:[^()]+, )?(?<district>[^(),]+) \((?<province>[^()]+)\)$/;

/**
 * Those of the words where they are possible, so that they agree with the location: the borders of districts are known
 * to the agency alone. Else the gazetteer's.
 */
function provinceFields(name: NamedPlace | null, words: string): Pick<Earthquake, 'provinceCode' | 'district'> {
  const { district = '', province } = DISTRICT_WORDS.exec(words)?.groups ?? {};
  const districts = province === undefined ? undefined : name?.possible.get(province);
  const [code, own] = districts
    ? [provinceOf(province!)?.code, districts.find((one) => fold(one) === fold(district)) ?? districts[0]]
    : [name?.province && provinceOf(name.province)?.code, name?.district];
  return { ...(code ? { provinceCode: code } : {}), ...(own ? { district: own } : {}) };
}

/** From this magnitude on, inclusive, an earthquake is found by the provinces that it may have reached. */
const REACHING_MAGNITUDE = 6;

/**
 * Plate codes of the provinces within a rupture length of the epicentre: a rupture starts there and runs either way.
 * @param magnitude of any type, read as Mw
 */
export function provincesReached(
  point: Point,
  magnitude: number | null,
  placeName: PlaceName,
): Pick<Earthquake, 'provincesReached'> {
  if (magnitude === null || magnitude < REACHING_MAGNITUDE) return {};
  const names = placeName(point)?.provincesWithin?.(ruptureKm(magnitude)) ?? [];
  const codes = names.flatMap((name) => provinceOf(name)?.code ?? []).sort();
  return codes.length === 0 ? {} : { provincesReached: codes };
}

/** Any readable text, any text with a letter, the coordinates. */
function anyWords(solutions: Solution[]): PlaceWords {
  const texts = solutions.flatMap(({ place }) => (place === null ? [] : [place]));
  const text = texts.find(readable) ?? texts.find((one) => /\p{L}/u.test(one) && isPlaceText(one));
  return text === undefined ? coordinateWords(solutions[0]!) : { turkish: text, english: text };
}

function coordinateWords({ latitude, longitude }: Point): PlaceWords {
  const [phi, lambda] = [Math.abs(latitude).toFixed(2), Math.abs(longitude).toFixed(2)];
  return {
    turkish: `${phi}° ${latitude < 0 ? 'G' : 'K'}, ${lambda}° ${longitude < 0 ? 'B' : 'D'}`,
    english: `${phi}° ${latitude < 0 ? 'S' : 'N'}, ${lambda}° ${longitude < 0 ? 'W' : 'E'}`,
  };
}
