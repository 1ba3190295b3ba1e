/** `/harita/`: every earthquake on the map and in time. */
import { markup } from '../drawing/markup.ts';
import { both, sayIn } from './language.ts';
import { FAULTS_BUTTON, mapCanvas, ZOOM_BUTTONS } from './map-controls.ts';
import { HOME, mapCredit, POINTS_SCRIPT, prefixOf, type SitePage } from './shell.ts';

export const allYearsPage: SitePage = {
  path: { tr: '/harita/', en: '/map/' },
  name: { tr: 'Tüm yıllar', en: 'All years' },
  title: { tr: 'Tüm yılların depremleri', en: 'Earthquakes of all years' },
  description: {
    tr: 'Türkiye ve çevresinde 1900’den bugüne tüm depremler: harita, filtreler, zaman kaydırıcısı.',
    en: 'All earthquakes in and around Türkiye since 1900: map, filters, time slider.',
  },
  script: 'all-years/all-years.ts',
  styles: 'home all-years-map',
  hasTiles: true,
  main: (site, language) => markup`<main id="main" tabindex="-1">
<section id="map" aria-label="${sayIn(language)('Harita', 'Map')}">
<div class="stage">
${mapCanvas(language)}
<canvas id="points" aria-hidden="true" data-script="${site.assets.scripts[POINTS_SCRIPT]}"></canvas>
<canvas id="names" aria-hidden="true"></canvas>
<div class="zoom">${ZOOM_BUTTONS}${FAULTS_BUTTON}</div>
${mapCredit(site)}
</div>
<div id="legend"></div>
<div class="dock">
<button id="play" type="button"><svg viewBox="0 0 24 24" aria-hidden="true"><path class="go" d="M8 5.5v13l10.5-6.5z"/>\
<path class="halt" d="M7 5h3.5v14H7zM13.5 5H17v14h-3.5z"/></svg></button>
<div class="range"><canvas id="histogram" aria-hidden="true"></canvas>
<input id="window-start" type="range"><input id="window-end" type="range"></div>
<p id="window-text"></p>
<label><span class="unseen">${both('Hız', 'Speed')}</span><select id="speed"></select></label>
</div>
</section>
<section class="panel" aria-label="${sayIn(language)('Seçim ve en büyükler', 'Selection and largest')}">
<div class="lead">
<h1>${both('Tüm yılların depremleri', 'Earthquakes of all years')}</h1>
<p id="summary" role="status">${both(
    'Türkiye ve çevresinde 1900’den bugüne kaydedilen depremler yükleniyor. Her nokta bir depremdir ve o depremin \
sayfasına götürür.',
    'Loading the earthquakes recorded in and around Türkiye since 1900. Every dot is an earthquake and leads to its \
page.',
  )}</p>
<p id="loading"></p>
<p id="blasts" hidden><a href="?blasts=include"></a></p>
</div>
<p id="alarm" role="alert" hidden></p>
<form id="filters" role="search"></form>
<section class="largest"><h2>${both('Görünen alanın en büyük depremleri', 'Largest earthquakes in view')}</h2></section>
<ol id="list"></ol>
<p class="about">${both(
    markup`Her nokta bir depremdir ve o depremin sayfasına götürür. Patlatmalar ve olası patlatmalar ayrı sayılır. Son depremler ve yer \
adıyla arama <a href="${prefixOf(site)}${HOME[language]}">ana haritadadır</a>.`,
    markup`Every dot is an earthquake and leads to its page. Blasts and probable blasts are counted apart. The latest earthquakes and search \
by place are on the <a href="${prefixOf(site)}${HOME[language]}">main map</a>.`,
  )}</p>
<noscript><p class="plain">${both('Bu sayfa JavaScript gerektirir.', 'This page needs JavaScript.')}</p></noscript>
</section>
</main>`,
};
