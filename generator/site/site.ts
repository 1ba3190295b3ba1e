/** The web pages as files of `dist/`: path → content. */
import type { Earthquake } from '#core/earthquake.ts';
import { baseMap, siteAssets } from './assets.ts';
import { llmsText } from './pages/docs.ts';
import { eventFolder, notableEventPage } from './pages/event.ts';
import { PAGES } from './pages/registry.ts';
import { renderPage, type PageSettings, type Site, type SitePage } from './pages/shell.ts';
import type { Statistics } from './pages/statistics-content.ts';

export type { Statistics } from './pages/statistics-content.ts';

/** Earthquakes with a stored page of their own: those whose addresses are passed on, for previews of links. */
export const NOTABLE = { pages: 50, minMagnitude: 4 };

interface SiteContent {
  settings: PageSettings;
  statistics: Statistics;
  /** The newest ones; see {@link NOTABLE}. */
  notable: Earthquake[];
  /** Pictures for previews, by path in `dist/`. */
  pictures?: ReadonlyMap<string, Buffer> | undefined;
}

export function siteFiles({ settings, statistics, notable, pictures = new Map() }: SiteContent): Map<string, Buffer> {
  const { assets, files } = siteAssets();
  const site: Site = { settings, assets, pages: PAGES, statistics, land: baseMap() };
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
  return new Map([
    ...[...files, ...pictures],
    ...[...PAGES, ...notablePages].flatMap(inBoth),
    ['llms.txt', Buffer.from(llmsText(site))],
  ]);
}
