/** The frame of every page. Texts stand in both languages; the style sheet shows one. */
import { escape } from '../drawing/bars.ts';

export interface PageSettings {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
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

interface Page {
  title: { tr: string; en: string };
  description: string;
  /** Path below the service's own, with slashes at both ends. */
  path: string;
  /** Path of the page's script in `dist/`. */
  script?: string;
  /** Class of the body. */
  name: string;
  main: string;
  /** More for the head. */
  head?: string;
}

/** A text in both languages. */
export const both = (tr: string, en: string): string =>
  `<span class="tr" lang="tr">${tr}</span><span class="en" lang="en">${en}</span>`;

/** No inline script or style, no other host; `data:` for the small pictures of the style sheet. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

const NAVIGATION = [
  { path: '/', tr: 'Harita', en: 'Map' },
  { path: '/harita/', tr: 'Tüm yıllar', en: 'All years' },
  { path: '/istatistik/', tr: 'İstatistik', en: 'Statistics' },
  { path: '/durum/', tr: 'Durum', en: 'Status' },
  { path: '/docs/', tr: 'API', en: 'API' },
];

export const prefixOf = ({ settings }: Site): string => new URL(settings.baseUrl).pathname.replace(/\/$/, '');

const MARK =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="14"/><path d="M2 16h7l3-8 5 17 4-13 2 4h7"/></svg>';

export function page(site: Site, { title, description, path, script, name, main, head = '' }: Page): string {
  const { settings, assets } = site;
  const prefix = prefixOf(site);
  const service = escape(settings.serviceName);
  const link = (href: string): string => `${prefix}/${href}`;
  return `<!doctype html>
<html lang="tr" data-base="${escape(prefix)}" data-map="${assets.map}" data-basemap="${assets.baseMap}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title.tr)} · ${service}</title>
<meta name="description" content="${escape(description)}">
<meta property="og:title" content="${escape(title.tr)}">
<meta property="og:description" content="${escape(description)}">
<meta property="og:site_name" content="${service}">
<meta property="og:url" content="${escape(settings.baseUrl + path)}">
<link rel="canonical" href="${escape(settings.baseUrl + path)}">
<link rel="alternate" type="application/rss+xml" title="${service}" href="${link('rss.xml')}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">
${assets.fonts.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${link(font)}">`).join('\n')}
<link rel="stylesheet" href="${link(assets.style)}">
<script src="${link(assets.boot)}"></script>
${script === undefined ? '' : `<script type="module" src="${link(script)}"></script>`}
${head}</head>
<body class="${name}">
<a class="skip" href="#main">${both('İçeriğe geç', 'Skip to content')}</a>
<header>
<a class="brand" href="${prefix}/">${MARK}<span>${service}</span></a>
<nav aria-label="Site">${NAVIGATION.map((one) => `<a href="${prefix}${one.path}"${one.path === path ? ' aria-current="page"' : ''}>${both(one.tr, one.en)}</a>`).join('')}</nav>
<div class="switches"><button id="switch-language" type="button"><span class="tr" lang="en">English</span><span class="en" lang="tr">Türkçe</span></button><button id="switch-theme" type="button"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 1 0 18z"/></svg><span class="unseen">${both('Açık ya da koyu görünüm', 'Light or dark')}</span></button></div>
</header>
${main}
</body>
</html>
`;
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5563"/><path d="M3 16h6l3-8 5 17 4-13 2 4h6" fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"/></svg>';

export const footer = (): string =>
  `<footer><p>${both(
    'Veriler: Kandilli Rasathanesi (ticari kullanım izne bağlıdır), AFAD, USGS, TURHEC, EPICA ve NOAA. Yer adları: GeoNames (CC BY 4.0). Harita: Natural Earth.',
    'Data: Kandilli Observatory (no commercial use without consent), AFAD, USGS, TURHEC, EPICA and NOAA. Place names: GeoNames (CC BY 4.0). Map: Natural Earth.',
  )}</p></footer>`;
