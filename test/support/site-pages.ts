/** The web pages on a plain static server, in a browser whose clock stands at the dataset's minute. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Earthquake } from '#core/earthquake.ts';
import { bucketOf } from '#core/details.ts';
import { bucketPath } from '#core/paths.ts';
import { openApiDocument } from '../../gateway/endpoints/openapi.ts';
import { detailBody, nearbyQuake } from '../../generator/outputs/detail.ts';
import { siteFiles } from '../../generator/site/site.ts';
import { temporaryFolder } from './build.ts';
import { openBrowser, SOFTWARE_GRAPHICS, WITHOUT_CHROMIUM } from './chromium.ts';
import type { SyntheticDataset } from './dataset.ts';
import { syntheticDataset, writeDist } from './dataset.ts';
import type { StaticServer } from './static-server.ts';
import { serveFolder } from './static-server.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

const DAY = 86_400_000;

/** As the gateway answers it; a static host may have a copy. */
export const OPENAPI = 'openapi.json';

/** The site's files with made-up statistics. */
export const syntheticSite = (notable: Earthquake[] = []): Map<string, Buffer> =>
  siteFiles({
    notable,
    settings: { serviceName: 'hiposantr', baseUrl: 'http://localhost:8787' },
    statistics: {
      days: Array.from({ length: 60 }, (_, index) => ({
        day: AS_OF - (59 - index) * DAY,
        total: index * 7,
        felt: index,
      })),
      feltFrom: 4,
      bands: [null, 2, 3, 4, 5, 6].map((from, index) => ({ from, count: Math.floor(9000 / 9 ** index) })),
      agencies: [{ name: 'afad', count: 12345 }],
      total: 12345,
    },
  });

export interface SitePages {
  browser: Browser;
  host: StaticServer;
  data: SyntheticDataset;
  folder: string;
}

/** One server and one browser for the tests of a file. */
export function sitePages(): SitePages {
  const pages = {} as SitePages;
  const undo: (() => unknown)[] = [];
  before(async () => {
    if (WITHOUT_CHROMIUM) return;
    const suite = { after: (work: () => unknown) => void undo.push(work) };
    pages.folder = temporaryFolder(suite);
    pages.data = syntheticDataset({ count: 900 });
    const description = Buffer.from(JSON.stringify(openApiDocument('hiposantr', '')));
    await writeDist(
      new Map<string, Uint8Array>([...pages.data.files, ...syntheticSite(), [OPENAPI, description]]),
      pages.folder,
    );
    await putMechanism(pages);
    pages.host = await serveFolder(pages.folder, suite);
    pages.browser = await openBrowser(suite as { after(work: () => Promise<void>): void }, SOFTWARE_GRAPHICS);
  });
  after(async () => {
    for (const work of undo.reverse()) await work();
  });
  return pages;
}

const strikeSlip = { strike: 320, dip: 82, rake: 178 };

/** The first earthquake with details, with a focal mechanism and neighbours. */
async function putMechanism({ data, folder }: SitePages): Promise<void> {
  const [one, ...others] = data.detailed;
  const mechanism = {
    source: 'GCMT',
    nodalPlanes: [strikeSlip, { strike: 50.3, dip: 88, rake: 8 }] as [typeof strikeSlip, typeof strikeSlip],
    momentTensor: { mrr: 1e17, mtt: -5e18, mpp: 4.9e18, mrt: 2e17, mrp: -3e17, mtp: 1.1e18 },
    scalarMoment: 5.1e18,
    mw: 6.4,
    centroid: null,
  };
  const line = detailBody(
    { ...one!, mechanism },
    { nearbyStations: [], nearbyQuakes: others.slice(0, 4).map(nearbyQuake) },
  );
  await writeFile(path.join(folder, bucketPath(bucketOf(one!.id))), line);
}

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
/** Every two of language, size and theme stand together at least once. */
export const VIEWS = [
  { locale: 'tr-TR', size: 'phone', colorScheme: 'light' },
  { locale: 'en-GB', size: 'phone', colorScheme: 'dark' },
  { locale: 'tr-TR', size: 'desktop', colorScheme: 'dark' },
  { locale: 'en-GB', size: 'desktop', colorScheme: 'light' },
] as const;
export type View = (typeof VIEWS)[number];

interface Opened {
  page: Page;
  context: BrowserContext;
  complaints: string[];
  foreign: string[];
}

export async function opened({ browser, host }: SitePages, { locale, size, colorScheme }: View): Promise<Opened> {
  const context = await browser.newContext({
    ...{ locale, colorScheme, viewport: SIZES[size], timezoneId: 'Europe/Istanbul', reducedMotion: 'reduce' },
  });
  const page = await context.newPage();
  await page.clock.install({ time: AS_OF });
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    // Of software graphics, which tests alone use.
    if (message.text().includes('GL Driver Message')) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(host.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  return { page, context, complaints, foreign };
}
