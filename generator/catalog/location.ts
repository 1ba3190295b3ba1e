/** Whose words stand as the place of an earthquake. Pure. */
import type { Solution } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';

/** Makes a readable name for a point; null where it knows none. */
export type PlaceName = (point: Point) => string | null;

/**
 * Readable are words with lower-case letters outside of brackets, of which nothing was lost (U+FFFD, or the question mark that some
 * agencies put for a letter they cannot write). `GOKOVA KORFEZI [North East  2.4 km]` is not.
 */
const readable = (text: string | null | undefined): text is string =>
  typeof text === 'string' && /\p{Ll}/u.test(text.replace(/\[[^\]]*\]/g, '')) && !/[?\ufffd]/.test(text);

/**
 * In this order: the preferred solution's own text; AFAD's, which names district and province; a name made for the preferred solution's
 * epicentre; each as far as it is readable. Then any agency's readable text, any text with a letter, the coordinates.
 * @param solutions at least one, the preferred one first
 */
export function locationOf(solutions: Solution[], placeName: PlaceName): string {
  const [preferred] = solutions as [Solution];
  if (readable(preferred.place)) return preferred.place;
  const ofAfad = solutions.find(({ agency }) => agency === 'afad')?.place;
  if (readable(ofAfad)) return ofAfad;
  const texts = solutions.flatMap(({ place }) => (place === null ? [] : [place]));
  return (
    placeName(preferred) ??
    texts.find(readable) ??
    texts.find((text) => /\p{L}/u.test(text)) ??
    coordinatesText(preferred)
  );
}

const coordinatesText = ({ latitude, longitude }: Point): string =>
  `${Math.abs(latitude).toFixed(2)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude).toFixed(2)}° ${longitude < 0 ? 'W' : 'E'}`;
