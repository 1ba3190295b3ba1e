/** Icons of the site, and the manifest by which it is installed. */
import { readFileSync } from 'node:fs';
import { basePathOf } from '#core/base-path.ts';
import type { PageSettings } from './pages/shell.ts';

const FILES = [
  ...['favicon.svg', 'favicon.ico', 'apple-touch-icon.png'],
  ...['icon-192.png', 'icon-512.png', 'icon-maskable-512.png'],
];
let read: [path: string, bytes: Buffer][] | undefined;

/** Path in `dist/` → content. */
export const iconFiles = (): [path: string, bytes: Buffer][] =>
  (read ??= FILES.map((file) => [file, readFileSync(new URL(`../../data/icons/${file}`, import.meta.url))]));

/** W3C Web Application Manifest. */
export function webManifest({ serviceName, baseUrl }: PageSettings): string {
  const base = basePathOf(baseUrl);
  const icon = (size: number, purpose: 'any' | 'maskable', name: string): object => ({
    ...{ src: `${base}/${name}-${size}.png`, type: 'image/png', sizes: `${size}x${size}`, purpose },
  });
  const manifest = {
    ...{ id: `${base}/`, start_url: `${base}/`, scope: `${base}/`, name: serviceName, short_name: serviceName },
    ...{ lang: 'tr', display: 'standalone', background_color: '#f4f6f5', theme_color: '#0b5563' },
    icons: [icon(192, 'any', 'icon'), icon(512, 'any', 'icon'), icon(512, 'maskable', 'icon-maskable')],
  };
  return `${JSON.stringify(manifest)}\n`;
}
