/** The ages of earthquakes, which grow while a page is open. */
import { listWords, precisionOf } from '#core/date-words.ts';
import { language } from './dom.ts';

export function tellAges(): void {
  for (const one of document.querySelectorAll<HTMLTimeElement>('time[data-precision]')) {
    const words = listWords(Date.parse(one.dateTime), precisionOf(one.dataset['precision']), language(), Date.now());
    if (one.textContent !== words) one.textContent = words;
  }
}
