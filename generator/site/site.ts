/** The web pages as files of `dist/`: path → content. */
import { AGENCIES, type Agency } from '#core/agencies.ts';
import { basePathOf } from '#core/base-path.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { baseMap, siteAssets } from './assets.ts';
import { markup } from './drawing/markup.ts';
import { iconFiles, webManifest } from './icons.ts';
import { llmsText } from './pages/docs.ts';
import { eventFolder, notableEventPage } from './pages/event.ts';
import { PAGES, UNLISTED_PAGES } from './pages/registry.ts';
import { renderPage, type PageSettings, type Site, type SitePage } from './pages/shell.ts';
import type { Statistics } from './pages/statistics-content.ts';

export type { Statistics } from './pages/statistics-content.ts';

/** Earthquakes with a stored page of their own, for previews of links: the ones that people share. */
export const NOTABLE = { pages: 50, minMagnitude: 4 };

interface SiteContent {
  settings: PageSettings;
  /** In use. */
  agencies?: readonly Agency[];
  statistics: Statistics;
  /** The newest ones; see {@link NOTABLE}. */
  notable: Earthquake[];
  /** Pictures for previews, by path in `dist/`. */
  pictures?: ReadonlyMap<string, Buffer> | undefined;
}

export function siteFiles(content: SiteContent): Map<string, Buffer> {
  const { settings, agencies = [], statistics, notable, pictures = new Map<string, Buffer>() } = content;
  const { assets, files } = siteAssets();
  const optionalAgencies = agencies.filter((name) => !AGENCIES.includes(name));
  const site: Site = { settings, optionalAgencies, assets, pages: PAGES, statistics, land: baseMap() };
  const inBoth = (page: SitePage): [string, Buffer][] =>
    (['tr', 'en'] as const).map((language) => {
      const folder = `${page.path[language].slice(1)}${page.rest === undefined ? '' : `${page.rest}/`}`;
      return [`${folder}index.html`, renderPage(site, page, language)];
    });
  const paths = [...pictures.keys()];
  const notablePages = notable.map((earthquake) => {
    const folder = `${eventFolder(earthquake, 'tr')}/`;
    return notableEventPage({ earthquake, picture: paths.find((path) => path.startsWith(folder)) });
  });
  const pages = [...PAGES, ...notablePages];
  return new Map([
    ...[...files, ...pictures],
    ...pages.flatMap(inBoth),
    ...UNLISTED_PAGES.map((page): [string, Buffer] => [page.path.tr.slice(1), renderPage(site, page, 'tr')]),
    ...iconFiles(),
    ['site.webmanifest', Buffer.from(webManifest(settings))],
    ['llms.txt', Buffer.from(llmsText(site))],
    ['robots.txt', Buffer.from(robotsText(settings))],
    ['sitemap.xml', Buffer.from(sitemap(pages, settings))],
  ]);
}

const robotsText = ({ baseUrl }: PageSettings): string =>
  `User-agent: *\nDisallow: ${basePathOf(baseUrl)}/account/\n\nSitemap: ${baseUrl}/sitemap.xml\n`;

/** Every page in both languages (sitemaps.org). */
function sitemap(pages: readonly SitePage[], { baseUrl }: PageSettings): string {
  const addresses = pages.flatMap(({ path, rest = '' }) => [path.tr, path.en].map((one) => baseUrl + one + rest));
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map((address) => markup`<url><loc>${address}</loc></url>\n`)}</urlset>
`.toString();
}
