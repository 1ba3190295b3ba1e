/** What to do after an earthquake. Loaded when there is one. */
import { language } from './dom.ts';
import { adviceMarkup as inLanguage, type Advised } from '../drawing/advice.ts';

/** Markup of its own texts; empty where there is nothing to say. */
export const adviceMarkup = (named: readonly Advised[], now: number): string =>
  String(inLanguage(named, now, language()) ?? '');
