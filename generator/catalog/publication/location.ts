/** In whose words the place of an earthquake is told. Pure. */
import type { Solution } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';

export interface PlaceWords {
  turkish: string;
  english: string;
}

/** Makes a readable name for a point; null where it knows none. */
export type PlaceName = (point: Point) => PlaceWords | null;

/**
 * Readable are words with lower-case letters outside of brackets, of which nothing was lost (U+FFFD, or the question mark that some
 * agencies put for a letter they cannot write). `GOKOVA KORFEZI [North East  2.4 km]` is not.
 */
const readable = (text: string | null | undefined): text is string =>
  typeof text === 'string' && /\p{Ll}/u.test(text.replace(/\[[^\]]*\]/g, '')) && !/[?\ufffd]/.test(text);

/** The words of a solution; USGS writes English, all others Turkish. */
const wordsOf = (solution: Solution | undefined, language: 'turkish' | 'english'): string | null =>
  solution && readable(solution.place) && (solution.agency === 'usgs') === (language === 'english')
    ? solution.place
    : null;

/**
 * In Turkish: the preferred solution's own readable words; AFAD's, which name district and province; a name made for the preferred solution's
 * epicentre. In English: the made name, else USGS's words. Where neither is known: any readable text, any text with a letter, the coordinates.
 * @param solutions at least one, the preferred one first
 */
export function locationOf(solutions: Solution[], placeName: PlaceName): { location: string; locationEn: string } {
  const [preferred] = solutions as [Solution];
  const of = (name: Solution['agency']) => solutions.find(({ agency }) => agency === name);
  const made = placeName(preferred);
  const texts = solutions.flatMap(({ place }) => (place === null ? [] : [place]));
  const said = texts.find(readable) ?? texts.find((text) => /\p{L}/u.test(text));
  const coordinates = coordinateWords(preferred);
  return {
    location:
      wordsOf(preferred, 'turkish') ?? wordsOf(of('afad'), 'turkish') ?? made?.turkish ?? said ?? coordinates.turkish,
    locationEn: made?.english ?? wordsOf(of('usgs'), 'english') ?? said ?? coordinates.english,
  };
}

function coordinateWords({ latitude, longitude }: Point): PlaceWords {
  const [phi, lambda] = [Math.abs(latitude).toFixed(2), Math.abs(longitude).toFixed(2)];
  return {
    turkish: `${phi}° ${latitude < 0 ? 'G' : 'K'}, ${lambda}° ${longitude < 0 ? 'B' : 'D'}`,
    english: `${phi}° ${latitude < 0 ? 'S' : 'N'}, ${lambda}° ${longitude < 0 ? 'W' : 'E'}`,
  };
}
