/** `/docs/`: quick starts, limits and terms; the reference is filled in by the page's script. */
import { escape } from '../drawing/bars.ts';
import type { Site } from './shell.ts';
import { both, footer, page, prefixOf } from './shell.ts';

interface Start {
  id: string;
  name: string;
  code(url: string): string;
}

const STARTS: Start[] = [
  { id: 'curl', name: 'curl', code: (url) => `curl "${url}/api.php?min_magnitude=4&limit=5"` },
  {
    id: 'javascript',
    name: 'JavaScript',
    code: (url) => `const response = await fetch('${url}/api.php?min_magnitude=4');
const { earthquakes } = await response.json();
for (const one of earthquakes)
  console.log(one.occurred_at + 'Z', one.magnitude, one.location);`,
  },
  {
    id: 'python',
    name: 'Python, pandas',
    code: (url) => `import pandas

quakes = pandas.read_csv('${url}/export.php?format=csv&min_magnitude=3')
quakes['occurred_at'] = pandas.to_datetime(quakes['occurred_at'], utc=True, errors='coerce')
print(quakes.groupby('source').magnitude.describe())`,
  },
  {
    id: 'r',
    name: 'R',
    code: (url) => `quakes <- read.csv("${url}/export.php?format=csv&min_magnitude=3")
plot(quakes$longitude, quakes$latitude, cex = quakes$magnitude / 3)`,
  },
  {
    id: 'qgis',
    name: 'QGIS',
    code: (url) => `Layer > Add Layer > Add Vector Layer > Protocol: HTTP(S), GeoJSON
${url}/export.php?format=geojson&min_magnitude=3`,
  },
  {
    id: 'home-assistant',
    name: 'Home Assistant',
    code: (url) => `sensor:
  - platform: rest
    name: Son deprem
    resource: ${url}/api.php?min_magnitude=4&limit=1
    value_template: "{{ value_json.earthquakes[0].magnitude }}"
    json_attributes_path: "$.earthquakes[0]"
    json_attributes: [occurred_at, location, depth_km]
    scan_interval: 60`,
  },
  {
    id: 'spreadsheet',
    name: 'Google Sheets',
    code: (url) => `=IMPORTDATA("${url}/export.php?format=csv&min_magnitude=4")`,
  },
];

const start = ({ id, name, code }: Start, url: string): string =>
  `<section class="start" id="${id}"><h3>${name}</h3><pre tabindex="0"><code>${escape(code(url))}</code></pre></section>`;

interface Rule {
  tr: string;
  en: string;
}

const RULES: Rule[] = [
  {
    tr: 'Bütün zamanlar <strong>UTC</strong>’dir: istekte de yanıtta da.',
    en: 'All times are <strong>UTC</strong>, in requests and in answers.',
  },
  {
    tr: 'Anahtarsız: adres başına günde 100, dakikada 60 istek. Değişmemiş veriye verilen 304 ve statik dosyalar sayılmaz.',
    en: 'Without a key: 100 requests a day and 60 a minute for each address. A 304 and the static files are never counted.',
  },
  {
    tr: 'Yanıtın <code>ETag</code> başlığını <code>If-None-Match</code> ile geri gönderin: yeni deprem yoksa bedava 304 alırsınız.',
    en: 'Send the <code>ETag</code> of an answer back in <code>If-None-Match</code>: while nothing is new, a 304 is free.',
  },
  {
    tr: 'Kurumların kendi koşulları vardır: Kandilli verisi izinsiz ticari amaçla kullanılamaz; kaynağı hep belirtin.',
    en: 'The agencies have terms of their own: no commercial use of Kandilli’s data without consent; always name the source.',
  },
];

export function docsPage(site: Site): string {
  const { baseUrl } = site.settings;
  const prefix = prefixOf(site);
  const dataset = {
    '@context': 'https://schema.org',
    '@type': 'Dataset',
    name: site.settings.serviceName,
    description: 'Earthquakes of Türkiye and its surroundings from AFAD, Kandilli, USGS and older catalogues.',
    url: `${baseUrl}/`,
    isAccessibleForFree: true,
    spatialCoverage: { '@type': 'Place', geo: { '@type': 'GeoShape', box: '32 22 46 50' } },
    distribution: [
      { '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${baseUrl}/api.php` },
      { '@type': 'DataDownload', encodingFormat: 'text/csv', contentUrl: `${baseUrl}/export.php` },
    ],
  };
  const main = `<main id="main" class="narrow" tabindex="-1">
<h1>API</h1>
<p class="large">${both('Türkiye ve çevresinin depremleri: anahtar gerekmez, tek istekle başlayın.', 'Earthquakes of Türkiye and its surroundings: no key needed, one request to begin.')}</p>
<ul class="rules">${RULES.map(({ tr, en }) => `<li>${both(tr, en)}</li>`).join('')}</ul>
<p><a href="${prefix}/account/">${both('Anahtar ve kullanım', 'Keys and usage')}</a> · <a href="${prefix}/openapi.json">OpenAPI 3.1</a> · <a href="${prefix}/rss.xml">RSS</a></p>
<h2 class="part-title">${both('Hızlı başlangıç', 'Quick starts')}</h2>
${STARTS.map((one) => start(one, baseUrl)).join('\n')}
<h2 class="part-title">${both('Başvuru', 'Reference')}</h2>
<div id="reference"></div>
</main>${footer()}`;
  return page(site, {
    title: { tr: 'API', en: 'API' },
    description: 'Deprem verisi API’si: hızlı başlangıç, parametreler, sınırlar ve kullanım koşulları.',
    path: '/docs/',
    script: site.assets.docs,
    name: 'docs',
    main,
    head: `<link rel="service-desc" type="application/json" href="${prefix}/openapi.json">
<script type="application/ld+json">${JSON.stringify(dataset).replaceAll('<', '\\u003c')}</script>
`,
  });
}

/** For programs that read text (llmstxt.org). */
export function llmsText({ settings: { serviceName, baseUrl } }: Site): string {
  return `# ${serviceName}

> Earthquakes of Türkiye and its surroundings, from AFAD, Kandilli, USGS and older catalogues, as one catalogue. All times are UTC.

- [Description of the API](${baseUrl}/openapi.json): OpenAPI 3.1
- [List](${baseUrl}/api.php): earthquakes, newest first; filters such as min_magnitude, date_from, q
- [Export](${baseUrl}/export.php?format=csv): CSV, JSON, GeoJSON, NDJSON
- [Newest 100](${baseUrl}/list.json), [statistics](${baseUrl}/stats.json), [state of the sources](${baseUrl}/status.json): static files, never counted
- [RSS](${baseUrl}/rss.xml): magnitude 3 and above

Without a key: 100 requests a day and 60 a minute. Kandilli's data: no commercial use without written consent; name the agencies.
`;
}
