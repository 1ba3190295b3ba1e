/** Reads a site as a search engine does: every page that `/` and the sitemaps lead to, in both languages. */

interface Crawled {
  /** Pages read, by any address. */
  pages: number;
  /** Canonical addresses among them. */
  canonical: number;
  links: number;
  /** What is wrong, by its kind. */
  faults: Map<string, string[]>;
}

interface Page {
  address: string;
  html: string;
}

type Get = (path: string) => Promise<{ status: number; type: string; text(): Promise<string> }>;

const attribute = (html: string, pattern: RegExp): string[] => [...html.matchAll(pattern)].map(([, value]) => value!);
const first = (html: string, pattern: RegExp): string => pattern.exec(html)?.[1] ?? '';

const decoded = (text: string): string =>
  text.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');

/** Links to read or to try; those to pages are read. */
const linksOf = ({ html }: Page): string[] =>
  attribute(html, /<a\b[^>]*\shref="(\/[^"#]*)/g)
    .filter((path) => !path.startsWith('//'))
    .map(decoded);

/** @param origin of the addresses that pages and sitemaps name @param get of a path */
export async function crawl(origin: string, get: Get): Promise<Crawled> {
  const faults = new Map<string, string[]>();
  const fault = (kind: string, what: string): void => void faults.getOrInsert(kind, []).push(what);
  const pages: Page[] = [];
  const seen = new Set<string>();
  const listed = await sitemapPaths(origin, get);
  const queue = ['/', ...listed];
  const pathOf = (address: string): string => address.replace(origin, '');
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await get(path);
    if (answer.status !== 200) fault('dead links', `${path} (${answer.status})`);
    if (answer.status !== 200 || !answer.type.startsWith('text/html')) continue;
    const page = { address: path, html: await answer.text() };
    pages.push(page);
    queue.push(...linksOf(page).filter((one) => !one.startsWith('/account')));
  }
  const indexed = pages.filter(({ html }) => !html.includes('content="noindex"') && html.includes('rel="canonical"'));
  const own = new Map<string, Page>();
  for (const page of indexed) {
    const canonical = pathOf(first(page.html, /rel="canonical" href="([^"]*)"/));
    if (page.address.replace(/\/$/, '') === canonical.replace(/\/$/, '')) own.set(canonical, page);
  }
  const titles = new Map<string, string[]>();
  const alternates = new Map<string, string>();
  for (const [path, { html }] of own) {
    titles.getOrInsert(first(html, /<title[^>]*>([^<]*)/), []).push(path);
    const [tr, en, other] = ['tr', 'en', 'x-default'].map((of) =>
      pathOf(first(html, new RegExp(`hreflang="${of}" href="([^"]*)"`))),
    );
    alternates.set(path, `${tr} ${en}`);
    if (![tr, en].includes(path) || other !== tr) fault('alternates without the page', path);
    if ((path === en ? 'en' : 'tr') !== first(html, /<html lang="(..)"/)) fault('another language', path);
    const headings = html.match(/<h1\b/g)?.length ?? 0;
    if (headings !== 1) fault(`${headings} h1`, path);
    if (!html.includes('property="og:image"')) fault('no picture', path);
  }
  for (const [title, paths] of titles) if (paths.length > 1) fault('shared titles', `${title}: ${paths.join(' ')}`);
  for (const { address, html } of indexed) {
    const canonical = pathOf(first(html, /rel="canonical" href="([^"]*)"/));
    if (!own.has(canonical)) fault('canonical addresses of no page read', `${address} → ${canonical}`);
  }
  for (const [path, pair] of alternates)
    for (const other of pair.split(' '))
      if (alternates.get(other) !== pair) fault('alternates without reply', `${path} → ${other}`);
  for (const path of listed) if (!own.has(path)) fault('listed, but not canonical', path);
  const pictures = new Set(indexed.map(({ html }) => pathOf(first(html, /property="og:image" content="([^"]*)"/))));
  for (const path of pictures) {
    if (path === '') continue;
    const { status, type } = await get(path);
    if (status !== 200 || type !== 'image/png') fault('dead pictures', path);
  }
  return { pages: pages.length, canonical: own.size, links: seen.size, faults };
}

async function sitemapPaths(origin: string, get: Get): Promise<string[]> {
  const locations = async (path: string): Promise<string[]> =>
    attribute(await (await get(path)).text(), /<loc>([^<]*)<\/loc>/g).map((one) => decoded(one).replace(origin, ''));
  const files = await locations('/sitemap.xml');
  return (await Promise.all(files.map(locations))).flat();
}

/** Of a running service that trusts `X-Forwarded-For` from here: a crawl is more than one reader may ask. */
export function getFrom(url: string): Get {
  let asked = 0;
  return async (path) => {
    const reader = `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked++ & 255}`;
    const response = await fetch(url + path, { headers: { Accept: 'text/html', 'X-Forwarded-For': reader } });
    return {
      status: response.status,
      type: response.headers.get('Content-Type') ?? '',
      text: () => response.text(),
    };
  };
}
