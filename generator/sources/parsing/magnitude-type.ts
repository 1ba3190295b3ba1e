/** Standard spellings of magnitude types (IASPEI working group on magnitudes, 2013, where it names them). */
import { cleanText } from '#core/text.ts';

const keyOf = (type: string): string => type.toLowerCase().replace(/[\s_()]/g, '');

const STANDARD = 'M ML MLv MLr MD Mw Mw* Mww Mwc Mwb Mwr Mwp mb mB_BB mb_Lg Ms Ms_20 Ms_BB Me Mh MJMA'.split(' ');
const SPELLINGS = new Map([
  ...STANDARD.map((type) => [keyOf(type), type] as const),
  ...Object.entries({ mdl: 'MD', msz: 'Ms', mj: 'MJMA' }),
]);

/** Ways of saying that there is no type. */
const NONE = new Set(['', '-', 'uk', 'unknown', 'null', 'none', 'nan']);

/**
 * `MW`, `mw` → `Mw`, `Md` → `MD`, `MS(BB)` → `Ms_BB`; unknown types stay (cleaned, at most 20 characters), none is
 * null.
 */
export function normaliseMagnitudeType(type: unknown): string | null {
  if (typeof type !== 'string') return null;
  const clean = cleanText(type, 20).trim();
  const key = keyOf(clean);
  if (NONE.has(key)) return null;
  return SPELLINGS.get(key) ?? clean;
}
