/** Event types in the words of QuakeML 1.2 (BED 1.2, EventType). */

import { EVENT_TYPES } from '#core/event-types.ts';

export const QUAKEML_EVENT_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

/** Words that agencies use beyond that list. */
const SYNONYMS = new Map(
  Object.entries({
    quarry: 'quarry blast',
    'rock slide': 'rockslide',
    icequake: 'ice quake',
    'volcanic explosion': 'volcanic eruption',
    // AFAD's website
    patlama: 'quarry blast',
    göçük: 'collapse',
    volkanik: 'volcanic eruption',
    deprem: 'earthquake',
    bilinmeyen: 'earthquake',
  }),
);

/** The QuakeML name of an agency's event type: `earthquake` where none is given, `other event` for an unknown one. */
export function quakemlEventType(type: unknown): string {
  if (typeof type !== 'string' || type.trim() === '') return 'earthquake';
  const words = type
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ');
  if (QUAKEML_EVENT_TYPES.has(words)) return words;
  return SYNONYMS.get(words) ?? 'other event';
}
