/** [Turkish, English] of the estimated shaking. */
import { DEGREE_WORDS } from './strength-words.ts';

export const SHAKING_TEXTS = {
  title: ['Tahmini sarsıntı', 'Estimated shaking'],
  hint: [
    'Bu bir tahmindir, ölçüm değildir. Mw {0} ve {1} derinlik için Allen, Wald ve Worden (2012) bağıntısıyla, ortalama zemine göre hesaplanır. ' +
      'Belirsizliği ±{2} derecedir; zemine ve yapıya göre değişir.',
    'An estimate, not a measurement: the equation of Allen, Wald and Worden (2012) for Mw {0} at a depth of {1} on average ground. ' +
      'Its uncertainty is ±{2} degrees; the ground and the building make a difference.',
  ],
  without: ['Sarsıntı', 'Shaking'],
  great: [
    'Mw {0} ve üzerindeki depremler için tahmin verilmez: fay onlarca kilometre boyunca kırılır, ' +
      'sarsıntının gücünü merkez üssüne değil kırığa olan uzaklık belirler.',
    'No estimate is given from Mw {0} on: the fault ruptures over tens of kilometres, ' +
      'and the distance from the rupture, not from the epicentre, decides how strong the shaking is.',
  ],
  unmeasured: [
    'Tahmin yalnızca ölçülmüş moment büyüklüğünden (Mw) yapılır; bu deprem için hiçbir kurum Mw ölçmedi.',
    'Shaking is estimated only from a measured moment magnitude (Mw); no agency has measured one for this earthquake.',
  ],
  page: [
    'Ölçümlere dayanan şiddet haritası varsa şu sayfadadır:',
    'The intensity map from measurements, where there is one, is on this page:',
  ],
  contours: ['Haritada kesikli çizgiler: VII, VI, V, IV.', 'Dashed lines on the map: VII, VI, V, IV.'],
  measured: ['Ölçümlere dayanan şiddet haritası:', 'The intensity map from measurements:'],
  class: ['Şiddet (MMI)', 'Intensity (MMI)'],
  reach: ['Merkez üssünden uzaklık', 'Distance from the epicentre'],
  upTo: ['{0} km’ye kadar', 'up to {0} km'],
  beyond: ['{0} km ve ötesi', '{0} km and beyond'],
  seat: ['İl merkezi', 'Provincial capital'],
  distance: ['Uzaklık', 'Distance'],
  none: ['hissedilmez', 'not felt'],
  ...DEGREE_WORDS,
} as const;
