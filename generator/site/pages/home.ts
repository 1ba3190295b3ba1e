/** `/`: the most significant earthquake, the newest ones, and the map. */
import { isBlast } from '#core/blasts.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { grouped } from '#core/text.ts';
import { blastsLeftOut } from '../drawing/blast-texts.ts';
import { adviceMarkup } from '../drawing/advice.ts';
import { aftershocksOf, headlineMarkup, pinnedMarkup } from '../drawing/first-screen.ts';
import { NEVER_ANSWERED } from '../drawing/freshness-texts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { allYearsPage } from './all-years.ts';
import { agenciesOf, homeList, rowFor, speechOf } from './home-list.ts';
import { both, sayIn, type Language } from './language.ts';
import { FAULTS_BUTTON, mapCanvas, ZOOM_BUTTONS } from './map-controls.ts';
import { previewTexts } from './preview-texts.ts';
import { sequenceLink } from './sequence-link.ts';
import { HOME, mapCredit, NEAR_SCRIPT, type PageTexts, prefixOf, type Site, type SitePage } from './shell.ts';

function headline(site: Site, language: Language): Markup {
  const { asOf, recent, foremost, complete } = site.home;
  const [row, speech] = [rowFor(site, language), speechOf(language)];
  if (!foremost)
    return markup`<div id="headline"><h1>${both('Son depremler', 'Latest earthquakes')}</h1></div>
<div id="advice" class="advice"></div>
<div id="pinned"></div>`;
  const all = [foremost.headline, ...foremost.pinned];
  const listed = recent.map((one) => ({ ...one, agencies: agenciesOf(one) }));
  const countOf = (one: Earthquake): number => aftershocksOf({ ...one, agencies: [] }, listed, asOf);
  const named = (one: Earthquake) => ({ ...row(one), aftershocks: complete ? undefined : countOf(one) });
  return markup`<div id="headline">${headlineMarkup(named(foremost.headline), speech)}</div>
<div id="advice" class="advice">${adviceMarkup(all, asOf, language)}</div>
<div id="pinned">${pinnedMarkup(foremost.pinned.map(named), speech)}</div>
${sequenceLink(site, all, language)}`;
}

/** As the script says it. */
const alarm = ({ home }: Site): Markup =>
  home.isAnswered
    ? markup`<p id="alarm" role="alert" hidden></p>`
    : markup`<p id="alarm" role="alert">${both(...NEVER_ANSWERED)}</p>`;

/** As the script says it of the week. */
function blastsLine(site: Site, language: Language): Markup {
  const { recent } = site.home;
  const count = recent.filter(isBlast).length;
  const words = both(blastsLeftOut(grouped(count, 'tr'))[0], blastsLeftOut(grouped(count, 'en'))[1]);
  const address = `${prefixOf(site)}${HOME[language]}?blasts=include`;
  return markup`<p id="blasts"${count === 0 && markup` hidden`}><a href="${address}">${words}</a></p>`;
}

const TEXTS: PageTexts = {
  title: { tr: 'Son depremler haritası', en: 'Map of the latest earthquakes' },
  description: {
    tr: 'Türkiye ve çevresindeki depremler: Kandilli, AFAD ve USGS verileri tek haritada, canlı.',
    en: 'Earthquakes of Türkiye and its surroundings: the data of Kandilli, AFAD and USGS on one map, live.',
  },
};

export const homePage: SitePage = {
  ...TEXTS,
  path: HOME,
  name: { tr: 'Harita', en: 'Map' },
  preview: ({ home }) => previewTexts(TEXTS, home.foremost?.headline),
  script: 'home.ts',
  styles: 'home first',
  hasTiles: true,
  main: (site, language) => markup`<main id="main" tabindex="-1">
<section class="panel" aria-label="${sayIn(language)('Depremler', 'Earthquakes')}">
<div class="lead"${!site.home.isAnswered && markup` data-unanswered`}>
${alarm(site)}
${headline(site, language)}
</div>
<div class="list">
<p id="arrivals" role="status" aria-live="polite"></p>
<div class="bar"><div><h2 id="summary">${both('Son depremler', 'Latest earthquakes')}</h2><p id="freshness"></p></div>
<button id="fold" type="button" aria-expanded="false" aria-controls="filters">${both('Filtreler', 'Filters')}</button>
<button id="csv" type="button" disabled>${both('CSV indir', 'Save CSV')}</button></div>
<p id="strongest"></p>
<form id="filters" role="search" data-near="${site.assets.scripts[NEAR_SCRIPT]}" data-districts="${site.assets.districts}"></form>
${homeList(
  site,
  language,
  markup`${blastsLine(site, language)}
<a class="skip" href="#map">${both('Listeyi atla, haritaya geç', 'Skip the list, go to the map')}</a>`,
)}
<p class="all-years"><a href="${prefixOf(site)}${allYearsPage.path[language]}">${both(
    '1900’den bugüne tüm depremler: harita ve zaman kaydırıcısı',
    'All earthquakes since 1900: map and time slider',
  )}</a></p>
<noscript><p class="plain">${both(
    markup`Harita ve filtreler JavaScript gerektirir. Aynı veriler: <a href="${prefixOf(site)}/list.json">JSON</a>, \
<a href="${prefixOf(site)}/rss.xml">RSS</a>.`,
    markup`The map and the filters need JavaScript. The same data: <a href="${prefixOf(site)}/list.json">JSON</a>, \
<a href="${prefixOf(site)}/rss.xml">RSS</a>.`,
  )}</p></noscript>
</div>
</section>
<section id="map" aria-label="${sayIn(language)('Harita', 'Map')}">
<div class="stage">
${mapCanvas(language)}
<div class="zoom">${ZOOM_BUTTONS}${FAULTS_BUTTON}</div>
${mapCredit(site)}
</div>
<div id="legend"></div>
</section>
</main>`,
};
