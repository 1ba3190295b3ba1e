/** Texts of the map of all years; what it says is loaded, shown and wrong. */
import { utcWords } from '#core/date-words.ts';
import type { EpochMs } from '#core/time.ts';
import { language, required } from '../dom.ts';
import { number, translator } from '../language.ts';
import type { PointFiles } from './point-files.ts';

/** [Turkish, English]; `{0}`, `{1}` are filled in. */
export const say = translator({
  loadedAll: ['{0} depremin tamamı yüklendi ({1} MB)', 'All {0} earthquakes are loaded ({1} MB)'],
  loaded: ['Yüklenen: {0} / {1} deprem ({2} MB)', '{0} of {1} earthquakes are loaded ({2} MB)'],
  loading: ['Yükleniyor: {0} / {1}', 'Loading: {0} / {1}'],
  broken: [
    'Verilerin bir bölümü yüklenemedi. Yeniden denenecek.',
    'Some of the data could not be loaded. It will be tried again.',
  ],
  unreachable: ['Veriler yüklenemedi. Yeniden denenecek.', 'The data could not be loaded. It will be tried again.'],
  noGraphics: [
    'Tarayıcınız WebGL2’yi desteklemiyor; tüm yılların haritası çizilemiyor. En büyük depremlerin listesi ile son depremlerin haritası WebGL2 olmadan da çalışır.',
    'Your browser has no WebGL2, so the map of all years cannot be drawn. The list of the largest, and the map of the latest earthquakes, work without it.',
  ],
  inView: ['Görünen alanda {0} deprem ({3}): {1} – {2}', '{0} earthquakes in view ({3}): {1} to {2}'],
  anyMagnitude: ['tüm büyüklükler', 'all magnitudes'],
  historical: ['1900 öncesinin tarihsel depremleri', 'Historical earthquakes before 1900'],
  from: ['Başlangıç', 'From'],
  to: ['Bitiş', 'To'],
  magnitudeByZoom: ['Yakınlaştırdıkça küçük depremler de görünür (M ≥ {0})', 'Smaller ones as you zoom in (M ≥ {0})'],
  magnitudeByZoomAll: ['Yakınlaştırdıkça küçük depremler de görünür (tümü)', 'Smaller ones as you zoom in (all)'],
  all: ['Tümü', 'All'],
  magnitudeFrom: ['M ≥ {0}', 'M ≥ {0}'],
  inProvince: ['{0} ili', '{0} province'],
  elsewhere: ['Türkiye dışında ya da denizde', 'Abroad or at sea'],
  play: ['Oynat', 'Play'],
  pause: ['Durdur', 'Pause'],
  windowStart: ['Zaman aralığının başı', 'Start of the time range'],
  windowEnd: ['Zaman aralığının sonu', 'End of the time range'],
});

export const dayText = (time: EpochMs): string => utcWords(time, 'day', language());

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
