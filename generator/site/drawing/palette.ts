/** Colours of epicentres by age and by depth: lightness alone tells each class from the next. */

export type Theme = 'light' | 'dark';
export const COLOURINGS = ['age', 'depth'] as const;
export type Colouring = (typeof COLOURINGS)[number];

/** Upper ends of the classes, exclusive; the last class has none. Hours. */
const AGE_HOURS = [1, 24, 7 * 24, 30 * 24] as const;
/** Upper ends of the classes, exclusive; the last class has none. Kilometres. */
export const DEPTH_KM = [5, 10, 20, 40] as const;

/** From the newest to the oldest, and from the shallowest to the deepest. */
export const COLOURS: Record<Theme, Record<Colouring, readonly string[]>> = {
  light: {
    age: ['#4a0a45', '#a3154f', '#dd4b35', '#e39a3b', '#c3c3b2'],
    depth: ['#f0c419', '#6dae4f', '#1f8583', '#2b558f', '#351a5c'],
  },
  dark: {
    age: ['#fff3c9', '#ffb84d', '#f06a48', '#b0457b', '#4a4a70'],
    depth: ['#f9e463', '#84cf6d', '#35a79c', '#4179bd', '#6a4bae'],
  },
};

/** Without a depth. */
export const UNKNOWN_CLASS = -1;
export const UNKNOWN_COLOUR: Record<Theme, string> = { light: '#8c979b', dark: '#77868c' };

const classOf = (value: number, ends: readonly number[]): number => {
  const index = ends.findIndex((end) => value < end);
  return index === -1 ? ends.length : index;
};

export const ageClass = (ageMs: number): number => classOf(ageMs / 3_600_000, AGE_HOURS);
export const depthClass = (depthKm: number | null): number =>
  depthKm === null ? UNKNOWN_CLASS : classOf(depthKm, DEPTH_KM);

/** Radius of an epicentre in CSS pixels: area grows threefold with each unit of magnitude, within what can be seen. */
export const radiusOf = (magnitude: number | null): number =>
  Math.max(2.2, Math.min(34, 2.1 * 3 ** ((Math.max(0, magnitude ?? 0) - 1) / 2)));
