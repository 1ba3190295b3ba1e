/** `/docs/`: quick starts, limits and terms; the reference is filled in by the page's script. */
import { AGENCIES, termsOf } from '#core/agencies.ts';
import { citedOn, SOME_DAY } from '#core/citations.ts';
import { citation, type Release, releaseFolder } from '#core/releases.ts';
import { grouped } from '#core/text.ts';
import { formatDay } from '#core/time.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { COMPATIBILITY } from './compatibility.ts';
import { datasetOf } from './dataset.ts';
import { CITE, DOCS, TERMS } from './footer.ts';
import { both, type Language } from './language.ts';
import { modelsPart } from './models.ts';
import { accountLink, jsonLd, prefixOf, type Site, type SitePage } from './shell.ts';

interface Start {
  id: string;
  name: string;
  code(url: string): string;
}

export const STARTS: Start[] = [
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
    id: 'obspy',
    name: 'ObsPy',
    code: (url) => `from obspy import UTCDateTime
from obspy.clients.fdsn import Client

client = Client('${url}')
catalog = client.get_events(starttime=UTCDateTime(2023, 2, 6), endtime=UTCDateTime(2023, 2, 7),
                            minmagnitude=5, includeallorigins=True)
print(catalog)
for event in catalog:
    origin = event.preferred_origin()
    print(origin.time, origin.latitude, origin.longitude, event.preferred_magnitude().mag)`,
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

const start = ({ id, name, code }: Start, url: string): Markup =>
  markup`<section class="start" id="${id}"><h3>${name}</h3><pre tabindex="0"><code>${code(url)}</code></pre></section>\n`;

const RULES = [
  both(
    markup`Tüm zamanlar <strong>UTC</strong>: isteklerde de yanıtlarda da.`,
    markup`All times are <strong>UTC</strong>, in requests and in answers.`,
  ),
  both(
    'Anahtarsız: IP adresi başına günde 100, dakikada 60 istek. Değişmemiş veri için dönen 304 ve statik dosyalar ' +
      'sayılmaz.',
    'Without a key: 100 requests a day and 60 a minute for each IP address. A 304 for unchanged data and the static ' +
      'files are not counted.',
  ),
  both(
    markup`Yanıtın <code>ETag</code> başlığını <code>If-None-Match</code> ile geri gönderin: veri değişmediyse \
sayılmayan bir 304 alırsınız.`,
    markup`Send the <code>ETag</code> of an answer back in <code>If-None-Match</code>: while nothing has changed, \
a 304 is free.`,
  ),
  both(
    'Kurumların kendi kullanım koşulları vardır: Kandilli verileri izinsiz ticari amaçla kullanılamaz; kaynağı her ' +
      'zaman belirtin.',
    'The agencies have terms of their own: no commercial use of Kandilli’s data without consent; always name the ' +
      'source.',
  ),
];

const KILOBYTE = 1000;

const sizeOf = (bytes: number): string =>
  bytes < KILOBYTE ** 2 ? `${Math.ceil(bytes / KILOBYTE)} kB` : `${(bytes / KILOBYTE ** 2).toFixed(1)} MB`;

/** What is cited: releases, or what changes each minute. */
function citing(site: Site): Markup {
  const { settings, releases } = site;
  const [release] = releases;
  const terms = (language: Language): string => termsOf([...AGENCIES, ...site.optionalAgencies], language);
  const live = (language: Language): string =>
    citedOn(citation(settings, language), SOME_DAY[language], { language, terms: terms(language) });
  const frozen = (language: Language): string => `${citation({ ...settings, release }, language)}. ${terms(language)}`;
  return markup`<h2 class="part-title" id="${CITE}">${both('Alıntılama', 'Citing')}</h2>
<h3>${both('Sürekli güncellenen katalog', 'The catalogue, which changes all the time')}</h3>
<p class="citation">${both(live('tr'), live('en'))}</p>
${
  release &&
  markup`<h3>${both(`Değişmeyen sürüm ${release.name}`, `Release ${release.name}, which never changes`)}</h3>
<p class="citation">${both(frozen('tr'), frozen('en'))}</p>
`
}<p>${both(
    'Depremlerin sayfalarındaki “Alıntıla” düğmesi o depremi, sayfaların altındaki bağlantı sayfayı günün tarihiyle ' +
      'kopyalar. Verilerini kullandığınız kurumları da belirtin.',
    '“Cite” on the page of an earthquake copies how to cite it, and at the foot of each page how to cite the page, ' +
      'with the day. Name the agencies whose data you use, too.',
  )}</p>
${
  releases.length > 0 &&
  markup`<p>${both('Değişmeyen sürümler:', 'Releases, which never change:')}</p>
<ul>
${releases.map((one) => releaseItem(site, one))}</ul>
`
}`;
}

function releaseItem(site: Site, { name, asOf, earthquakes, files }: Release): Markup {
  const folder = `${prefixOf(site)}/${releaseFolder(name)}`;
  const data = files.filter((file) => /\.(?:parquet|csv\.gz)$/.test(file.name));
  const day = formatDay(asOf);
  return markup`<li><a href="${folder}">${name}</a>: ${both(
    `${day}, ${grouped(earthquakes, 'tr')} deprem`,
    `${day}, ${grouped(earthquakes, 'en')} earthquakes`,
  )} · ${data.map((file) => markup`<a href="${folder}${file.name}" download>${file.name}</a> ${sizeOf(file.size)} `)}</li>
`;
}

const frame = ({ settings }: Site, path: string, title: string): Markup =>
  markup`&lt;iframe src="${settings.baseUrl}/${path}?province=34&amp;rows=5" title="${title}" width="360" height="480" loading="lazy">&lt;/iframe>`;

export const docsPage: SitePage = {
  path: DOCS,
  name: { tr: 'API', en: 'API' },
  title: { tr: 'Deprem API’si', en: 'Earthquake API' },
  description: {
    tr: 'Deprem verisi API’si: hızlı başlangıç, parametreler, sınırlar ve kullanım koşulları.',
    en: 'API of the earthquake data: quick starts, parameters, limits and terms of use.',
  },
  script: 'docs.ts',
  main: (site, language) => markup`<main id="main" class="narrow" tabindex="-1">
<h1>API</h1>
<p class="large">${both(
    'Türkiye ve çevresindeki depremler. Anahtar gerekmez; tek bir istekle başlayın.',
    'Earthquakes of Türkiye and its surroundings. No key is needed: start with one request.',
  )}</p>
<ul class="rules" id="${TERMS}">${RULES.map((rule) => markup`<li>${rule}</li>`)}</ul>
<p>${site.settings.hasAccounts && markup`${accountLink(prefixOf(site), 'Anahtar ve kullanım', 'Keys and usage')} ·`}
<a href="${prefixOf(site)}/openapi.json">OpenAPI 3.1</a> · <a href="${prefixOf(site)}/rss.xml">RSS</a> ·
<a href="${prefixOf(site)}/atom.xml">Atom</a></p>
<h2 class="part-title">${both('Hızlı başlangıç', 'Quick starts')}</h2>
<p class="starts">${STARTS.map(({ id, name }) => markup`<a href="#${id}">${name}</a> `)}</p>
${STARTS.map((one) => start(one, site.settings.baseUrl))}
<h2 class="part-title">${both('Hazır bir uygulamanız varsa', 'If you already have an application')}</h2>
<p>${both(
    'Kandilli API’si, AFAD, EMSC, USGS ya da FDSN için yazılmış bir uygulama çoğu zaman tek satırla bu hizmete geçer: ',
    'An application written for the Kandilli API, AFAD, EMSC, USGS or FDSN mostly switches to this service by one line: ',
  )}<a href="${prefixOf(site)}${COMPATIBILITY[language]}">${both('uyumlu uygulamalar', 'compatible applications')}</a>.</p>
${modelsPart(site)}<h2 class="part-title" id="widget">${both('Sitenize ekleyin', 'On your own site')}</h2>
<p>${both(
    markup`Son depremler listesi, bir satırla her siteye eklenir. Seçenekler: <code>province</code> (il adı ya da plaka kodu), \
<code>min_magnitude</code>, <code>rows</code> (en çok 50), <code>theme</code> (<code>light</code>, <code>dark</code>), \
<code>language</code> (<code>tr</code>, <code>en</code>). İl seçilmezse son 7 günün depremleri, hiç yoksa en yeni kayıtlar gösterilir.`,
    markup`One line adds the list of the latest earthquakes to any site. Options: <code>province</code> (name or plate code), \
<code>min_magnitude</code>, <code>rows</code> (at most 50), <code>theme</code> (<code>light</code>, <code>dark</code>), \
<code>language</code> (<code>tr</code>, <code>en</code>). Without a province it shows the last 7 days, or the newest records where these have none.`,
  )}</p>
<pre tabindex="0"><code>${both(frame(site, 'widget/', 'Son depremler'), frame(site, 'en/widget/', 'Latest earthquakes'))}</code></pre>
${citing(site)}<h2 class="part-title">${both('API referansı', 'API reference')}</h2>
<div id="reference"></div>
</main>`,
  head: (site) =>
    markup`<link rel="service-desc" type="application/json" href="${prefixOf(site)}/openapi.json">
${jsonLd(datasetOf(site.settings))}`,
};

/** For programs that read text (llmstxt.org). */
export function llmsText({ settings: { serviceName, baseUrl } }: Site): string {
  return `# ${serviceName}

> Earthquakes of Türkiye and its surroundings, from AFAD, Kandilli, USGS and older catalogues, as one catalogue. All times are UTC.

- [Description of the API](${baseUrl}/openapi.json): OpenAPI 3.1
- [Answers as types](${baseUrl}/docs/#models): Swift, Kotlin, Dart, Go, TypeScript
- [List](${baseUrl}/api.php): earthquakes, newest first or with order=magnitude the largest first; filters such as min_magnitude, max_age=24h, date_from, q
- [FDSN event service](${baseUrl}/fdsnws/event/1/): QuakeML and text for ObsPy and others; [stations](${baseUrl}/fdsnws/station/1/)
- [Export](${baseUrl}/export.php?format=csv): CSV, JSON, GeoJSON, NDJSON
- [Newest 100](${baseUrl}/list.json), [statistics](${baseUrl}/stats.json), [state of the sources](${baseUrl}/status.json): static files, never counted
- [Applications](${baseUrl}/compatibility/): how those written for the Kandilli API, AFAD, EMSC, the USGS or FDSN switch to this service
- [MCP](${baseUrl}/mcp): tools for assistants over Streamable HTTP
- [RSS](${baseUrl}/rss.xml) and [Atom](${baseUrl}/atom.xml): magnitude 3 and above; [CAP 1.2](${baseUrl}/cap/alerts.atom): magnitude 4 and above

Without a key: 100 requests a day and 60 a minute. Kandilli's data: no commercial use without written consent; name the agencies.
`;
}
