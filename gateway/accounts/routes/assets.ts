/** Style sheet and type of the account pages; the addresses contain hashes, so they are immutable. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fontFile, sharedStyles, SUBSETS, withFonts } from '#core/styles/styles.ts';

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

const FONTS = new Map(SUBSETS.map((subset) => [subset, fontFile(subset)]));

/** Fonts are beside the style sheet. */
const CSS = withFonts(
  `${sharedStyles()}\n${readFileSync(join(import.meta.dirname, '../pages/account.css'), 'utf8')}`,
  (subset) => `font-${subset}.woff2?v=${hashOf(FONTS.get(subset)!)}`,
);

export const STYLESHEET = `/account/account.css?v=${hashOf(CSS)}`;

const IMMUTABLE = 'public, max-age=31536000, immutable';

const answer = (body: string | Buffer<ArrayBuffer>, type: string): Response =>
  new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': IMMUTABLE } });

/** By path below the base URL. */
export const ASSETS: readonly [path: string, answer: () => Response][] = [
  ['/account/account.css', () => answer(CSS, 'text/css; charset=utf-8')],
  ...[...FONTS].map(([subset, font]): [string, () => Response] => [
    `/account/font-${subset}.woff2`,
    () => answer(font, 'font/woff2'),
  ]),
];
