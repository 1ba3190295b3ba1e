/** Chooses the place names of an earthquake. Pure. */
import { KNOWN_AGENCIES, type Agency } from '#core/agencies.ts';
import type { Solution } from '#core/earthquake.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { AGENCY_DEFINITIONS } from '../../sources/agencies.ts';
import type { AgencyDefinition } from '../../sources/agency.ts';

interface PlaceWords {
  turkish: string;
  english: string;
}

/** Name of a point from the gazetteer; null where it has none. */
export type PlaceName = (point: Point) => PlaceWords | null;

/**
 * Has lower-case letters outside of brackets, all its parentheses, and no lost letters (U+FFFD, or the question mark
 * that some agencies put for one they cannot encode). `SiMAV (KUTAHYA)`, `KORFEZI [North East  2.4 km]`: capitals;
 * `ACIKLARI-iZMiR (EGE DENiZi` is cut off.
 */
const readable = (text: string | null | undefined): text is string =>
  typeof text === 'string' &&
  /[\p{Ll}--[iı]]/v.test(text.replace(/\[[^\]]*(?:\]|$)/g, '')) &&
  !/[?\ufffd]/.test(text) &&
  text.split('(').length === text.split(')').length;

const SEA_ALONE = /^(?:\p{L}+ )?(?:Denizi|Akdeniz|Karadeniz)$/u;

/**
 * AFAD's words name the district and in parentheses its province. Without these they are a sea or a country alone, or
 * typed by hand (`Erzican`, `Malazgirit-Muş`).
 */
const isPlaced = ({ agency, place }: Solution, preferred: Solution): boolean =>
  AGENCY_DEFINITIONS[agency].place.namesProvince
    ? place!.endsWith(')')
    : agency === preferred.agency || !SEA_ALONE.test(place!);

type Language = AgencyDefinition['place']['language'];

/** Agencies whose words are used although another solution is preferred, in their order. */
const substitutesIn = (language: Language): Agency[] => {
  const rankOf = (agency: Agency): number => AGENCY_DEFINITIONS[agency].place.substitute ?? Infinity;
  return KNOWN_AGENCIES.filter(
    (agency) => AGENCY_DEFINITIONS[agency].place.language === language && rankOf(agency) < Infinity,
  ).sort((a, b) => rankOf(a) - rankOf(b));
};
const SUBSTITUTES = { turkish: substitutesIn('turkish'), english: substitutesIn('english') };

/** Words for an epicentre farther than this from the preferred one, in km, name another place. */
const SAME_PLACE_KM = 50;

/** The words of a solution, if they are of this language. */
const wordsOf = (solution: Solution | undefined, language: Language, preferred: Solution): string | null =>
  solution &&
  readable(solution.place) &&
  isPlaced(solution, preferred) &&
  distanceKm(solution, preferred) <= SAME_PLACE_KM &&
  AGENCY_DEFINITIONS[solution.agency].place.language === language
    ? solution.place
    : null;

/**
 * In Turkish: the preferred solution's readable words, else AFAD's, which name district and province, else those of the
 * historical list, else the gazetteer's name of the preferred epicentre. In English: the gazetteer's name, else USGS's
 * words. Failing these: any readable text, any text with a letter, the coordinates.
 * @param solutions at least one, the preferred one first
 */
export function locationOf(solutions: Solution[], placeName: PlaceName): { location: string; locationEn: string } {
  const [preferred] = solutions as [Solution];
  const substitute = (language: Language): string | null => {
    const words = SUBSTITUTES[language].map((wanted) => {
      const solution = solutions.find(({ agency }) => agency === wanted);
      return wordsOf(solution, language, preferred);
    });
    return words.find((text) => text !== null) ?? null;
  };
  const name = placeName(preferred);
  return {
    location:
      wordsOf(preferred, 'turkish', preferred) ?? substitute('turkish') ?? name?.turkish ?? anyWords(solutions).turkish,
    locationEn: name?.english ?? substitute('english') ?? anyWords(solutions).english,
  };
}

/** Any readable text, any text with a letter, the coordinates. */
function anyWords(solutions: Solution[]): PlaceWords {
  const texts = solutions.flatMap(({ place }) => (place === null ? [] : [place]));
  const text = texts.find(readable) ?? texts.find((one) => /\p{L}/u.test(one));
  return text === undefined ? coordinateWords(solutions[0]!) : { turkish: text, english: text };
}

function coordinateWords({ latitude, longitude }: Point): PlaceWords {
  const [phi, lambda] = [Math.abs(latitude).toFixed(2), Math.abs(longitude).toFixed(2)];
  return {
    turkish: `${phi}° ${latitude < 0 ? 'G' : 'K'}, ${lambda}° ${longitude < 0 ? 'B' : 'D'}`,
    english: `${phi}° ${latitude < 0 ? 'S' : 'N'}, ${lambda}° ${longitude < 0 ? 'W' : 'E'}`,
  };
}
