/** Keys that clients put where none belongs (a path, another parameter, the name of one) are told by their form, however it is encoded. */
import { shown } from '#core/text.ts';

const KEY_FORM = /sk_[0-9a-z]+/gi;

/** The text without anything that has the form of a key as it stands. */
export const withoutKeyForms = (text: string): string => text.replace(KEY_FORM, '***');

const KEY_MARK = /sk_/i;

/** What may break a key apart and is lost when somebody puts it together again: white space, plus, control and invisible characters. */
const GAPS = /[\s+\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

/** Codings inside each other that are looked through; what has more of them is taken for a key. */
const PASSES = 8;

/** ASCII in which nothing is encoded. */
const PLAIN = /^[!-$&-*,-~]*$/;

/** Whether a key can be read out of the text: by decoding percent sequences again and again, closing gaps, or folding wide letters and case. */
export function hidesKey(text: string): boolean {
  if (PLAIN.test(text)) return KEY_MARK.test(text);
  let plain = folded(text);
  for (let pass = 0; pass < PASSES; pass += 1) {
    if (KEY_MARK.test(plain)) return true;
    const next = folded(percentDecoded(plain));
    if (next === plain) return false;
    plain = next;
  }
  return true;
}

const folded = (text: string): string => text.normalize('NFKC').replace(GAPS, '');

/** Sequences that are not UTF-8 become U+FFFD, and what is no sequence stays. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'));

/** Of a client's text no more is looked at, and none behind it is shown. */
export const MAX_LOGGED_CHARACTERS = 1000;

/** A client's text for a message: short, on one line, and `***` where it hides a key. */
export function redacted(text: string): string {
  const beginning = text.slice(0, MAX_LOGGED_CHARACTERS);
  return hidesKey(beginning) ? '***' : shown(beginning);
}
