/** What people see in place of an error: the gateway and hosts send these pages with its status. */
import { ERROR_PAGES } from '#core/paths.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { allYearsPage } from './all-years.ts';
import { both, type Both, type Language } from './language.ts';
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

type Link = [path: Both, tr: string, en: string];

const link = (site: Site, [path, tr, en]: Link, look?: string): Markup => {
  const to = (language: Language, text: string): Markup =>
    markup`<a${look !== undefined && markup` class="${look}"`} href="${prefixOf(site)}${path[language]}">${text}</a>`;
  return both(to('tr', tr), to('en', en));
};

const LATEST: Link = [HOME, 'Son depremler', 'Latest earthquakes'];

const searchForm = (site: Site, language: Language, [place, search]: readonly [string, string]): Markup =>
  markup`<form class="search" role="search" action="${prefixOf(site)}${HOME[language]}">
<label><span>${place}</span><input type="search" name="q" maxlength="100"></label>
<button class="action">${search}</button>
</form>`;

const notFoundPage = errorPage(
  ERROR_PAGES.notFound,
  {
    title: { tr: 'Sayfa bulunamadı', en: 'Page not found' },
    description: {
      tr: 'Bu adreste bir sayfa yok. Adres yanlış yazılmış ya da eskimiş olabilir.',
      en: 'There is no page at this address. It may be mistyped or out of date.',
    },
  },
  (
    site,
  ) => markup`${both(searchForm(site, 'tr', ['Yer ara', 'Ara']), searchForm(site, 'en', ['Find a place', 'Search']))}
<ul class="ways">
<li>${link(site, LATEST)}</li>
<li>${link(site, [allYearsPage.path, '1900’den bugüne tüm depremler', 'All earthquakes since 1900'])}</li>
<li>${link(site, [statisticsPage.path, 'Deprem istatistikleri', 'Earthquake statistics'])}</li>
</ul>`,
);

const unavailablePage = errorPage(
  ERROR_PAGES.unavailable,
  {
    title: { tr: 'Bu bölüme şu anda ulaşılamıyor', en: 'This part cannot be reached at the moment' },
    description: {
      tr: 'Deprem listesi ve harita çalışmaya devam ediyor. Birkaç dakika sonra yeniden deneyin.',
      en: 'The list of earthquakes and the map still work. Please try again in a few minutes.',
    },
  },
  (site) => markup`<p>${link(site, LATEST, 'button')}</p>
<ul class="ways">
<li><a href="">${both('Yeniden dene', 'Try again')}</a></li>
<li>${link(site, [statusPage.path, 'Veri kaynaklarının durumu', 'Status of the data sources'])}</li>
</ul>`,
);

export const ERRORS: readonly SitePage[] = [notFoundPage, unavailablePage];
