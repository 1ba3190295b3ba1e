/** Sitemaps (sitemaps.org). */
import { markup } from './drawing/markup.ts';
import type { PageSettings } from './pages/shell.ts';

const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** @param paths below the service's own, with a leading slash */
export const sitemap = (paths: readonly string[], { baseUrl }: PageSettings): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${XMLNS}">
${paths.map((path) => markup`<url><loc>${baseUrl + path}</loc></url>\n`)}</urlset>
`.toString();

/** @param files of sitemaps, paths in `dist/` */
export const sitemapIndex = (files: readonly string[], { baseUrl }: PageSettings): string =>
  markup`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${XMLNS}">
${files.map((file) => markup`<sitemap><loc>${baseUrl}/${file}</loc></sitemap>\n`)}</sitemapindex>
`.toString();
