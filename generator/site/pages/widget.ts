/** `/widget/`: the newest earthquakes for pages of others, which any site may frame. */
import { markup } from '../drawing/markup.ts';
import { both } from './language.ts';
import { HOME, prefixOf, type SitePage } from './shell.ts';

export const widgetPage: SitePage = {
  path: { tr: '/widget/', en: '/en/widget/' },
  isFramed: true,
  title: { tr: 'Son depremler', en: 'Latest earthquakes' },
  description: {
    tr: 'Sitenize ekleyebileceğiniz son depremler listesi.',
    en: 'A list of the latest earthquakes for your own site.',
  },
  script: 'widget.ts',
  styles: 'widget',
  // Links leave the frame.
  head: () => markup`<base target="_blank">\n`,
  main: (site, language) => markup`<main id="main">
<h1 id="summary">${both('Son depremler', 'Latest earthquakes')}</h1>
<ol id="list"></ol>
<p id="blasts" hidden><a target="_self" href="?blasts=include"></a></p>
<p class="hint" id="state" role="status">${both('Yükleniyor…', 'Loading…')}</p>
<p class="hint">${both('Resmî veriler: AFAD, Kandilli', 'Official data: AFAD, Kandilli')} · \
<a href="${prefixOf(site)}${HOME[language]}">${site.settings.serviceName}</a></p>
</main>`,
};
