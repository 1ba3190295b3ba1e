/** The ages of earthquakes, which grow while a page is open. */
import { listWords, precisionOf } from '#core/date-words.ts';
import * as clock from './clock.ts';
import { language } from './dom.ts';

export function tellAges(): void {
  for (const one of document.querySelectorAll<HTMLTimeElement>('time[data-precision]')) {
    const words = listWords(Date.parse(one.dateTime), precisionOf(one.dataset['precision']), language(), clock.now());
    if (one.textContent !== words) one.textContent = words;
  }
}
