/** What to do after an earthquake. Loaded when there is one. */
import { language } from './dom.ts';
import { adviceMarkup as inLanguage } from '../drawing/advice.ts';

type Occasion = Parameters<typeof inLanguage>[0];

/** Markup of its own texts; empty where there is nothing to say. */
export const adviceMarkup = (occasion: Occasion, now: number): string =>
  String(inLanguage(occasion, now, language()) ?? '');
