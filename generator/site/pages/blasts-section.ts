/** Where quarry and mine blasts are: a map of cells, and the largest of them as a list. */
import { grouped } from '#core/text.ts';
import { blastMap } from '../drawing/blast-map.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { allYearsPage } from './all-years.ts';
import type { BlastCell } from './content.ts';
import { both, type Language } from './language.ts';
import { prefixOf, type Site } from './shell.ts';

const TITLE = 'blasts-map';
/** Of the list, which says in words what the map shows. */
const LISTED = 10;
const HALF = 0.05;

const percent = ({ blasts, events }: BlastCell): number => Math.min(100, Math.round((blasts / events) * 100));

const percentWords = (cell: BlastCell, language: Language): string =>
  language === 'tr' ? `%${percent(cell)}` : `${percent(cell)}%`;

/** Its blasts on the map of all years. */
function addressOf(site: Site, language: Language, { latitude, longitude }: BlastCell): string {
  const [south, north] = [latitude - HALF, latitude + HALF].map((edge) => edge.toFixed(1));
  const [west, east] = [longitude - HALF, longitude + HALF].map((edge) => edge.toFixed(1));
  const box = `min_latitude=${south}&max_latitude=${north}&min_longitude=${west}&max_longitude=${east}`;
  const at = `#map=9.00/${latitude.toFixed(4)}/${longitude.toFixed(4)}`;
  return `${prefixOf(site)}${allYearsPage.path[language]}?blasts=only&min_magnitude=all&${box}${at}`;
}

function item(site: Site, language: Language, cell: BlastCell): Markup {
  const [blasts, events] = [Math.round(cell.blasts), cell.events];
  return markup`<li><a href="${addressOf(site, language, cell)}">${cell.near}</a>: ${both(
    `${grouped(events, 'tr')} kaydın yaklaşık ${grouped(blasts, 'tr')} tanesi (${percentWords(cell, 'tr')})`,
    `about ${grouped(blasts, 'en')} of ${grouped(events, 'en')} records (${percentWords(cell, 'en')})`,
  )}</li>`;
}

export function blastsSection(site: Site, language: Language): Markup | false {
  const { since, least, cells } = site.blasts;
  if (cells.length === 0) return false;
  const mapped = cells.map((cell) => ({
    ...cell,
    label: `${cell.near}: ${Math.round(cell.blasts)}, ${percentWords(cell, language)}`,
  }));
  const key = (shade: number, tr: string, en: string): Markup =>
    markup`<span class="named"><span class="key blasts-${shade}"></span>${both(tr, en)}</span> `;
  return markup`<section class="block"><h2 id="${TITLE}">${both(
    'Taş ocağı ve maden patlatmaları nerede?',
    'Where are quarry and mine blasts?',
  )}</h2>
<p class="hint">${both(
    `Her daire, ${since} yılından beri en az ${least} patlatma beklenen 0,1 derecelik bir alandır (yaklaşık 9 × 11 km). \
Daire büyüdükçe sayı artar. Sayılar saat, yer ve büyüklükten yapılan bir tahmindir; bu sayfanın öteki sayılarına katılmaz.`,
    `Each circle is an area of 0.1 degrees (about 9 × 11 km) with ${least} expected blasts or more since ${since}. \
The larger the circle, the more there are. The numbers are estimated from hour, place and size, and are not counted elsewhere on this page.`,
  )}</p>
<p class="hint depths">${both('Renk: küçük kayıtların ne kadarı patlatma', 'Colour: how many of the small records are blasts')} \
${key(0, 'yarıdan azı', 'less than half')}${key(1, 'yarısı ya da daha çoğu', 'half or more')}${key(2, 'dörtte üçü ya da daha çoğu', 'three quarters or more')}</p>
${blastMap(mapped, TITLE)}
<h3>${both('En çok patlatma olan yerler', 'Where most of them are')}</h3>
<ol>${cells.slice(0, LISTED).map((cell) => item(site, language, cell))}</ol></section>`;
}
