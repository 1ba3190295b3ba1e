/** `/durum/`: state of the sources. */
import type { Site } from './shell.ts';
import { both, footer, page } from './shell.ts';

export const statusPage = (site: Site): string =>
  page(site, {
    title: { tr: 'Veri kaynaklarının durumu', en: 'State of the sources' },
    description: 'Kandilli, AFAD ve USGS kaynaklarının güncelliği.',
    path: '/durum/',
    script: site.assets.status,
    name: 'status',
    main: `<main id="main" class="narrow" tabindex="-1">
<h1>${both('Veri kaynaklarının durumu', 'State of the sources')}</h1>
<p class="large" id="verdict" role="status">${both('Yükleniyor…', 'Loading…')}</p>
<p class="hint" id="generated"></p>
<p id="alarm" role="alert" hidden></p>
<ul id="sources"></ul>
</main>${footer()}`,
  });
