/** Language negotiation. `hono/language` takes a malformed weight (`q=2`) for the highest. */
import type { Language } from './problems.ts';

export const isLanguage = (text: string | undefined): text is Language => text === 'tr' || text === 'en';

/** The language with the highest weight (RFC 9110, 12.5.4), the first of equal ones; by default English. */
export function preferredLanguage(header: string | undefined): Language {
  let best: Language = 'en';
  let highest = 0;
  for (const range of (header ?? '').slice(0, 1000).split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((text) => text.trim());
    const language = tag.slice(0, 2).toLowerCase();
    const weight = weightOf(parameters);
    if (!isLanguage(language) || !/^..(?:-|$)/.test(tag) || weight <= highest) continue;
    best = language;
    highest = weight;
  }
  return best;
}

/** 0 to 1; 0 when malformed. */
function weightOf(parameters: string[]): number {
  const quality = parameters.map((parameter) => /^q\s*=\s*(\S*)$/i.exec(parameter)?.[1]).find(Boolean);
  if (quality === undefined) return 1;
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0;
}
