/** `/`: list and map. */
import { markup } from '../drawing/markup.ts';
import { atlasPage } from './atlas.ts';
import { both } from './language.ts';
import { FAULTS_BUTTON, MAP_CANVAS, ZOOM_BUTTONS } from './map-controls.ts';
import { HOME, mapCredit, prefixOf, type SitePage } from './shell.ts';

export const homePage: SitePage = {
  path: HOME,
  name: { tr: 'Harita', en: 'Map' },
  title: { tr: 'Son depremler haritası', en: 'Map of the latest earthquakes' },
  description: {
    tr: 'Türkiye ve çevresindeki depremler: Kandilli, AFAD ve USGS verileri tek haritada, canlı.',
    en: 'Earthquakes of Türkiye and its surroundings: the data of Kandilli, AFAD and USGS on one map, live.',
  },
  script: 'home.ts',
  styles: 'home',
  hasTiles: true,
  main: (site, language) => markup`<main id="main" tabindex="-1">
<section class="panel" aria-label="Depremler / Earthquakes">
<div class="lead">
<h1 id="summary">${both('Son depremler', 'Latest earthquakes')}</h1>
<p id="strongest"></p>
<p id="freshness"></p>
</div>
<p id="alarm" role="alert" hidden></p>
<p id="news" role="status" aria-live="polite" hidden></p>
<form id="filters" role="search"></form>
<p id="note" hidden></p>
<p class="all-years"><a href="${prefixOf(site)}${atlasPage.path[language]}">${both(
    '1900’den bugüne tüm depremler: zaman kaydırıcısı ve grafikler',
    'All earthquakes since 1900: time slider and graphs',
  )}</a></p>
<ol id="list"></ol>
<noscript><p class="plain">Bu sayfa JavaScript gerektirir; aynı veriler: <a href="${prefixOf(site)}/list.json">list.json</a>,
<a href="${prefixOf(site)}/rss.xml">RSS</a>. This page needs JavaScript; the same data is there as JSON and RSS.</p></noscript>
</section>
<section id="map" aria-label="Harita / Map">
${MAP_CANVAS}
<div class="zoom">${ZOOM_BUTTONS}${FAULTS_BUTTON}</div>
<div id="legend"></div>
${mapCredit(site)}
</section>
</main>`,
};
