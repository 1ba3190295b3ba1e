/** Texts of the map of all years, as [Turkish, English]. `{0}`, `{1}` are filled in. */
import { translator } from '../language.ts';

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
  magnitudeByZoom: ['Yakınlaştırdıkça küçükler de (şu an M ≥ {0})', 'Smaller ones as you zoom in (now M ≥ {0})'],
  magnitudeByZoomAll: ['Yakınlaştırdıkça küçükler de (şu an tümü)', 'Smaller ones as you zoom in (now all)'],
  all: ['Tümü', 'All'],
  magnitudeFrom: ['M ≥ {0}', 'M ≥ {0}'],
  inProvince: ['{0} ili', '{0} province'],
  elsewhere: ['Türkiye dışında ya da denizde', 'Abroad or at sea'],
  play: ['Oynat', 'Play'],
  pause: ['Durdur', 'Pause'],
  windowStart: ['Zaman aralığının başı', 'Start of the time range'],
  windowEnd: ['Zaman aralığının sonu', 'End of the time range'],
});
