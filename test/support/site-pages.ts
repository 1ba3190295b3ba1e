/** The web pages on a plain static server, in a browser with its clock at the dataset's minute. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { isBlast } from '#core/blasts.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { writeManifest } from '#core/manifest.ts';
import { ANSWERS, declusteredPath, detailPath, MANIFEST } from '#core/paths.ts';
import { sequencesFile } from '#core/sequence-files.ts';
import { foremost } from '#seismology/significance.ts';
import { detailBody, nearbyQuake } from '../../generator/outputs/detail.ts';
import { eventFolder } from '../../generator/site/pages/event.ts';
import { provincePage } from '../../generator/site/pages/province.ts';
import type { PageSettings, SitePage } from '../../generator/site/pages/shell.ts';
import { siteAssets } from '../../generator/site/assets.ts';
import { provinceArea } from '../../generator/site/province-areas.ts';
import {
  earthquakePages,
  type HomeContent,
  HOME_ROWS,
  provincePages,
  siteFiles,
  siteOf,
} from '../../generator/site/site.ts';
import { weekOf } from '../../generator/outputs/recent.ts';
import { newestFirst } from '../../generator/outputs/shards.ts';
import { openBrowser, SOFTWARE_GRAPHICS, WITHOUT_CHROMIUM } from './chromium.ts';
import { syntheticDataset, writeDist, type SyntheticDataset } from './dataset.ts';
import { AS_IN_2023 } from './old-browser.ts';
import { serveFolder, type StaticServer } from './static-server.ts';
import { AS_OF } from './synthetic-earthquakes.ts';
import { BUSY, QUIET } from './site-provinces.ts';
import { STATISTICS } from './site-statistics.ts';
import { temporaryFolder } from './temporary.ts';

/** As the gateway answers it. */
export const OPENAPI = 'openapi.json';

/** What the list's page says of earthquakes, newest first. */
function homeContent(earthquakes: readonly Earthquake[], stored: readonly Earthquake[]): HomeContent {
  const { rows: recent, complete } = weekOf({ earthquakes, asOf: AS_OF });
  return {
    ...{ asOf: AS_OF, recent, complete, isAnswered: true, foremost: foremost(recent, { now: AS_OF }) },
    newest: earthquakes.filter((one) => one.magnitude !== null && !isBlast(one)).slice(0, HOME_ROWS),
    stored: new Set(stored.map(({ id }) => id)),
  };
}

const UNANSWERED = { isAnswered: false, foremost: undefined };

interface SyntheticContent {
  tiles?: PageSettings['tiles'] | undefined;
  hasAccounts?: boolean;
  /** Of the list, newest first. */
  earthquakes?: readonly Earthquake[];
  /** Whether an agency ever answered. */
  isAnswered?: boolean;
  provinces?: (typeof BUSY)[];
  statistics?: Partial<typeof STATISTICS>;
}

/** The site's files with made-up statistics. @param stored earthquakes with a page of their own */
export function syntheticSite(stored: Earthquake[] = [], content: SyntheticContent = {}): Map<string, Buffer> {
  const { tiles, hasAccounts = true, earthquakes = [], provinces: shown = [BUSY, QUIET] } = content;
  const own = { serviceName: 'hiposantr', baseUrl: 'http://localhost:8787', hasAccounts };
  const settings = { ...own, ...(tiles ? { tiles } : {}) };
  const site = siteOf({
    ...{ settings, assets: siteAssets().assets, statistics: { ...STATISTICS, ...content.statistics } },
    home: { ...homeContent(earthquakes, stored), ...(content.isAnswered === false ? UNANSWERED : {}) },
  });
  const pages = stored.flatMap((earthquake) =>
    earthquakePages(site, earthquake, {}).map(([language, page]): [string, Buffer] => [
      `${eventFolder(earthquake, language)}/index.html`,
      page,
    ]),
  );
  const provinces = shown.flatMap((content) => provincePages(site, content));
  return new Map([...siteAssets().files, ...siteFiles(site), ...pages, ...provinces]);
}

export interface SitePages {
  browser: Browser;
  /** By language: a new page costs more than most of what a test does in it. */
  shared: Map<string, Promise<Opened>>;
  host: StaticServer;
  data: SyntheticDataset;
  folder: string;
}

let onlyPages: SitePages | undefined;

/** One server and one browser for all tests of a process. */
export const sitePages = (): SitePages => (onlyPages ??= startedBefore());

function startedBefore(): SitePages {
  const pages = { shared: new Map() } as SitePages;
  const undo: (() => unknown)[] = [];
  before(async () => {
    if (WITHOUT_CHROMIUM) return;
    const suite = { after: (work: () => unknown) => void undo.push(work) };
    pages.folder = temporaryFolder(suite);
    pages.data = syntheticDataset({ count: 900 });
    await writeDist(
      new Map<string, Uint8Array>([
        ...pages.data.files,
        ...syntheticSite([], { earthquakes: pages.data.earthquakes.toSorted(newestFirst) }),
        [RESTING, Buffer.from('<!doctype html>')],
      ]),
      pages.folder,
    );
    await putMechanism(pages);
    await putSequence(pages);
    pages.host = await serveFolder(pages.folder, suite);
    const ending = suite as { after(work: () => Promise<void>): void };
    pages.browser = await openBrowser(ending, SOFTWARE_GRAPHICS);
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
  const main = mainShockOf(data);
  const put = (line: string, { id }: Earthquake): Promise<void> => writeFile(path.join(folder, detailPath(id)), line);
  const nearbyQuakes = others.slice(0, 4).map(nearbyQuake);
  await put(detailBody({ ...one!, magnitudeDoubtful: true, mechanism }, { nearbyStations: [], nearbyQuakes }), one!);
  // Large enough for a plot of what followed.
  await put(detailBody({ ...main, magnitude: 7 }, { nearbyStations: [], nearbyQuakes: [] }), main);
}

/** An earthquake before the first one with details. */
export const mainShockOf = ({ detailed: [first, ...others] }: SyntheticDataset): Earthquake =>
  others.find(({ time }) => time < first!.time) ?? others[0]!;

/** The first earthquake with details and three others depend on one main shock. */
async function putSequence({ data, folder }: SitePages): Promise<void> {
  const [one, ...others] = data.detailed;
  const main = mainShockOf(data);
  const dependents = [one!, ...others.filter((other) => other !== main).slice(0, 3)];
  const declustered = `id,parent\n${dependents.map(({ id }) => `${id},${main.id}\n`).join('')}`;
  const declusteredHash = contentHash(declustered);
  const year = new Date(one!.time).getUTCFullYear();
  const research = [{ year, count: 900, statisticsHash: contentHash('statistics'), declusteredHash }];
  const file = path.join(folder, declusteredPath(declusteredHash));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, declustered);
  const manifest = { ...data.manifest, research };
  await writeFile(path.join(folder, MANIFEST), writeManifest(manifest));
  await writeFile(path.join(folder, ANSWERS.sequences), sequencesFile(manifest));
}

/** Of one with earthquakes and one without. */
export const PROVINCE_PAGES: SitePage[] = [BUSY, QUIET].map((content) =>
  provincePage({ ...content, area: provinceArea(content.province.name) }),
);

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
  complaints: string[];
  foreign: string[];
  /** At the end of the test. */
  close(): Promise<void>;
}

/** Nothing in it runs or asks the server. */
const RESTING = 'resting.html';

/** The page of a view's language, which tests use one after the other; each finds it as if it were new. */
export async function opened(pages: SitePages, view: View): Promise<Opened> {
  if (!pages.shared.has(view.locale)) pages.shared.set(view.locale, openedApart(pages, view));
  const { page, complaints, foreign } = await pages.shared.get(view.locale)!;
  await page.unrouteAll();
  await page.goto(`${pages.host.url}/${RESTING}`);
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.setViewportSize(SIZES[view.size]);
  await page.emulateMedia({ colorScheme: view.colorScheme });
  await page.clock.install({ time: AS_OF });
  complaints.length = 0;
  foreign.length = 0;
  const close = async (): Promise<void> => void (await page.goto(`${pages.host.url}/${RESTING}`));
  return { page, complaints, foreign, close };
}

/** Where a page's clock is imitated, the `Date` of a real server would set it. */
export const WITHOUT_DATE = `{
  const get = Headers.prototype.get;
  Headers.prototype.get = function (name) {
    return name === 'Date' ? null : get.call(this, name);
  };
}`;

/** A page in a context of its own. */
export async function openedApart(
  { browser, host }: SitePages,
  { locale, size, colorScheme }: View,
  timezoneId = 'Europe/Istanbul',
): Promise<Opened> {
  const context = await browser.newContext({
    ...{ locale, colorScheme, viewport: SIZES[size], timezoneId, reducedMotion: 'reduce', serviceWorkers: 'block' },
  });
  const page = await context.newPage();
  for (const script of [WITHOUT_DATE, AS_IN_2023]) await page.addInitScript(script);
  await page.clock.install({ time: AS_OF });
  const complaints: string[] = [];
  const foreign: string[] = [];
  page.on('console', (message) => {
    // Software graphics and the blocked worker, which tests alone use, log this.
    if (/GL Driver Message|Service Worker registration blocked/.test(message.text())) return;
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(host.url) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  return { page, complaints, foreign, close: () => context.close() };
}
