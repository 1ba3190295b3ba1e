/** The line that counts the blasts that are left out, and with one press shows them. */
import { blastsLeftOut, BLASTS_SHOWN } from '../drawing/blast-texts.ts';
import { required } from './dom.ts';
import { number, say } from './language.ts';
import type { Texts } from './filters.ts';

interface BlastCount {
  /** Left out of the list. */
  count: number;
  texts: Texts;
  /** Of the page with other texts. */
  addressOf(texts: Texts): string;
  changed(texts: Texts): void;
}

export function showBlastCount({ count, texts, addressOf, changed }: BlastCount): void {
  const box = required('#blasts');
  const link = box.querySelector('a')!;
  const { blasts = '', ...others } = texts;
  const isShown = blasts !== '' && count === 0;
  const next: Texts = isShown ? others : { ...others, blasts: 'include' };
  link.textContent = isShown ? say(...BLASTS_SHOWN) : say(...blastsLeftOut(number(count)));
  link.href = addressOf(next);
  link.onclick = (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    changed(next);
  };
  box.hidden = !isShown && count === 0;
}
