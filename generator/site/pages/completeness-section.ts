/** Completeness as maps, a decade each. */
import { grouped } from '#core/text.ts';
import { cellMap } from '../drawing/cell-map.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import type { Statistics } from './content.ts';
import { sayIn, type Language } from './language.ts';

/** Upper ends of the classes of Mc, exclusive. The deepest colour is that of the worst. */
const CLASSES = [2, 2.5, 3, 3.5];
const NAMES = ['< 2', '2–2,4', '2,5–2,9', '3–3,4', '≥ 3,5'];
/** Decades that are shown. */
const SHOWN = 5;

const classOf = (mc: number): number => {
  const index = CLASSES.findIndex((end) => mc < end);
  return index < 0 ? CLASSES.length : index;
};

type Decade = Statistics['decades'][number];

/** @param prefix of the service's paths */
export function completenessSection(
  { decades, cellDegrees }: Pick<Statistics, 'decades' | 'cellDegrees'>,
  { prefix, language }: { prefix: string; language: Language },
): Markup | undefined {
  const say = sayIn(language);
  const [latest, ...others] = decades.slice(-SHOWN).toReversed();
  if (!latest) return undefined;
  const name = ({ from }: Decade): string => `${from}–${from + 9}`;
  const drawn = (decade: Decade): Markup =>
    cellMap({
      cells: decade.cells.map(({ mc, ...cell }) => ({ ...cell, colour: classOf(mc) })),
      side: cellDegrees,
      title: `${say('Tamlık büyüklüğü Mc', 'Magnitude of completeness Mc')}, ${name(decade)}: ${shares(decade, language)}`,
    });
  return markup`<section class="block"><h2>${say('Tamlığın haritası', 'Map of completeness')}</h2>
<p class="hint">${say(
    'Her karede en sık görülen büyüklüğe 0,2 eklenir (Wiemer ve Wyss 2000): katalog orada bu büyüklükten itibaren ' +
      'tamdır. Kareler 0,5 derecedir; on yılda 50’den az depremi olanlar boştur.',
    'The most frequent magnitude of each square plus 0.2 (Wiemer and Wyss 2000): there the catalogue is complete from ' +
      'this magnitude on. Squares are 0.5 degrees; those with fewer than 50 earthquakes in ten years are empty.',
  )} <a href="${prefix}/completeness.json">JSON</a></p>
<p class="hint depths">Mc ${NAMES.map((one, index) => markup`<span class="named"><span class="key depth-${index}"></span>${inLanguage(one, language)}</span> `)}</p>
<h3>${say(`${latest.from} yılından beri`, `Since ${latest.from}`)}</h3>${drawn(latest)}
${others.map((decade) => markup`<details><summary>${name(decade)}</summary>${drawn(decade)}</details>\n`)}</section>`;
}

const inLanguage = (text: string, language: Language): string => (language === 'tr' ? text : text.replaceAll(',', '.'));

/** In words, for readers who do not see the map. */
function shares({ cells }: Decade, language: Language): string {
  return NAMES.flatMap((name, index) => {
    const count = cells.filter(({ mc }) => classOf(mc) === index).length;
    const squares = sayIn(language)('kare', count === 1 ? 'square' : 'squares');
    return count === 0 ? [] : `Mc ${inLanguage(name, language)}: ${grouped(count, language)} ${squares}`;
  }).join(', ');
}
