/** `/docs/`: quick starts, limits and terms; the reference is filled in by the page's script. */
import { escape } from '../drawing/bars.ts';
import { datasetOf } from './dataset.ts';
import type { Start } from './quick-starts.ts';
import { STARTS } from './quick-starts.ts';
import type { Language, Site } from './shell.ts';
import { both, footer, page, prefixOf } from './shell.ts';

const start = ({ id, name, code }: Start, url: string): string =>
  `<section class="start" id="${id}"><h3>${name}</h3><pre tabindex="0">` +
  `<code>${escape(code(url))}</code></pre></section>`;

interface Rule {
  tr: string;
  en: string;
}

const RULES: Rule[] = [
  {
    tr: 'Tüm zamanlar <strong>UTC</strong>: isteklerde de yanıtlarda da.',
    en: 'All times are <strong>UTC</strong>, in requests and in answers.',
  },
  {
    tr:
      'Anahtarsız: IP adresi başına günde 100, dakikada 60 istek. Değişmemiş veri için dönen ' +
      '304 ve statik dosyalar sayılmaz.',
    en:
      'Without a key: 100 requests a day and 60 a minute for each IP address. A 304 for unchanged data and the ' +
      'static files are not counted.',
  },
  {
    tr:
      'Yanıtın <code>ETag</code> başlığını <code>If-None-Match</code> ile geri gönderin: veri ' +
      'değişmediyse sayılmayan bir 304 alırsınız.',
    en:
      'Send the <code>ETag</code> of an answer back in <code>If-None-Match</code>: while ' +
      'nothing has changed, a 304 is free.',
  },
  {
    tr:
      'Kurumların kendi kullanım koşulları vardır: Kandilli verileri izinsiz ticari amaçla kullanılamaz; kaynağı ' +
      'her zaman belirtin.',
    en:
      'The agencies have terms of their own: no commercial use of Kandilli’s data without ' +
      'consent; always name the source.',
  },
];

export function docsPage(site: Site, language: Language): string {
  const { baseUrl } = site.settings;
  const prefix = prefixOf(site);
  const main = `<main id="main" class="narrow" tabindex="-1">
<h1>API</h1>
<p class="large">${both(
    'Türkiye ve çevresindeki depremler. Anahtar gerekmez: tek istekle başlayın.',
    'Earthquakes of Türkiye and its surroundings. No key needed: begin with one request.',
  )}</p>
<ul class="rules">${RULES.map(({ tr, en }) => `<li>${both(tr, en)}</li>`).join('')}</ul>
<p><a class="tr" lang="tr" href="${prefix}/account/?lang=tr">Anahtar ve kullanım</a>\
<a class="en" lang="en" href="${prefix}/account/?lang=en">Keys and usage</a> ·
<a href="${prefix}/openapi.json">OpenAPI 3.1</a> · <a href="${prefix}/rss.xml">RSS</a></p>
<h2 class="part-title">${both('Hızlı başlangıç', 'Quick starts')}</h2>
<p class="starts">${STARTS.map(({ id, name }) => `<a href="#${id}">${name}</a>`).join(' ')}</p>
${STARTS.map((one) => start(one, baseUrl)).join('\n')}
<h2 class="part-title">${both('API referansı', 'API reference')}</h2>
<div id="reference"></div>
</main>${footer()}`;
  return page(site, language, {
    section: 'docs',
    title: { tr: 'API', en: 'API' },
    description: {
      tr: 'Deprem verisi API’si: hızlı başlangıç, parametreler, sınırlar ve kullanım koşulları.',
      en: 'API of the earthquake data: quick starts, parameters, limits and terms of use.',
    },
    script: site.assets.docs,
    main,
    head: `<link rel="service-desc" type="application/json" href="${prefix}/openapi.json">
<script type="application/ld+json">${JSON.stringify(datasetOf(site.settings)).replaceAll('<', '\\u003c')}</script>
`,
  });
}

/** For programs that read text (llmstxt.org). */
export function llmsText({ settings: { serviceName, baseUrl } }: Site): string {
  return `# ${serviceName}

> Earthquakes of Türkiye and its surroundings, from AFAD, Kandilli, USGS and older catalogues, as one catalogue. All times are UTC.

- [Description of the API](${baseUrl}/openapi.json): OpenAPI 3.1
- [List](${baseUrl}/api.php): earthquakes, newest first or with order=magnitude the largest first; filters such as min_magnitude, max_age=24h, date_from, q
- [FDSN event service](${baseUrl}/fdsnws/event/1/): QuakeML and text for ObsPy and others; [stations](${baseUrl}/fdsnws/station/1/)
- [Export](${baseUrl}/export.php?format=csv): CSV, JSON, GeoJSON, NDJSON
- [Newest 100](${baseUrl}/list.json), [statistics](${baseUrl}/stats.json), [state of the sources](${baseUrl}/status.json): static files, never counted
- [RSS](${baseUrl}/rss.xml): magnitude 3 and above

Without a key: 100 requests a day and 60 a minute. Kandilli's data: no commercial use without written consent; name the agencies.
`;
}
