/** What the page says in words: what is loaded, what is shown, what is wrong. */
import type { EpochMs } from '#core/time.ts';
import { required } from '../dom.ts';
import { number } from '../language.ts';
import type { PointFiles } from './point-files.ts';
import { dayText } from './time-dock.ts';
import { say } from './words.ts';

const wrong = { data: '', filters: '' };

/** @param text empty where nothing is wrong any more */
export function alarm(text: string, of: keyof typeof wrong = 'data'): void {
  wrong[of] = text;
  const box = required('#alarm');
  box.textContent = Object.values(wrong)
    .filter((one) => one !== '')
    .join(' ');
  box.hidden = box.textContent === '';
}

/** @param isAll whether nothing is left to be loaded once the files are there */
export function tellProgress({ loaded, total, bytes, isIdle, isBroken }: PointFiles, isAll: boolean): void {
  const megabytes = number(bytes / 1e6, 1);
  const [done, all] = [number(loaded), number(total)];
  const text = !isIdle
    ? say('loading', done, all)
    : isAll
      ? say('loadedAll', done, megabytes)
      : say('loaded', done, all, megabytes);
  required('#loading').textContent = text;
  if (isBroken) alarm(say('broken'));
}

/** @param shownFrom least magnitude that is shown; -Infinity for all */
export function tellSelection(count: number, window: [EpochMs, EpochMs], shownFrom: number): void {
  const words = shownFrom === -Infinity ? say('anyMagnitude') : say('magnitudeFrom', shownFrom);
  const [from, to] = window.map(dayText) as [string, string];
  const summary = required('#summary');
  summary.textContent = say('inView', number(count), from, to, words);
  summary.dataset['count'] = String(count);
}
