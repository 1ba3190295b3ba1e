/** What people see in place of an error: the gateway and hosts send these pages with its status. */
import { ERROR_PAGES } from '#core/paths.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { allYearsPage } from './all-years.ts';
import { both, type Both } from './language.ts';
import { HOME, prefixOf, type Site, type SitePage } from './shell.ts';
import { statisticsPage } from './statistics.ts';
import { statusPage } from './status.ts';

type Texts = Record<'title' | 'description', Both>;

const errorPage = (file: string, { title, description }: Texts, rest: (site: Site) => Markup): SitePage => ({
  path: { tr: `/${file}`, en: `/${file}` },
  isUnlisted: true,
  ...{ title, description },
  script: 'page.ts',
  main: (site) => markup`<main id="main" class="narrow" tabindex="-1">
<h1>${both(title.tr, title.en)}</h1>
<p class="large">${both(description.tr, description.en)}</p>
${rest(site)}
</main>`,
});

/** The Turkish addresses show each reader's language. */
const link = (site: Site, path: string, text: Markup): Markup =>
  markup`<li><a href="${prefixOf(site)}${path}">${text}</a></li>\n`;

const notFoundPage = errorPage(
  ERROR_PAGES.notFound,
  {
    title: { tr: 'Sayfa bulunamadı', en: 'Page not found' },
    description: {
      tr: 'Bu adreste bir sayfa yok. Adres yanlış yazılmış ya da eskimiş olabilir.',
      en: 'There is no page at this address. It may be mistyped or out of date.',
    },
  },
  (site) => markup`<form class="search" role="search" action="${prefixOf(site)}${HOME.tr}">
<label><span>${both('Yer ara', 'Find a place')}</span><input type="search" name="q" maxlength="100"></label>
<button class="action">${both('Ara', 'Search')}</button>
</form>
<ul class="ways">
${link(site, HOME.tr, both('Son depremler', 'Latest earthquakes'))}\
${link(site, allYearsPage.path.tr, both('1900’den bugüne tüm depremler', 'All earthquakes since 1900'))}\
${link(site, statisticsPage.path.tr, both('Deprem istatistikleri', 'Earthquake statistics'))}\
</ul>`,
);

const unavailablePage = errorPage(
  ERROR_PAGES.unavailable,
  {
    title: { tr: 'Bu bölüme şu anda ulaşılamıyor', en: 'This part cannot be reached now' },
    description: {
      tr: 'Deprem listesi ve harita çalışmaya devam ediyor. Birkaç dakika sonra yeniden deneyin.',
      en: 'The list of earthquakes and the map still work. Please try again in a few minutes.',
    },
  },
  (
    site,
  ) => markup`<p><a class="button" href="${prefixOf(site)}${HOME.tr}">${both('Son depremler', 'Latest earthquakes')}</a></p>
<ul class="ways">
<li><a href="">${both('Yeniden dene', 'Try again')}</a></li>
${link(site, statusPage.path.tr, both('Veri kaynaklarının durumu', 'State of the data sources'))}\
</ul>`,
);

export const ERRORS: readonly SitePage[] = [notFoundPage, unavailablePage];
