/** The frame of every page. */
import type { Agency } from '#core/agencies.ts';
import { citation, type Release } from '#core/releases.ts';
import { basePathOf } from '#core/base-path.ts';
import { ownValue } from '#core/own-value.ts';
import { pageHead } from '#core/page-head.ts';
import type { LandFile } from '../drawing/land.ts';
import { markup, raw, type Markup } from '../drawing/markup.ts';
import { footer } from './footer.ts';
import type { BlastCells, Statistics, HomeContent, ListedPrograms } from './content.ts';
import { both, textsIn, type Both, type Language } from './language.ts';

export interface PageSettings {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Server of the maps' raster tiles. */
  tiles?: {
    /** Address with `{z}`, `{x}` and `{y}`. */
    template: string;
    /** Scheme, host and port, as in a Content-Security-Policy. */
    origin: string;
    /** Attribution, plain text. */
    credit: string;
  };
  /** Whether a gateway with accounts answers at the same address. */
  hasAccounts?: boolean;
}

/** Paths of the assets in `dist/`. */
export interface Assets {
  /** By their file in `browser/`. */
  scripts: Record<string, string>;
  style: string;
  baseMap: string;
  /** Names the further layers of the map. */
  layers: string;
  /** Districts of the provinces. */
  districts: string;
}

/** What pages are made from. */
export interface Site extends ListedPrograms {
  /** In use. */
  agencies: readonly Agency[];
  /** Those of them that are not always. */
  optionalAgencies: readonly Agency[];
  settings: PageSettings;
  assets: Assets;
  /** In the order of the navigation. */
  pages: readonly SitePage[];
  statistics: Statistics;
  home: HomeContent;
  /** The latest first. */
  releases: readonly Release[];
  land: LandFile;
  blasts: BlastCells;
}

export interface PageTexts {
  title: Both;
  description: Both;
}

export interface SitePage extends PageTexts {
  /** Its addresses, below the service's own path. */
  path: Both;
  /** In the navigation; a page without one is reached from others. */
  name?: Both;
  /** In place of title and description, for previews of links. */
  preview?(site: Site): PageTexts;
  /** Without an address of its own: {@link path} is its file, of both languages. */
  isUnlisted?: boolean;
  /** Shown in the frame of other sites: without the parts that all pages have, and not in search engines. */
  isFramed?: boolean;
  /** In `browser/`. */
  script: string;
  main(site: Site, language: Language): Markup;
  /** Classes of the body. */
  styles?: string;
  /** The tile server's tiles may be shown, if there is one. */
  hasTiles?: boolean;
  /** More for the head. */
  head?(site: Site, language: Language): Markup;
  /** What follows the path in the address, without a slash at its end. */
  rest?: string;
  /** Paths in `dist/` of the pictures for previews, by language. */
  pictures?: Partial<Both>;
}

/**
 * No inline script or style; `data:` for the small pictures of the style sheet.
 * @param tiles the only other host
 */
const policy = (tiles: PageSettings['tiles']): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data:${tiles ? ` ${tiles.origin}` : ''}`,
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

export const HOME: Both = { tr: '/', en: '/en/' };
/** Beside {@link HOME}: what is installed begins there. */
export const WEB_MANIFEST = 'site.webmanifest';

/** Scripts besides those of the pages: before the first paint, and those that pages load later. */
export const BOOT_SCRIPT = 'boot.ts';
export const MAP_SCRIPT = 'map/map.ts';
export const BASE_SCRIPT = 'map/base-picture.ts';
export const POINTS_SCRIPT = 'all-years/points-picture.ts';
export const NEAR_SCRIPT = 'near-form.ts';
export const ADVICE_SCRIPT = 'advice-part.ts';
export const OPEN_SCRIPT = 'open-page.ts';
export const PROVINCE_SCRIPT = 'province.ts';
export const NOTIFICATION_SCRIPT = 'notification-dialog.ts';

export const prefixOf = ({ settings }: Site): string => basePathOf(settings.baseUrl);

const MARK = markup`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="14"/>\
<path d="M2 16h7l3-8 5 17 4-13 2 4h7"/></svg>`;

/** In both languages: a script shows that of the address, and of a frame that of its parameter. */
const isBoth = ({ isUnlisted, isFramed }: SitePage): boolean => isUnlisted === true || isFramed === true;

/** @param language of the address, and of all that the page says */
export function renderPage(site: Site, page: SitePage, language: Language): Buffer {
  const { path, script, styles } = page;
  const { settings, assets } = site;
  const service = settings.serviceName;
  const prefix = prefixOf(site);
  const link = (href: string): string => `${prefix}/${href}`;
  const tiles = page.hasTiles ? settings.tiles : undefined;
  const html = markup`<!doctype html>
<html lang="${language}"${isBoth(page) && markup` data-both`} data-base="${prefix}" data-tr="${path.tr}" \
data-en="${path.en}" data-map="${assets.scripts[MAP_SCRIPT]}" data-drawing="${assets.scripts[BASE_SCRIPT]}" data-advice="${assets.scripts[ADVICE_SCRIPT]}" data-open="${assets.scripts[OPEN_SCRIPT]}"
  data-layers="${assets.layers}" data-basemap="${assets.baseMap}"${tiles && markup` data-tiles="${tiles.template}"`}${
    site.optionalAgencies.length > 0 && markup` data-agencies="${site.optionalAgencies.join(' ')}"`
  }>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${raw(policy(tiles))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${naming(site, page, language)}\
<link rel="alternate" type="application/rss+xml" title="${service}" href="${link('rss.xml')}">
<link rel="alternate" type="application/atom+xml" title="${service} (Atom)" href="${link('atom.xml')}">
<link rel="icon" sizes="32x32" href="${link('favicon.ico')}">
<link rel="icon" type="image/svg+xml" sizes="any" href="${link('favicon.svg')}">
<link rel="apple-touch-icon" href="${link('apple-touch-icon.png')}">
<link rel="manifest" href="${prefix}${HOME[language]}${WEB_MANIFEST}">
${THEME_COLOURS}\
<link rel="stylesheet" href="${link(assets.style)}">
<script src="${link(assets.scripts[BOOT_SCRIPT]!)}"></script>
<script type="module" src="${link(ownValue(assets.scripts, script)!)}"></script>
${page.head?.(site, language)}</head>
<body${styles !== undefined && markup` class="${styles}"`}>
${page.isFramed ? page.main(site, language) : framed(site, page, language)}
</body>
</html>
`;
  return Buffer.from(textsIn(html.toString(), isBoth(page) ? undefined : language));
}

/** Of the browser's own bars: the ground of the header, `--surface` of the style sheet. */
const THEME_COLOURS = markup`<meta name="theme-color" data-of="light" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" data-of="dark" media="(prefers-color-scheme: dark)" content="#111d21">
`;

/** What all pages have, around what a page shows. */
function framed(site: Site, page: SitePage, language: Language): Markup {
  const { settings, pages } = site;
  const prefix = prefixOf(site);
  return markup`<a class="skip" href="#main">${both('İçeriğe geç', 'Skip to content')}</a>
<header>
<a class="brand" href="${prefix}${HOME[language]}">${MARK}<span>${settings.serviceName}</span></a>
<nav aria-label="Site">${pages.map((one) => navigationLink(site, one, one.path === page.path, language))}</nav>
<div class="switches">${settings.hasAccounts && [notificationButton(site), accountLink(prefix, 'Giriş', 'Log in')]}${languageSwitch(site, page)}${THEME_SWITCH}</div>
</header>
${page.main(site, language)}
${footer(prefix, language, citation({ ...settings, release: site.releases[0] }, language))}`;
}

/** Title and description, and for pages with an address of their own, how search engines and previews name them. */
function naming(site: Site, page: SitePage, language: Language): Markup {
  const { serviceName, baseUrl } = site.settings;
  const { path, rest = '', pictures = {}, title, description } = page;
  const picture = pictures[language];
  if (isBoth(page))
    return markup`<title data-en="${title.en} · ${serviceName}">${title[language]} · ${serviceName}</title>
<meta name="description" content="${description[language]}">
<meta name="robots" content="noindex">
`;
  const preview = page.preview?.(site) ?? page;
  const address = (of: Language): string => baseUrl + path[of] + rest;
  return raw(
    pageHead({
      ...{ language, serviceName, title: title[language], description: description[language] },
      ...{ previewTitle: preview.title[language], previewDescription: preview.description[language] },
      addresses: { tr: address('tr'), en: address('en') },
      picture: picture && `${baseUrl}/${picture}`,
    }),
  );
}

const navigationLink = (site: Site, { path, name }: SitePage, isCurrent: boolean, language: Language) =>
  name &&
  markup`<a href="${prefixOf(site)}${path[language]}"${isCurrent && markup` aria-current="page"`}>\
${both(name.tr, name.en)}</a>`;

/** To the account pages, which know one language at a time. */
export const accountLink = (prefix: string, tr: string, en: string): Markup =>
  both(markup`<a href="${prefix}/account/?lang=tr">${tr}</a>`, markup`<a href="${prefix}/account/?lang=en">${en}</a>`);

/** Its script keeps the rest of the address. */
function languageSwitch(site: Site, { path, rest = '', isUnlisted }: SitePage): Markup {
  const link = (to: Language, text: string): Markup =>
    markup`<a class="switch-language" hreflang="${to}" lang="${to}" href="${prefixOf(site)}${isUnlisted ? HOME[to] : path[to] + rest}">${text}</a>`;
  return both(link('en', 'English'), link('tr', 'Türkçe'));
}

/** Shown where the browser has Web Push. */
const notificationButton = ({ assets }: Site): Markup =>
  markup`<button id="notifications" type="button" aria-haspopup="dialog" data-script="${assets.scripts[NOTIFICATION_SCRIPT]}">\
<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3a6 6 0 0 0-6 6v4l-2 4h16l-2-4V9a6 6 0 0 0-6-6zM10 20a2 2 0 0 0 4 0z"/></svg>\
<span class="unseen">${both('Deprem bildirimleri', 'Earthquake notifications')}</span></button>`;

const THEME_SWITCH = markup`<button id="switch-theme" type="button"><svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9"/>\
<path d="M12 3a9 9 0 0 1 0 18z"/></svg>\
<span class="unseen">${both('Açık ya da koyu görünüm', 'Light or dark theme')}</span></button>`;

/** For search engines (schema.org). */
export const jsonLd = (data: object): Markup =>
  markup`<script type="application/ld+json">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>\n`;

/** What the map is made from. */
export function mapCredit({ settings: { tiles } }: Site): Markup {
  const credit = tiles ? `${tiles.credit}; ` : '';
  return markup`<p class="credit${tiles && ' due'}">\
${both(`Harita: ${credit}Natural Earth`, `Map: ${credit}Natural Earth`)}; GeoNames (CC BY 4.0)\
<span id="faults-credit" hidden>; ${both('diri faylar', 'active faults')}: \
<a href="https://doi.org/10.1177/8755293020944182" rel="noopener">GEM</a> (CC BY-SA 4.0)</span></p>`;
}
