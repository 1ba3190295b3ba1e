/** Chooses the place names of an earthquake. Pure. */
import type { Solution } from '#core/earthquake.ts';
import { distanceKm, type Point } from '#core/geo.ts';

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
  agency === 'afad' ? place!.endsWith(')') : agency === preferred.agency || !SEA_ALONE.test(place!);

/** Words for an epicentre farther than this from the preferred one, in km, name another place. */
const SAME_PLACE_KM = 50;

/** The words of a solution; USGS writes English, all others Turkish. */
const wordsOf = (
  solution: Solution | undefined,
  language: 'turkish' | 'english',
  preferred: Solution,
): string | null =>
  solution &&
  readable(solution.place) &&
  isPlaced(solution, preferred) &&
  distanceKm(solution, preferred) <= SAME_PLACE_KM &&
  (solution.agency === 'usgs') === (language === 'english')
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
  const solutionOf = (wanted: Solution['agency']) => solutions.find(({ agency }) => agency === wanted);
  const name = placeName(preferred);
  return {
    location:
      wordsOf(preferred, 'turkish', preferred) ??
      wordsOf(solutionOf('afad'), 'turkish', preferred) ??
      wordsOf(solutionOf('historical'), 'turkish', preferred) ??
      name?.turkish ??
      anyWords(solutions).turkish,
    locationEn: name?.english ?? wordsOf(solutionOf('usgs'), 'english', preferred) ?? anyWords(solutions).english,
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
