/** Standard spellings of magnitude types (IASPEI working group on magnitudes, 2013, where it names them). */
import { cleanText } from '#core/text.ts';

/** By the type in lower case without blanks, `_`, `(` and `)`. */
const SPELLINGS = new Map(
  Object.entries({
    m: 'M',
    ml: 'ML',
    mlv: 'MLv',
    mlr: 'MLr',
    md: 'MD',
    mdl: 'MD',
    mw: 'Mw',
    'mw*': 'Mw*',
    mww: 'Mww',
    mwc: 'Mwc',
    mwb: 'Mwb',
    mwr: 'Mwr',
    mwp: 'Mwp',
    mb: 'mb',
    mbbb: 'mB_BB',
    mblg: 'mb_Lg',
    ms: 'Ms',
    msz: 'Ms',
    ms20: 'Ms_20',
    msbb: 'Ms_BB',
    me: 'Me',
    mh: 'Mh',
    mj: 'MJMA',
    mjma: 'MJMA',
  }),
);

/** Ways of saying that there is no type. */
const NONE = new Set(['', '-', 'uk', 'unknown', 'null', 'none', 'nan']);

/**
 * `MW`, `mw` → `Mw`, `Md` → `MD`, `MS(BB)` → `Ms_BB`; unknown types stay (cleaned, at most 20 characters), none is
 * null.
 */
export function normaliseMagnitudeType(type: unknown): string | null {
  if (typeof type !== 'string') return null;
  const clean = cleanText(type, 20).trim();
  const key = clean.toLowerCase().replace(/[\s_()]/g, '');
  if (NONE.has(key)) return null;
  return SPELLINGS.get(key) ?? clean;
}
