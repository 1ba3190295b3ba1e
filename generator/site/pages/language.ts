/** Texts of the pages in both languages; a page holds those of its own. */
import { markup, type Markup } from '../drawing/markup.ts';

export type Language = 'tr' | 'en';

/** A text or path in both languages. */
export type Both = Record<Language, string>;

/** No text of others has these tags: it is escaped. */
export const both = (tr: string | Markup, en: string | Markup): Markup =>
  markup`<in-tr>${tr}</in-tr><in-en>${en}</in-en>`;

/** A text of {@link both} without further ones in it. */
const INNERMOST = /<in-(tr|en)>((?:(?!<in-)[^])*?)<\/in-\1>/g;

/** @param language of which the texts stay; undefined for all: then the style sheet shows those of the page's */
export function textsIn(html: string, language: Language | undefined): string {
  const kept = (_: string, of: string, text: string): string =>
    language === undefined ? `<span class="${of}" lang="${of}">${text}</span>` : of === language ? text : '';
  const inner = html.replace(INNERMOST, kept);
  return inner === html ? html : textsIn(inner, language);
}

export type Say = <Text>(tr: Text, en: Text) => Text;
export const sayIn =
  (language: Language): Say =>
  (tr, en) =>
    language === 'tr' ? tr : en;
