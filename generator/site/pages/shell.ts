/** The frame of every page. Texts stand in both languages; the style sheet shows one. */
import type { TileServer } from '#core/environment.ts';
import { escape } from '../drawing/bars.ts';
import { PREVIEW } from '../drawing/preview.ts';

export interface PageSettings {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Of the maps' raster tiles. */
  tiles?: TileServer;
}

/** Paths of the assets in `dist/`. */
export interface Assets {
  boot: string;
  style: string;
  fonts: string[];
  map: string;
  baseMap: string;
  home: string;
  event: string;
  status: string;
  page: string;
  docs: string;
  atlas: string;
}

export interface Site {
  settings: PageSettings;
  assets: Assets;
}

export type Language = 'tr' | 'en';

/** A text or path in both languages. */
interface Both {
  tr: string;
  en: string;
}

interface Page {
  section: keyof typeof PATHS;
  /** What follows the section's path, without a slash at its end. */
  rest?: string;
  title: Both;
  description: Both;
  /** Path of the page's script in `dist/`. */
  script: string;
  main: string;
  /** Classes of the body, where the page shares another one's styles. */
  styles?: string;
  /** The tile server's tiles may be shown, if there is one. */
  hasTiles?: boolean;
  /** More for the head. */
  head?: string;
  /** Path in `dist/` of the picture for previews, {@link PREVIEW} in size. */
  picture?: string | undefined;
}

/** A text in both languages. */
export const both = (tr: string, en: string): string =>
  `<span class="tr" lang="tr">${tr}</span><span class="en" lang="en">${en}</span>`;

/**
 * No inline script or style; `data:` for the small pictures of the style sheet.
 * @param tiles the only other host
 */
const policy = (tiles: TileServer | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data:${tiles ? ` ${tiles.origin}` : ''}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** Every page has a Turkish and an English address, below the service's own path. */
export const PATHS = {
  home: { tr: '/', en: '/en/' },
  event: { tr: '/deprem/', en: '/earthquake/' },
  atlas: { tr: '/harita/', en: '/map/' },
  statistics: { tr: '/istatistik/', en: '/statistics/' },
  status: { tr: '/durum/', en: '/sources/' },
  docs: { tr: '/docs/', en: '/en/docs/' },
} as const satisfies Record<string, Both>;

const NAVIGATION = [
  { path: PATHS.home, tr: 'Harita', en: 'Map' },
  { path: PATHS.atlas, tr: 'Tüm yıllar', en: 'All years' },
  { path: PATHS.statistics, tr: 'İstatistik', en: 'Statistics' },
  { path: PATHS.status, tr: 'Durum', en: 'Status' },
  { path: PATHS.docs, tr: 'API', en: 'API' },
];

export const prefixOf = ({ settings }: Site): string => new URL(settings.baseUrl).pathname.replace(/\/$/, '');

const MARK =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="14"/>' +
  '<path d="M2 16h7l3-8 5 17 4-13 2 4h7"/></svg>';

/** @param language of the address; the Turkish one shows English to readers whose browser wants it */
export function page(site: Site, language: Language, content: Page): string {
  const { section, rest = '', title, description, script, main, head = '', picture, styles = section } = content;
  const { settings, assets } = site;
  const prefix = prefixOf(site);
  const service = escape(settings.serviceName);
  const link = (href: string): string => `${prefix}/${href}`;
  const address = (of: Language): string => escape(settings.baseUrl + PATHS[section][of] + rest);
  const fixed = language === 'en' ? ' data-fixed' : '';
  const tiles = content.hasTiles ? settings.tiles : undefined;
  const template = tiles ? ` data-tiles="${escape(tiles.template)}"` : '';
  const paths = `data-tr="${PATHS[section].tr}" data-en="${PATHS[section].en}"`;
  return `<!doctype html>
<html lang="${language}"${fixed} data-base="${escape(prefix)}" ${paths} data-map="${assets.map}"
  data-basemap="${assets.baseMap}"${template}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(tiles)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title data-en="${escape(title.en)} · ${service}">${escape(title[language])} · ${service}</title>
<meta name="description" content="${escape(description[language])}">
<meta property="og:title" content="${escape(title[language])}">
<meta property="og:description" content="${escape(description[language])}">
<meta property="og:site_name" content="${service}">
<meta property="og:url" content="${address(language)}">
${picture === undefined ? '' : pictureTags(`${settings.baseUrl}/${picture}`)}\
<link rel="canonical" href="${address(language)}">
<link rel="alternate" hreflang="tr" href="${address('tr')}">
<link rel="alternate" hreflang="en" href="${address('en')}">
<link rel="alternate" type="application/rss+xml" title="${service}" href="${link('rss.xml')}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
${assets.fonts
  .map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${link(font)}">`)
  .join('\n')}
<link rel="stylesheet" href="${link(assets.style)}">
<script src="${link(assets.boot)}"></script>
<script type="module" src="${link(script)}"></script>
${head}</head>
<body class="${styles}">
<a class="skip" href="#main">${both('İçeriğe geç', 'Skip to content')}</a>
<header>
<a class="brand" href="${prefix}${PATHS.home[language]}">${MARK}<span>${service}</span></a>
<nav aria-label="Site">${navigation(prefix, section, language)}</nav>
<div class="switches">${SWITCHES}</div>
</header>
${main}
</body>
</html>
`;
}

const navigation = (prefix: string, section: keyof typeof PATHS, language: Language): string =>
  NAVIGATION.map(({ path, tr, en }) => {
    const current = path === PATHS[section] ? ' aria-current="page"' : '';
    return `<a href="${prefix}${path[language]}"${current}>${both(tr, en)}</a>`;
  }).join('');

const SWITCHES =
  '<button id="switch-language" type="button"><span class="tr" lang="en">English</span>' +
  '<span class="en" lang="tr">Türkçe</span></button>' +
  '<button id="switch-theme" type="button"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/>' +
  '<path d="M12 3a9 9 0 0 1 0 18z"/></svg>' +
  `<span class="unseen">${both('Açık ya da koyu görünüm', 'Light or dark theme')}</span></button>`;

const pictureTags = (url: string): string =>
  `<meta property="og:image" content="${escape(url)}">
<meta property="og:image:width" content="${PREVIEW.width}">
<meta property="og:image:height" content="${PREVIEW.height}">
<meta name="twitter:card" content="summary_large_image">
`;

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5563"/>' +
  '<path d="M3 16h6l3-8 5 17 4-13 2 4h6" fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round" ' +
  'stroke-linecap="round"/></svg>';

/** What the map is made from. */
export function mapCredit({ settings: { tiles } }: Site): string {
  const credit = tiles ? `${escape(tiles.credit)}; ` : '';
  const words = both(`Harita: ${credit}Natural Earth`, `Map: ${credit}Natural Earth`);
  return `<p class="credit${tiles ? ' due' : ''}">${words}</p>`;
}

export const footer = (): string =>
  `<footer><p>${both(
    'Veriler: Kandilli Rasathanesi (ticari kullanım izne bağlıdır), AFAD, USGS, TURHEC, EPICA ve NOAA. ' +
      'Yer adları: GeoNames (CC BY 4.0). Harita: Natural Earth.',
    'Data: Kandilli Observatory (no commercial use without consent), AFAD, USGS, TURHEC, EPICA and NOAA. ' +
      'Place names: GeoNames (CC BY 4.0). Map: Natural Earth.',
  )}</p></footer>`;
