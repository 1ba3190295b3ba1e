/** `/`: the most significant earthquake, the newest ones, and the map. */
import { AGENCY_NAMES } from '#core/agencies.ts';
import { isBlast } from '#core/blasts.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { PAGE_FOLDERS } from '#core/paths.ts';
import { grouped } from '#core/text.ts';
import { otherMagnitude } from '#core/unsettled.ts';
import { listItem } from '#core/wire.ts';
import { blastsLeftOut } from '../drawing/blast-texts.ts';
import { adviceMarkup } from '../drawing/advice.ts';
import { aftershocksOf, completeWords, headlineMarkup, pinnedMarkup } from '../drawing/first-screen.ts';
import { NEVER_ANSWERED } from '../drawing/freshness-texts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { ageClass } from '../drawing/palette.ts';
import { rowOf, type Row, type Speech } from '../drawing/rows.ts';
import { allYearsPage } from './all-years.ts';
import { eventFolder } from './event.ts';
import { both, sayIn, type Language } from './language.ts';
import { FAULTS_BUTTON, mapCanvas, ZOOM_BUTTONS } from './map-controls.ts';
import { previewTexts } from './preview-texts.ts';
import { HOME, mapCredit, NEAR_SCRIPT, type PageTexts, prefixOf, type Site, type SitePage } from './shell.ts';

const speechOf = (language: Language): Speech => ({ language, say: sayIn(language) });

function rowFor(site: Site, language: Language): (one: Earthquake) => Row {
  const { say } = speechOf(language);
  const { asOf, stored } = site.home;
  return (one) => {
    const path = stored.has(one.id) ? `${eventFolder(one, language)}/` : `${PAGE_FOLDERS[language]}/?id=${one.id}`;
    const named = one.solutions.filter(({ magnitudes }) => magnitudes.length > 0).map(({ agency }) => agency);
    return {
      ...one,
      otherMagnitude: otherMagnitude(listItem(one)),
      place: one.location === one.locationEn ? one.location : say(one.location, one.locationEn),
      href: `${prefixOf(site)}/${path}`,
      agencies: [...new Set([one.source, ...named])].map((name) => {
        const { tr, en } = AGENCY_NAMES[name];
        return tr === en ? tr : say(tr, en);
      }),
      dot: `age-${ageClass(asOf - one.time)}`,
    };
  };
}

function headline(site: Site, language: Language): Markup {
  const { asOf, recent, foremost, complete } = site.home;
  const [row, speech] = [rowFor(site, language), speechOf(language)];
  if (!foremost)
    return markup`<div id="headline"><h1>${both('Son depremler', 'Latest earthquakes')}</h1></div>
<div id="advice" class="advice"></div>
<div id="pinned"></div>`;
  const all = [foremost.headline, ...foremost.pinned];
  const named = (one: Earthquake) => ({ ...row(one), aftershocks: complete ? undefined : aftershocksOf(one, recent) });
  return markup`<div id="headline">${headlineMarkup(named(foremost.headline), speech)}</div>
<div id="advice" class="advice">${adviceMarkup(all, asOf, language)}</div>
<div id="pinned">${pinnedMarkup(foremost.pinned.map(named), speech)}</div>`;
}

/** As the script says it. */
const alarm = ({ home }: Site): Markup =>
  home.isAnswered
    ? markup`<p id="alarm" role="alert" hidden></p>`
    : markup`<p id="alarm" role="alert">${both(...NEVER_ANSWERED)}</p>`;

/** As the script says it of what it shows first: the rows below stay where they are. */
function note({ home: { complete } }: Site): Markup {
  if (!complete) return markup`<p id="note" hidden></p>`;
  return markup`<p id="note">${completeWords(complete.from, complete.since, { say: both })}</p>`;
}

/** As the script says it of the week. */
function blastsLine(site: Site, language: Language): Markup {
  const { recent } = site.home;
  const count = recent.filter(isBlast).length;
  const words = both(blastsLeftOut(grouped(count, 'tr'))[0], blastsLeftOut(grouped(count, 'en'))[1]);
  const address = `${prefixOf(site)}${HOME[language]}?blasts=include`;
  return markup`<p id="blasts"${count === 0 && markup` hidden`}><a href="${address}">${words}</a></p>`;
}

const TEXTS: PageTexts = {
  title: { tr: 'Son depremler haritası', en: 'Map of the latest earthquakes' },
  description: {
    tr: 'Türkiye ve çevresindeki depremler: Kandilli, AFAD ve USGS verileri tek haritada, canlı.',
    en: 'Earthquakes of Türkiye and its surroundings: the data of Kandilli, AFAD and USGS on one map, live.',
  },
};

export const homePage: SitePage = {
  ...TEXTS,
  path: HOME,
  name: { tr: 'Harita', en: 'Map' },
  preview: ({ home }) => previewTexts(TEXTS, home.foremost?.headline),
  script: 'home.ts',
  styles: 'home first',
  hasTiles: true,
  main: (site, language) => markup`<main id="main" tabindex="-1">
<section class="panel" aria-label="${sayIn(language)('Depremler', 'Earthquakes')}">
<div class="lead"${!site.home.isAnswered && markup` data-unanswered`}>
${alarm(site)}
${headline(site, language)}
</div>
<div class="list">
<p id="arrivals" role="status" aria-live="polite" hidden></p>
<div class="bar"><div><h2 id="summary">${both('Son depremler', 'Latest earthquakes')}</h2><p id="freshness"></p></div>
<button id="fold" type="button" aria-expanded="false" aria-controls="filters">${both('Filtreler', 'Filters')}</button>
<button id="csv" type="button" disabled>${both('CSV indir', 'Save CSV')}</button></div>
<p id="strongest"></p>
<form id="filters" role="search" data-near="${site.assets.scripts[NEAR_SCRIPT]}" data-districts="${site.assets.districts}"></form>
${note(site)}
${blastsLine(site, language)}
<a class="skip" href="#map">${both('Listeyi atla, haritaya geç', 'Skip the list, go to the map')}</a>
<ol id="list">${site.home.newest.map((one) => markup`<li>${rowOf(rowFor(site, language)(one), speechOf(language))}</li>\n`)}</ol>
<p class="all-years"><a href="${prefixOf(site)}${allYearsPage.path[language]}">${both(
    '1900’den bugüne tüm depremler: harita ve zaman kaydırıcısı',
    'All earthquakes since 1900: map and time slider',
  )}</a></p>
<noscript><p class="plain">${both(
    markup`Harita ve filtreler JavaScript gerektirir. Aynı veriler: <a href="${prefixOf(site)}/list.json">JSON</a>, \
<a href="${prefixOf(site)}/rss.xml">RSS</a>.`,
    markup`The map and the filters need JavaScript. The same data: <a href="${prefixOf(site)}/list.json">JSON</a>, \
<a href="${prefixOf(site)}/rss.xml">RSS</a>.`,
  )}</p></noscript>
</div>
</section>
<section id="map" aria-label="${sayIn(language)('Harita', 'Map')}">
<div class="stage">
${mapCanvas(language)}
<div class="zoom">${ZOOM_BUTTONS}${FAULTS_BUTTON}</div>
${mapCredit(site)}
</div>
<div id="legend"></div>
</section>
</main>`,
};
