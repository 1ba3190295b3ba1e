/** The web pages as files of `dist/`: path → content. */
import { siteAssets } from './assets.ts';
import { docsPage, llmsText } from './pages/docs.ts';
import { eventPage } from './pages/event.ts';
import { homePage } from './pages/home.ts';
import type { PageSettings } from './pages/shell.ts';
import type { Statistics } from './pages/statistics.ts';
import { statisticsPage } from './pages/statistics.ts';
import { statusPage } from './pages/status.ts';

export type { Statistics } from './pages/statistics.ts';

export function siteFiles(settings: PageSettings, statistics: Statistics): Map<string, Buffer> {
  const { assets, files } = siteAssets();
  const site = { settings, assets };
  const pages: Record<string, string> = {
    'index.html': homePage(site),
    'deprem/index.html': eventPage(site),
    'durum/index.html': statusPage(site),
    'istatistik/index.html': statisticsPage(site, statistics),
    'docs/index.html': docsPage(site),
    'llms.txt': llmsText(site),
  };
  return new Map([...files, ...Object.entries(pages).map(([path, html]) => [path, Buffer.from(html)] as const)]);
}
