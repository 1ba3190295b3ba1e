/** Which of the two languages a reader gets. */
import type { Language } from './problems.ts';

export const isLanguage = (text: string | undefined): text is Language => text === 'tr' || text === 'en';

/** The language that `Accept-Language` weighs most (RFC 9110, 12.5.4), of equal ones the first; English where it names neither. */
export function preferredLanguage(header: string | undefined): Language {
  let best: Language = 'en';
  let most = 0;
  for (const range of (header ?? '').slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
    const language = tag.slice(0, 2).toLowerCase();
    const weight = weightOf(parameters);
    if (!isLanguage(language) || !/^..(?:-|$)/.test(tag) || weight <= most) continue;
    best = language;
    most = weight;
  }
  return best;
}

/** 0 to 1; what is malformed counts as nothing. */
function weightOf(parameters: string[]): number {
  const quality = parameters.map((parameter) => /^q\s*=\s*(\S*)$/i.exec(parameter)?.[1]).find(Boolean);
  if (quality === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0;
}
