/** Sitemaps (sitemaps.org), icons, and the manifest by which the site is installed. */
import { markup } from './drawing/markup.ts';
import type { Language } from './pages/language.ts';
import { HOME, type PageSettings } from './pages/shell.ts';
import { readFileSync } from 'node:fs';
import { basePathOf } from '#core/base-path.ts';
import { formatInstant, type EpochMs } from '#core/time.ts';

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface Listed {
  /** Below the service's own, with a leading slash. */
  path: string;
  /** When what it says changed last, whatever was built since; absent where that is not known. */
  changed?: EpochMs | undefined;
}

export const sitemap = (pages: readonly Listed[], { baseUrl }: PageSettings): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${XMLNS}">
${pages.map(
  ({ path, changed }) =>
    markup`<url><loc>${baseUrl + path}</loc>${changed !== undefined && markup`<lastmod>${formatInstant(changed)}</lastmod>`}</url>\n`,
)}</urlset>
`.toString();

/** @param files of sitemaps, paths in `dist/` */
export const sitemapIndex = (files: readonly string[], { baseUrl }: PageSettings): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${XMLNS}">
${files.map((file) => markup`<sitemap><loc>${baseUrl}/${file}</loc></sitemap>\n`)}</sitemapindex>
`.toString();

const FILES = [
  ...['favicon.svg', 'favicon.ico', 'apple-touch-icon.png'],
  ...['icon-192.png', 'icon-512.png', 'icon-maskable-512.png'],
];
let read: [path: string, bytes: Buffer][] | undefined;

/** Path in `dist/` → content. */
export const iconFiles = (): [path: string, bytes: Buffer][] =>
  (read ??= FILES.map((file) => [file, readFileSync(new URL(`../../data/icons/${file}`, import.meta.url))]));

/** W3C Web Application Manifest: one application (`id`), which begins in the language of the page that names it. */
export function webManifest({ serviceName, baseUrl }: PageSettings, lang: Language): string {
  const base = basePathOf(baseUrl);
  const icon = (size: number, purpose: 'any' | 'maskable', name: string): object => ({
    ...{ src: `${base}/${name}-${size}.png`, type: 'image/png', sizes: `${size}x${size}`, purpose },
  });
  const manifest = {
    ...{ id: `${base}/`, start_url: base + HOME[lang], scope: `${base}/`, name: serviceName, short_name: serviceName },
    ...{ lang, display: 'standalone', background_color: '#f4f6f5', theme_color: '#0b5563' },
    icons: [icon(192, 'any', 'icon'), icon(512, 'any', 'icon'), icon(512, 'maskable', 'icon-maskable')],
  };
  return `${JSON.stringify(manifest)}\n`;
}
