/** Recognises API keys in the wrong place (path, other parameters and their names) by their form, in any encoding. */
import { shown } from '#core/text.ts';
import { holdsSecret } from './key-format.ts';

/** A run as long as the random characters of a key. */
const RANDOM_RUN = /[0-9a-z]{32,}/gi;
/** Hashes in hexadecimal, and letters of one case. */
const NOT_RANDOM = /^(?:[0-9a-f]+|[a-z]+|[A-Z]+)$/;

/** Replaces what may be a key without its `sk_`. */
export const withoutRandomRuns = (text: string): string =>
  text.replace(RANDOM_RUN, (run) => (NOT_RANDOM.test(run) ? run : '***'));

const KEY_FORM = /sk_[0-9a-z]+/gi;

/** Replaces everything that has the unencoded form of a key, or of one without its `sk_`. */
export const withoutKeyForms = (text: string): string => withoutRandomRuns(text.replace(KEY_FORM, '***'));

const KEY_MARK = /sk_/i;

/** Characters that may split a key and are easily lost: white space, plus, control and invisible characters. */
const GAPS = /[\s+\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

/** Nested encodings that are decoded; a text with more of them is treated as a key. */
const MAX_PASSES = 8;

/** ASCII without any encoding. */
const PLAIN = /^[!-$&-*,-~]*$/;

const holdsRandomRun = (text: string): boolean => (text.match(RANDOM_RUN) ?? []).some((run) => !NOT_RANDOM.test(run));

/**
 * Whether a key, or what follows its `sk_`, can be recovered by repeated percent-decoding, removing gaps, or folding
 * wide letters and case.
 */
export function hidesKey(text: string): boolean {
  if (PLAIN.test(text)) return KEY_MARK.test(text) || holdsRandomRun(text);
  if (holdsRandomRun(text.normalize('NFKC'))) return true;
  let plain = folded(text);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    // Words without their gaps are long runs too, but have no checksum.
    if (KEY_MARK.test(plain) || holdsSecret(plain)) return true;
    const next = folded(percentDecoded(plain));
    if (next === plain) return false;
    plain = next;
  }
  return true;
}

const folded = (text: string): string => text.normalize('NFKC').replace(GAPS, '');

/** Sequences that are not UTF-8 become U+FFFD. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));

/** Longer client texts are cut. */
export const MAX_LOGGED_CHARACTERS = 1000;

/** A client's text for a message: short, on one line, and `***` where it may contain a key. */
export function redacted(text: string): string {
  const beginning = text.slice(0, MAX_LOGGED_CHARACTERS);
  return hidesKey(beginning) ? '***' : shown(beginning);
}
