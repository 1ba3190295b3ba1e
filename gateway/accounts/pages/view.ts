/** Data of every account page. */
import type { html } from 'hono/html';
import type { Language } from '../problems.ts';
import { ENGLISH, type Texts } from './texts-en.ts';
import { TURKISH } from './texts-tr.ts';

export type Html = ReturnType<typeof html>;

export type Theme = 'light' | 'dark';
export const isTheme = (text: string | undefined): text is Theme => text === 'light' || text === 'dark';

export interface View {
  language: Language;
  /** As chosen; undefined for the system's. */
  theme: Theme | undefined;
  texts: Texts;
  /** Path of the base URL, without a trailing slash; '' for the root. */
  base: string;
  /** Without a trailing slash. */
  baseUrl: string;
  service: string;
  /** Host of the base URL. */
  host: string;
  /** How to contact the operator: an address of any kind, or ''. */
  contact: string;
  /** Path of this page below `base`, for the language link. */
  path: string;
  /** Address of the stylesheet. */
  stylesheet: string;
  /** Undefined when nobody is logged in. */
  email?: string | undefined;
  /** Message of success. */
  notice?: string | undefined;
  /** Error message. */
  problem?: string | undefined;
}

/** By language. */
export const TEXTS: Record<Language, Texts> = { en: ENGLISH, tr: TURKISH };

/** Messages of success, by their name in `?notice=`. */
const NOTICES = ['deleted', 'upgraded'] as const;
type Notice = (typeof NOTICES)[number];
export const isNotice = (text: string): text is Notice => (NOTICES as readonly string[]).includes(text);
