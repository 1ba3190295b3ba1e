/** `/uyumluluk/`: how applications written for other services switch to this one, and which of them run. */
import { ownValue } from '#core/own-value.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import type { APPLICATION_SERVICES, ListedApplication } from './applications.ts';
import { both, sayIn, type Both, type Language } from './language.ts';
import type { Site, SitePage } from './shell.ts';

type Service = (typeof APPLICATION_SERVICES)[number];

interface Interface {
  service: Service;
  name: Both;
  /** Where its applications ask now; absent where there are many such services. Without a trailing slash. */
  before?: string;
  /** An address as applications ask for it, or a line of a program. @param url of the service, as {@link before} */
  example(url: string): string;
}

/** In the order of the page. Hosts are those that the applications ask. */
export const INTERFACES: readonly Interface[] = [
  {
    service: 'kandilli',
    name: { tr: 'Kandilli API’si', en: 'The Kandilli API' },
    before: 'https://api.orhanaydogdu.com.tr',
    example: (url) => `${url}/deprem/kandilli/live`,
  },
  {
    service: 'afad',
    name: { tr: 'AFAD', en: 'AFAD' },
    before: 'https://deprem.afad.gov.tr',
    example: (url) => `${url}/apiv2/event/filter?start=2023-02-06%2000:00:00&end=2023-02-07%2000:00:00`,
  },
  {
    service: 'hiposantr',
    name: { tr: 'Bu hizmetin arayüzü', en: 'The interface of this service' },
    example: (url) => `${url}/api.php?min_magnitude=4&limit=5`,
  },
  {
    service: 'emsc',
    name: { tr: 'EMSC (seismicportal.eu)', en: 'EMSC (seismicportal.eu)' },
    before: 'https://www.seismicportal.eu',
    example: (url) => `${url}/fdsnws/event/1/query?format=json&limit=10`,
  },
  {
    service: 'websocket',
    name: { tr: 'EMSC’nin WebSocket akışı', en: 'EMSC’s WebSocket stream' },
    before: 'https://www.seismicportal.eu',
    example: (url) => `${url.replace(/^http/, 'ws')}/standing_order/websocket`,
  },
  {
    service: 'usgs',
    name: { tr: 'USGS', en: 'USGS' },
    before: 'https://earthquake.usgs.gov',
    example: (url) => `${url}/earthquakes/feed/v1.0/summary/2.5_day.geojson`,
  },
  {
    service: 'fdsn',
    name: { tr: 'FDSN hizmetleri (ObsPy ve diğerleri)', en: 'FDSN services (ObsPy and others)' },
    example: (url) => `client = Client('${url}')`,
  },
];

/** Kinds of `data/applications.json` in Turkish; in English they are what stands there. */
export const KINDS: Readonly<Record<string, string>> = {
  'mobile app': 'mobil uygulama',
  'web app': 'web uygulaması',
  'desktop app': 'masaüstü uygulaması',
  'command-line tool': 'komut satırı aracı',
  'home automation': 'ev otomasyonu',
  bot: 'bot',
  collector: 'veri toplayıcı',
  course: 'ders',
  dashboard: 'gösterge paneli',
  device: 'cihaz',
  library: 'kütüphane',
  notebook: 'not defteri',
  script: 'betik',
  server: 'sunucu',
};

const VERDICTS: Record<ListedApplication['works'], Both> = {
  yes: { tr: 'Çalışıyor', en: 'Works' },
  partly: { tr: 'Kısmen', en: 'In part' },
  no: { tr: 'Çalışmıyor', en: 'Does not work' },
};
const ORDER = Object.keys(VERDICTS);

/** As people look a name up: capitals and small letters alike. */
const byName = new Intl.Collator('en');

type Counts = Record<ListedApplication['works'] | 'all', number>;

function countsOf(all: readonly ListedApplication[]): Counts {
  const count = (verdict: ListedApplication['works']): number => all.filter(({ works }) => works === verdict).length;
  return { all: all.length, yes: count('yes'), partly: count('partly'), no: count('no') };
}

/** How many run, as a sentence for any number. */
export function summary({ all, yes, partly, no }: Counts, language: Language): string {
  const say = sayIn(language);
  const more = [
    partly > 0 && say(`${partly} tanesi kısmen çalışıyor`, `${partly} in part`),
    no > 0 && say(`${no} tanesi çalışmıyor`, `${no} not at all`),
  ].filter((one) => one !== false);
  return say(
    `${all} uygulamadan ${yes} tanesi yalnızca adres değiştirilerek çalışıyor${more.map((one) => `, ${one}`).join('')}.`,
    `With only the address changed, ${yes} of ${all} ${all === 1 ? 'application works' : 'applications work'}${more.map((one) => `, ${one}`).join('')}.`,
  );
}

/** With what stands between backticks as code. */
const prose = (text: string): Markup =>
  markup`${text.split('`').map((one, index) => (index % 2 === 0 ? one : markup`<code>${one}</code>`))}`;

const line = (code: string): Markup => markup`<pre tabindex="0"><code>${code}</code></pre>\n`;

function application({ name, address, commit, language, kind, change, works, note }: ListedApplication): Markup {
  return markup`<li>
<h3><a href="${address}/tree/${commit}" rel="noopener">${name}</a></h3>
<p class="hint"><span class="verdict ${works}">${both(VERDICTS[works].tr, VERDICTS[works].en)}</span> \
${language} · ${both(ownValue(KINDS, kind) ?? kind, kind)}</p>
<p>${both('Değişecek', 'To change')}: ${both(prose(change.tr), prose(change.en))}</p>
${note && markup`<p>${both(prose(note.tr), prose(note.en))}</p>\n`}</li>
`;
}

function part({ settings, applications }: Site, { service, name, before, example }: Interface): Markup {
  const all = applications
    .filter((one) => one.service === service)
    .toSorted((a, b) => ORDER.indexOf(a.works) - ORDER.indexOf(b.works) || byName.compare(a.name, b.name));
  const counts = countsOf(all);
  return markup`<section class="block" id="${service}"><h2>${both(name.tr, name.en)}</h2>
${
  before !== undefined &&
  markup`<p class="hint"><code>${example(before)}</code> ${both('yerine', 'becomes')}</p>
`
}${line(example(settings.baseUrl))}${
    all.length > 0 &&
    markup`<p>${both(summary(counts, 'tr'), summary(counts, 'en'))}</p>
<ul class="applications">
${all.map(application)}</ul>
`
  }</section>
`;
}

/** Also linked from the page of the API. */
export const COMPATIBILITY: Both = { tr: '/uyumluluk/', en: '/compatibility/' };

export const compatibilityPage: SitePage = {
  path: COMPATIBILITY,
  title: { tr: 'Uyumlu uygulamalar', en: 'Compatible applications' },
  description: {
    tr: 'Kandilli API’si, AFAD, EMSC, USGS ve FDSN için yazılmış uygulamalar bu hizmete tek satırla nasıl geçer, hangileri çalışır.',
    en: 'How applications written for the Kandilli API, AFAD, EMSC, USGS and FDSN switch to this service by one line, and which run.',
  },
  script: 'page.ts',
  styles: 'compatible',
  main: (site) => markup`<main id="main" class="narrow" tabindex="-1">
<h1>${both('Uyumlu uygulamalar', 'Compatible applications')}</h1>
<p class="large">${both(summary(countsOf(site.applications), 'tr'), summary(countsOf(site.applications), 'en'))}</p>
<p>${both(
    'Bu hizmet, deprem verisinde yaygın olan arayüzlerin isteklerini de yanıtlar. Böyle bir uygulamada çoğu zaman tek ' +
      'bir satır değişir: adres yerine bu hizmetinki yazılır.',
    'This service also answers the requests of the interfaces that are common for earthquake data. In such an ' +
      'application mostly one line changes: the address becomes that of this service.',
  )}</p>
${line(site.settings.baseUrl)}<p>${both(
    'Her uygulamanın ne istediği ve yanıtı nasıl okuduğu, kaynak kodundan bu programın testlerine aktarıldı; burada ' +
      'yazanlar her değişiklikte yeniden denenir. Uygulamaların kendileri çalıştırılmadı.',
    'What each application asks for and how it reads the answer was taken from its source code into the tests of this ' +
      'program, so that what is said here is tried with every change. The applications themselves were not run.',
  )}</p>
<p class="starts">${INTERFACES.map(({ service, name }) => markup`<a href="#${service}">${both(name.tr, name.en)}</a> `)}</p>
${INTERFACES.map((one) => part(site, one))}</main>`,
};
