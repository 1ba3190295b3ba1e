/** `/`: list and map. */
import type { Language, Site } from './shell.ts';
import { both, mapCredit, page, PATHS, prefixOf } from './shell.ts';

const ICONS = {
  plus: '<path d="M12 5v14M5 12h14"/>',
  minus: '<path d="M5 12h14"/>',
  whole: '<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>',
};

const button = (id: string, icon: string, tr: string, en: string): string =>
  `<button id="${id}" type="button"><svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg><span class="unseen">${both(tr, en)}</span></button>`;

export function homePage(site: Site, language: Language): string {
  const prefix = prefixOf(site);
  const main = `<main id="main" tabindex="-1">
<section class="panel" aria-label="Depremler">
<div class="lead">
<h1 id="summary">${both('Son depremler', 'Latest earthquakes')}</h1>
<p id="strongest"></p>
<p id="freshness"></p>
</div>
<p id="alarm" role="alert" hidden></p>
<p id="news" role="status" aria-live="polite" hidden></p>
<form id="filters" role="search"></form>
<p id="note" hidden></p>
<p class="all-years"><a href="${prefix}${PATHS.atlas[language]}">${both('1900’den bugüne bütün depremler, zaman kaydırıcısı ve grafiklerle', 'All earthquakes since 1900, with a time slider and graphs')}</a></p>
<ol id="list"></ol>
<noscript><p class="plain">Bu sayfa betik ister; aynı veriler: <a href="${prefix}/list.json">list.json</a>, <a href="${prefix}/rss.xml">RSS</a>. This page needs scripts; the same data is there as JSON and RSS.</p></noscript>
</section>
<section id="map" aria-label="Harita">
<canvas tabindex="0" role="img" aria-label="Deprem haritası. Ok tuşlarıyla kaydırın, artı ve eksi ile yakınlaştırın. / Map of earthquakes. Arrow keys move it, plus and minus zoom."></canvas>
<div class="zoom">${button('zoom-in', ICONS.plus, 'Yakınlaştır', 'Zoom in')}${button('zoom-out', ICONS.minus, 'Uzaklaştır', 'Zoom out')}${button('whole', ICONS.whole, 'Tüm bölge', 'Whole region')}</div>
<div id="legend"></div>
${mapCredit(site)}
</section>
</main>`;
  return page(site, language, {
    section: 'home',
    title: { tr: 'Son depremler haritası', en: 'Map of the latest earthquakes' },
    description: {
      tr: 'Türkiye ve çevresindeki depremler: Kandilli, AFAD ve USGS verileri tek haritada, canlı.',
      en: 'Earthquakes of Türkiye and its surroundings: the data of Kandilli, AFAD and USGS on one map, live.',
    },
    script: site.assets.home,
    hasTiles: true,
    main,
  });
}
