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
    'Tarayıcınız WebGL2’yi desteklemiyor; tüm yılların haritası çizilemiyor. Aşağıdaki grafikler ile son depremlerin listesi ve haritası WebGL2 olmadan da çalışır.',
    'Your browser has no WebGL2, so the map of all years cannot be drawn. The graphs, and the list and map of the latest earthquakes, work without it.',
  ],
  inView: ['Görünen alanda {0} deprem ({3}): {1} – {2}', '{0} earthquakes in view ({3}): {1} to {2}'],
  inBox: ['Seçilen bölgede {0} deprem ({3}): {1} – {2}', '{0} earthquakes in the region ({3}): {1} to {2}'],
  anyMagnitude: ['tüm büyüklükler', 'all magnitudes'],
  from: ['Başlangıç', 'From'],
  to: ['Bitiş', 'To'],
  magnitudeByZoom: ['Yakınlaştırdıkça küçükler de (şu an M ≥ {0})', 'Smaller ones as you zoom in (now M ≥ {0})'],
  magnitudeByZoomAll: ['Yakınlaştırdıkça küçükler de (şu an tümü)', 'Smaller ones as you zoom in (now all)'],
  all: ['Tümü', 'All'],
  magnitudeFrom: ['M ≥ {0}', 'M ≥ {0}'],
  west: ['Batı', 'West'],
  east: ['Doğu', 'East'],
  south: ['Güney', 'South'],
  north: ['Kuzey', 'North'],
  region: ['Bölge', 'Region'],
  regionHint: [
    'Haritadaki kare düğmesine basıp sürükleyin ya da sınırları yazın.',
    'Press the square button of the map and drag, or type the bounds.',
  ],
  apply: ['Uygula', 'Apply'],
  remove: ['Kaldır', 'Remove'],
  section: ['Kesit', 'Section'],
  sectionHint: [
    'Haritadaki çizgi düğmesine basıp A’dan B’ye sürükleyin ya da iki noktayı yazın.',
    'Press the line button of the map and drag from A to B, or type the two points.',
  ],
  latitudeOf: ['{0} enlemi', 'Latitude of {0}'],
  longitudeOf: ['{0} boylamı', 'Longitude of {0}'],
  halfWidth: ['Yarı genişlik, km', 'Half width, km'],
  magnitudeTime: ['Büyüklük ve zaman', 'Magnitude and time'],
  frequency: ['Büyüklük ve sıklık', 'Magnitude and frequency'],
  cumulative: ['Toplam deprem sayısı', 'Cumulative number'],
  sectionGraph: ['Derinlik kesiti A–B', 'Depth section A–B'],
  magnitudeAxis: ['Büyüklük', 'Magnitude'],
  alongAxis: ['A’dan uzaklık, km', 'Distance from A, km'],
  bValue: ['b = {0} ± {1}, Mc = {2} ± {3}, M ≥ Mc: {4}', 'b = {0} ± {1}, Mc = {2} ± {3}, M ≥ Mc: {4}'],
  tooFew: [
    'b değeri için en sık görülen büyüklük ve üzerinde en az {0} deprem gerekir.',
    'b needs at least {0} earthquakes from the most frequent magnitude up.',
  ],
  unstable: [
    'b değeri hiçbir büyüklükten itibaren kararlı değil; Mc ve b verilmez.',
    'b is stable from no magnitude on, so neither Mc nor b is given.',
  ],
  bounded: [
    'Yalnızca M {0} ve üzeri gösteriliyor; Mc bundan küçük çıkamaz.',
    'Only M {0} and above is shown; Mc cannot be smaller.',
  ],
  bMethod: [
    'Mc: b değerinin kararlı olduğu en küçük büyüklük. b: en büyük olabilirlik. Büyüklük türleri ayrılmaz ve ' +
      'dönüştürülmez: türleri karışık bir seçimin b değeri anlamlı olmayabilir.',
    'Mc: the smallest magnitude from which b is stable. b: maximum likelihood. Types of magnitude are neither told ' +
      'apart nor converted: b of a mixture may mean nothing.',
  ],
  dotsOf: [
    '{0}: {1} nokta. Ok tuşlarıyla gezin, Enter depremin sayfasını açar.',
    '{0}: {1} dots. Arrow keys go from one to the next, Enter opens the page of the earthquake.',
  ],
  binDot: [
    'M {0}: {1} deprem; M ≥ {0}: {2}. Tıklayınca en yenisi açılır.',
    'M {0}: {1} earthquakes; M ≥ {0}: {2}. Opens the newest.',
  ],
  cumulativeDot: ['{0}. deprem', 'Number {0}'],
  noDots: ['Gösterilecek deprem yok.', 'No earthquakes to show.'],
  strip: ['Çizginin her iki yanında {0} km: {1} deprem', '{0} km on each side of the line: {1} earthquakes'],
  noSection: ['Kesit için haritada iki nokta seçin.', 'Choose two points on the map for a section.'],
  noMagnitude: ['M –', 'M –'],
  play: ['Oynat', 'Play'],
  pause: ['Durdur', 'Pause'],
  windowStart: ['Zaman aralığının başı', 'Start of the time range'],
  windowEnd: ['Zaman aralığının sonu', 'End of the time range'],
});
