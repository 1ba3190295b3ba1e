/** Style sheet and type of the account pages; the addresses contain hashes, so they are immutable. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FONT = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk';
const SUBSETS = ['latin', 'latin-ext'] as const;
type Subset = (typeof SUBSETS)[number];

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 12);

const FONTS = Object.fromEntries(
  SUBSETS.map((subset) => [
    subset,
    readFileSync(createRequire(import.meta.url).resolve(`${FONT}-${subset}-wght-normal.woff2`)),
  ]),
) as Record<Subset, Buffer<ArrayBuffer>>;

/** Beside the style sheet. */
const CSS = SUBSETS.reduce(
  (css, subset) => css.replace(`font-${subset}.woff2`, `font-${subset}.woff2?v=${hashOf(FONTS[subset])}`),
  readFileSync(join(import.meta.dirname, '../pages/account.css'), 'utf8'),
);

export const STYLESHEET = `/account/account.css?v=${hashOf(CSS)}`;

const IMMUTABLE = 'public, max-age=31536000, immutable';

const answer = (body: string | Buffer<ArrayBuffer>, type: string): Response =>
  new Response(body, { headers: { 'Content-Type': type, 'Cache-Control': IMMUTABLE } });

/** By path below the base URL. */
export const ASSETS: readonly [path: string, answer: () => Response][] = [
  ['/account/account.css', () => answer(CSS, 'text/css; charset=utf-8')],
  ...SUBSETS.map((subset): [string, () => Response] => [
    `/account/font-${subset}.woff2`,
    () => answer(FONTS[subset], 'font/woff2'),
  ]),
];
