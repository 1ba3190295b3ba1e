/** Event types in the words of QuakeML 1.2 (BED 1.2, EventType). */

export const QUAKEML_EVENT_TYPES: ReadonlySet<string> = new Set([
  'not existing',
  'not reported',
  'earthquake',
  'anthropogenic event',
  'collapse',
  'cavity collapse',
  'mine collapse',
  'building collapse',
  'explosion',
  'accidental explosion',
  'chemical explosion',
  'controlled explosion',
  'experimental explosion',
  'industrial explosion',
  'mining explosion',
  'quarry blast',
  'road cut',
  'blasting levee',
  'nuclear explosion',
  'induced or triggered event',
  'rock burst',
  'reservoir loading',
  'fluid injection',
  'fluid extraction',
  'crash',
  'plane crash',
  'train crash',
  'boat crash',
  'other event',
  'atmospheric event',
  'sonic boom',
  'sonic blast',
  'acoustic noise',
  'thunder',
  'avalanche',
  'snow avalanche',
  'debris avalanche',
  'hydroacoustic event',
  'ice quake',
  'slide',
  'landslide',
  'rockslide',
  'meteorite',
  'volcanic eruption',
]);

/** Words that agencies use beyond that list. */
const SYNONYMS: Record<string, string> = {
  quarry: 'quarry blast',
  'rock slide': 'rockslide',
  icequake: 'ice quake',
  'volcanic explosion': 'volcanic eruption',
  // AFAD's website, FACTS 1.2
  patlama: 'quarry blast',
  göçük: 'collapse',
  volkanik: 'volcanic eruption',
  deprem: 'earthquake',
  bilinmeyen: 'earthquake',
};

/** The QuakeML name of an agency's event type: `earthquake` where it says nothing, `other event` for a word that is unknown. */
export function quakemlEventType(type: unknown): string {
  if (typeof type !== 'string' || type.trim() === '') return 'earthquake';
  const words = type
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');
  if (QUAKEML_EVENT_TYPES.has(words)) return words;
  return SYNONYMS[words] ?? 'other event';
}
