import { type BlastMarks, isProbableBlast } from './blasts.ts';

/** The event types of QuakeML 1.2 (BED 1.2, EventType): what `event_type` may say and what a query may ask for. */
export const EVENT_TYPES: readonly string[] = `
not existing, not reported, earthquake, anthropogenic event, collapse, cavity collapse, mine collapse,
building collapse, explosion, accidental explosion, chemical explosion, controlled explosion,
experimental explosion, industrial explosion, mining explosion, quarry blast, road cut, blasting levee,
nuclear explosion, induced or triggered event, rock burst, reservoir loading, fluid injection, fluid extraction,
crash, plane crash, train crash, boat crash, other event, atmospheric event, sonic boom, sonic blast,
acoustic noise, thunder, avalanche, snow avalanche, debris avalanche, hydroacoustic event, ice quake, slide,
landslide, rockslide, meteorite, volcanic eruption
`
  .trim()
  .split(/,\s+/);

/** Words for what is no earthquake, as [Turkish, English]: the types that the feeds have. */
const TYPE_WORDS = new Map<string, readonly [tr: string, en: string]>([
  ['quarry blast', ['Taş ocağı patlatması', 'Quarry blast']],
  ['mining explosion', ['Maden patlatması', 'Mining explosion']],
  ['explosion', ['Patlama', 'Explosion']],
  ['nuclear explosion', ['Nükleer patlama', 'Nuclear explosion']],
  ['collapse', ['Göçük', 'Collapse']],
  ['mine collapse', ['Maden göçüğü', 'Mine collapse']],
  ['rock burst', ['Kaya patlaması', 'Rock burst']],
  ['landslide', ['Heyelan', 'Landslide']],
  ['volcanic eruption', ['Yanardağ patlaması', 'Volcanic eruption']],
  ['induced or triggered event', ['Tetiklenmiş deprem', 'Induced earthquake']],
  ['not reported', ['Türü bildirilmedi', 'Type not reported']],
]);

/** Undefined for an earthquake. @param type absent for an earthquake, as in list items */
export function eventTypeWords(type: string | undefined, language: 'tr' | 'en'): string | undefined {
  if (type === undefined || type === 'earthquake') return undefined;
  const [tr, en] = TYPE_WORDS.get(type) ?? ['Deprem değil', 'Not an earthquake'];
  return language === 'tr' ? tr : en;
}

const PROBABLE: readonly [tr: string, en: string] = ['Olası taş ocağı patlatması', 'Probable quarry blast'];

/** As {@link eventTypeWords}, and also of what is probably a blast. */
export const kindWords = (of: BlastMarks, language: 'tr' | 'en'): string | undefined =>
  eventTypeWords(of.eventType ?? undefined, language) ??
  (isProbableBlast(of) ? PROBABLE[language === 'tr' ? 0 : 1] : undefined);
