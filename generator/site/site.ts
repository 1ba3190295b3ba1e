/** The web pages as files of `dist/`: path → content. */
import { AGENCIES, type Agency } from '#core/agencies.ts';
import { basePathOf } from '#core/base-path.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { MODELS, provincePagePath, SITEMAPS } from '#core/paths.ts';
import type { Release } from '#core/releases.ts';
import { PROVINCES } from '#core/provinces.ts';
import type { SequenceContent } from '#seismology/sequence-content.ts';
import { apiDescription } from './api-description.ts';
import { applicationsIn } from './pages/applications.ts';
import { blastCells } from './blast-cells.ts';
import { baseMap, data } from './assets.ts';
import { modelExamples } from './model-examples.ts';
import { iconFiles, webManifest, sitemap } from './sitemap.ts';
import { llmsText } from './pages/docs.ts';
import { earthquakePage, eventPage } from './pages/event.ts';
import type { Both, Language } from './pages/language.ts';
import { type Statistics, provincePath, type ProvincePageContent, type HomeContent } from './pages/content.ts';
import { provincePage } from './pages/province.ts';
import { PAGES, UNLISTED_PAGES } from './pages/registry.ts';
import { picturesOfPage } from './pictures.ts';
import { HOME, renderPage, WEB_MANIFEST, type Assets, type PageSettings, type Site } from './pages/shell.ts';
import { MAP_TITLE, sequencePage } from './pages/sequence.ts';
import { sequenceMap } from './drawing/sequence-map.ts';
import { districtSeats, groundOf, provinceArea } from './province-areas.ts';

export { ADVICE_AGES } from './drawing/advice.ts';
export { sequenceRedirection } from './pages/sequence.ts';
export type { Assets, PageSettings, Site } from './pages/shell.ts';
export { HOME_ROWS, type HomeContent } from './pages/content.ts';
export type { Statistics } from './pages/content.ts';

/** Earthquakes with pictures for previews of links: the newest from this magnitude up. */
export const NOTABLE = { pictures: 50, minMagnitude: 4 };

const LANGUAGES: readonly Language[] = ['tr', 'en'];

interface SiteContent {
  settings: PageSettings;
  /** Of `assets.ts`. */
  assets: Assets;
  /** In use. */
  agencies?: readonly Agency[];
  statistics: Statistics;
  home: HomeContent;
  /** The latest first. */
  releases?: readonly Release[] | undefined;
  /** Pictures for previews of links, by path. */
  previews?: ReadonlyMap<string, Buffer> | undefined;
}

export const siteOf = ({
  settings,
  assets,
  agencies = AGENCIES,
  statistics,
  home,
  releases = [],
  previews,
}: SiteContent): Site => ({
  ...{ settings, assets, statistics, home, releases },
  agencies,
  optionalAgencies: agencies.filter((name) => !AGENCIES.includes(name)),
  pages: PAGES.map((page) => ({
    ...page,
    pictures: picturesOfPage(page.path.tr, [...(previews?.keys() ?? [])], home.foremost?.headline),
  })),
  land: baseMap(),
  models: modelExamples(settings.baseUrl),
  blasts: blastCells(),
  applications: applicationsIn(data('applications.json').toString()),
});

/** All but the pages of earthquakes and of provinces, and what is bundled. */
export function siteFiles(site: Site): Map<string, Buffer> {
  // The common page of earthquakes is none of its own.
  const named = site.pages.filter(({ isFramed, path }) => !isFramed && path !== eventPage.path);
  const paths = [...named.map(({ path }) => path), ...PROVINCES.map(provincePath)];
  const listed = paths.flatMap((path) => LANGUAGES.map((language) => ({ path: path[language] })));
  return new Map([
    ...site.pages.flatMap((page) =>
      LANGUAGES.map((language): [string, Buffer] => [
        `${page.path[language].slice(1)}index.html`,
        renderPage(site, page, language),
      ]),
    ),
    ...UNLISTED_PAGES.map((page): [string, Buffer] => [page.path.tr.slice(1), renderPage(site, page, 'tr')]),
    ...iconFiles(),
    ...LANGUAGES.map((language): [string, Buffer] => [
      `${HOME[language].slice(1)}${WEB_MANIFEST}`,
      Buffer.from(webManifest(site.settings, language)),
    ]),
    ['llms.txt', Buffer.from(llmsText(site))],
    ['openapi.json', Buffer.from(apiDescription(site.settings, site.agencies))],
    ...Object.values(MODELS).map((path): [string, Buffer] => [path, data(path)]),
    ['robots.txt', Buffer.from(robotsText(site.settings))],
    [SITE_SITEMAP, Buffer.from(sitemap(listed, site.settings))],
  ]);
}

/** Sitemap of the pages of {@link siteFiles} and of provinces. */
export const SITE_SITEMAP = `${SITEMAPS}/pages.xml`;

const robotsText = ({ baseUrl }: PageSettings): string =>
  `User-agent: *\nDisallow: ${basePathOf(baseUrl)}/account/\n\nSitemap: ${baseUrl}/sitemap.xml\n`;

/** What stored pages have in common: their scripts, navigation and settings, and the outlines of the provinces. */
export const shellHash = (site: Site): string =>
  contentHash(...LANGUAGES.map((language) => renderPage(site, eventPage, language)), data('provinces.csv'));

/** The page of a province in both languages, by path in `dist/`. */
export function provincePages(site: Site, content: Omit<ProvincePageContent, 'area'>): [string, Buffer][] {
  const { name, slug } = content.province;
  const page = provincePage({ ...content, area: provinceArea(name) });
  return LANGUAGES.map((language) => [provincePagePath(slug, language), renderPage(site, page, language)]);
}

/** The stored page of an earthquake. @param pictures for previews, paths in `dist/` */
export const earthquakePages = (site: Site, earthquake: Earthquake, pictures: Partial<Both>): [Language, Buffer][] => {
  const page = earthquakePage({ earthquake, pictures });
  return LANGUAGES.map((language) => [language, renderPage(site, page, language)]);
};

/** The page of a sequence in both languages, by path in `dist/`. @param picture for previews, path in `dist/` */
export const sequencePages = (site: Site, content: SequenceContent, pictures: Partial<Both>): [string, Buffer][] => {
  const seats = { provinces: PROVINCES, districts: districtSeats() };
  const map = sequenceMap({ ...content, groundOf, seats, labelledBy: MAP_TITLE });
  const page = sequencePage(content, { map, pictures });
  return LANGUAGES.map((language) => [`${page.path[language].slice(1)}index.html`, renderPage(site, page, language)]);
};

/** What a stored page says of its earthquake, without what all pages have in common. */
export function earthquakeTexts(settings: PageSettings, earthquake: Earthquake): string[] {
  const { main, head } = earthquakePage({ earthquake, pictures: {} });
  const site = { settings, home: { asOf: Infinity } } as Site;
  return LANGUAGES.flatMap((language) => [main(site, language), head?.(site, language)].map(String));
}
