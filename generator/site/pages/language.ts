/** Texts of the pages in both languages; the style sheet shows one. */
import { markup, type Markup } from '../drawing/markup.ts';

export type Language = 'tr' | 'en';

/** A text or path in both languages. */
export type Both = Record<Language, string>;

export const both = (tr: string | Markup, en: string | Markup): Markup =>
  markup`<span class="tr" lang="tr">${tr}</span><span class="en" lang="en">${en}</span>`;

export type Say = <Text>(tr: Text, en: Text) => Text;
export const sayIn =
  (language: Language): Say =>
  (tr, en) =>
    language === 'tr' ? tr : en;
