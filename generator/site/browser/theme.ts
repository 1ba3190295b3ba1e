/** Light or dark, as the reader chose. */
import type { Theme } from '../drawing/palette.ts';

/** Also of the browser's own bars. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.media = meta.dataset['of'] === theme ? 'all' : 'not all';
}
