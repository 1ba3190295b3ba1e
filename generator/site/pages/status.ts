/** `/durum/`: state of the sources. */
import type { Language, Site } from './shell.ts';
import { both, footer, page } from './shell.ts';

export const statusPage = (site: Site, language: Language): string =>
  page(site, language, {
    section: 'status',
    title: { tr: 'Veri kaynaklarının durumu', en: 'State of the data sources' },
    description: {
      tr: 'Kandilli, AFAD ve USGS kaynaklarının son 24 saatteki güncelliği.',
      en: 'How up to date the data of Kandilli, AFAD and USGS was in the last 24 hours.',
    },
    script: site.assets.status,
    main: `<main id="main" class="narrow" tabindex="-1">
<h1>${both('Veri kaynaklarının durumu', 'State of the data sources')}</h1>
<p class="large" id="verdict" role="status">${both('Yükleniyor…', 'Loading…')}</p>
<p class="hint" id="generated"></p>
<p id="alarm" role="alert" hidden></p>
<ul id="sources"></ul>
</main>${footer()}`,
  });
