/** The web pages as files of `dist/`: path → content. */
import type { Earthquake } from '#core/earthquake.ts';
import { siteAssets } from './assets.ts';
import { atlasPage } from './pages/atlas.ts';
import { docsPage, llmsText } from './pages/docs.ts';
import { eventPage, eventPagePath, notableEventPage } from './pages/event.ts';
import { homePage } from './pages/home.ts';
import type { PageSettings } from './pages/shell.ts';
import type { Statistics } from './pages/statistics.ts';
import { statisticsPage } from './pages/statistics.ts';
import { statusPage } from './pages/status.ts';

export type { Statistics } from './pages/statistics.ts';

/** Earthquakes with a stored page of their own: those whose addresses are passed on, for previews of links. */
export const NOTABLE = { pages: 50, minMagnitude: 4 };

interface SiteContent {
  settings: PageSettings;
  statistics: Statistics;
  /** The newest ones; see {@link NOTABLE}. */
  notable: Earthquake[];
}

export function siteFiles({ settings, statistics, notable }: SiteContent): Map<string, Buffer> {
  const { assets, files } = siteAssets();
  const site = { settings, assets };
  const pages: Record<string, string> = {
    'index.html': homePage(site),
    'deprem/index.html': eventPage(site),
    'harita/index.html': atlasPage(site),
    'durum/index.html': statusPage(site),
    'istatistik/index.html': statisticsPage(site, statistics),
    'docs/index.html': docsPage(site),
    'llms.txt': llmsText(site),
    ...Object.fromEntries(notable.map((one) => [eventPagePath(one), notableEventPage(site, one)])),
  };
  return new Map([...files, ...Object.entries(pages).map(([path, html]) => [path, Buffer.from(html)] as const)]);
}
