/** Texts of the account pages by language. */
import type { Language } from '../problems.ts';
import { ENGLISH, type Texts } from './texts-en.ts';
import { TURKISH } from './texts-tr.ts';

export type { Texts } from './texts-en.ts';

export const TEXTS: Record<Language, Texts> = { en: ENGLISH, tr: TURKISH };

/** Messages of success, by their name in `?notice=`. */
const NOTICES = ['deleted', 'passwordChanged', 'passwordReset', 'upgraded'] as const;
type Notice = (typeof NOTICES)[number];
export const isNotice = (text: string): text is Notice => (NOTICES as readonly string[]).includes(text);
