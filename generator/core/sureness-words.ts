/** How sure a solution or a magnitude is: one word for each, on pages and in feeds, CAP messages and alerts. */
import type { Quality } from './earthquake.ts';

export const SURENESS_WORDS = {
  automatic: { tr: 'otomatik', en: 'automatic' },
  reviewed: { tr: 'gözden geçirilmiş', en: 'reviewed' },
  doubtful: { tr: 'doğrulanmamış: tek kurum veriyor', en: 'unconfirmed: one agency alone gives it' },
  settling: { tr: 'kesinleşmedi', en: 'not settled' },
  agreed: { tr: 'kurumlar birbirini doğruluyor', en: 'the agencies agree' },
  lone: { tr: 'şimdilik tek kurum', en: 'one agency so far' },
} as const;

/** @param quality of a record; nothing is said of others */
export const solutionWords = (quality: string | undefined | null, language: 'tr' | 'en'): string | undefined =>
  isQuality(quality) ? `${SURENESS_WORDS[quality][language]} ${language === 'tr' ? 'çözüm' : 'solution'}` : undefined;

const isQuality = (text: string | undefined | null): text is Quality => text === 'automatic' || text === 'reviewed';
