/** The web pages as files of `dist/`: path → content. */
import type { Earthquake } from '#core/earthquake.ts';
import { baseMap, siteAssets } from './assets.ts';
import { atlasPage } from './pages/atlas.ts';
import { docsPage, llmsText } from './pages/docs.ts';
import { eventFolder, eventPage, notableEventPage } from './pages/event.ts';
import { homePage } from './pages/home.ts';
import type { Language, PageSettings } from './pages/shell.ts';
import { PATHS } from './pages/shell.ts';
import type { Statistics } from './pages/statistics-content.ts';
import { statisticsPage } from './pages/statistics.ts';
import { statusPage } from './pages/status.ts';

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
  const site = { settings, assets };
  const land = baseMap();
  const inBoth = (render: (language: Language) => string, { tr, en }: Record<Language, string>): [string, string][] => [
    [tr, render('tr')],
    [en, render('en')],
  ];
  const index = (path: Record<Language, string>): Record<Language, string> => ({
    tr: `${path.tr.slice(1)}index.html`,
    en: `${path.en.slice(1)}index.html`,
  });
  const paths = [...pictures.keys()];
  const pictureOf = (earthquake: Earthquake): string | undefined => {
    const folder = `${eventFolder(earthquake, 'tr')}/`;
    return paths.find((path) => path.startsWith(folder));
  };
  const pages: [string, string][] = [
    ...inBoth((language) => homePage(site, language), index(PATHS.home)),
    ...inBoth((language) => eventPage(site, language), index(PATHS.event)),
    ...inBoth((language) => atlasPage(site, language), index(PATHS.atlas)),
    ...inBoth((language) => statusPage(site, language), index(PATHS.status)),
    ...inBoth((language) => statisticsPage(site, language, { statistics, land }), index(PATHS.statistics)),
    ...inBoth((language) => docsPage(site, language), index(PATHS.docs)),
    ['llms.txt', llmsText(site)],
    ...notable.flatMap((earthquake) =>
      inBoth((language) => notableEventPage(site, language, { earthquake, picture: pictureOf(earthquake) }), {
        tr: `${eventFolder(earthquake, 'tr')}/index.html`,
        en: `${eventFolder(earthquake, 'en')}/index.html`,
      }),
    ),
  ];
  return new Map([...files, ...pictures, ...pages.map(([path, html]) => [path, Buffer.from(html)] as const)]);
}
