/** Type, colours and frame of the site's pages and the account pages. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FONT = '@fontsource-variable/hanken-grotesk/files/hanken-grotesk';

/** The subsets of the type; the style sheet names their files `font-SUBSET.woff2`. */
export const SUBSETS = ['latin', 'latin-ext'] as const;
export type Subset = (typeof SUBSETS)[number];

export const fontFile = (subset: Subset): Buffer<ArrayBuffer> =>
  readFileSync(createRequire(import.meta.url).resolve(`${FONT}-${subset}-wght-normal.woff2`));

/** Each dark palette holds where the system is dark, too, unless the reader chose a theme. */
export const withSystemDark = (css: string): string =>
  css.replaceAll(
    /:root\[data-theme='dark'\] (\{[^{}]*\})/g,
    "$&\n@media (prefers-color-scheme: dark) {\n:root:not([data-theme='light']) $1 }",
  );

export const sharedStyles = (): string => withSystemDark(readFileSync(join(import.meta.dirname, 'base.css'), 'utf8'));

/** @param addressOf a font's address, as the style sheet sees it */
export const withFonts = (css: string, addressOf: (subset: Subset) => string): string =>
  SUBSETS.reduce((text, subset) => text.replace(`font-${subset}.woff2`, addressOf(subset)), css);
