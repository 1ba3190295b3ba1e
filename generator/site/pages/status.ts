/** `/durum/`: state of the sources. */
import { ANSWERS } from '#core/paths.ts';
import { markup } from '../drawing/markup.ts';
import { STATUS } from './footer.ts';
import { both } from './language.ts';
import { prefixOf, type SitePage } from './shell.ts';

export const statusPage: SitePage = {
  path: STATUS,
  name: { tr: 'Durum', en: 'Status' },
  title: { tr: 'Veri kaynaklarının durumu', en: 'Status of the data sources' },
  description: {
    tr: 'Kandilli, AFAD ve USGS kaynaklarının son 24 saatteki güncelliği.',
    en: 'How up to date the data of Kandilli, AFAD and USGS was in the last 24 hours.',
  },
  script: 'status.ts',
  main: (site) => markup`<main id="main" class="narrow" tabindex="-1">
<h1>${both('Veri kaynaklarının durumu', 'Status of the data sources')}</h1>
<p class="large" id="verdict" role="status">${both('Yükleniyor…', 'Loading…')}</p>
<p class="hint" id="generated"></p>
<p id="alarm" role="alert" hidden></p>
<ul id="sources"></ul>
<noscript><p class="plain">${both(
    'Güncel durum için JavaScript gerekir; aynı veriler: ',
    'The present state needs JavaScript; the same data: ',
  )}<a href="${prefixOf(site)}/${ANSWERS.status}">JSON</a>.</p></noscript>
</main>`,
};
