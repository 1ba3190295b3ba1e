/** Texts of an earthquake's page besides those of several pages, as [Turkish, English]. `{0}`, `{1}` are filled in. */
import { NEAR_SEAT } from './sequence-texts.ts';
import { SURENESS_WORDS } from '#core/sureness-words.ts';
import { translator } from './language.ts';
import { TEXTS } from './texts.ts';

const EVENT_TEXTS = {
  ...TEXTS,
  place: ['Yer', 'Place'],
  province: ['İl', 'Province'],
  mapHelp: [
    'Deprem haritası. Ok tuşlarıyla kaydırın, artı ve eksi tuşlarıyla yakınlaştırıp uzaklaştırın.',
    'Map of earthquakes. Arrow keys move it, plus and minus zoom.',
  ],
  gone: [
    'Bu depremi bildiren kurumlar kaydı geri çekti.',
    'The agencies that reported this earthquake have withdrawn it.',
  ],
  notFound: ['Böyle bir deprem bulunamadı.', 'There is no such earthquake.'],
  solutions: ['Kurumların çözümleri', 'Solutions of the agencies'],
  originTime: ['Oluş zamanı (UTC)', 'Origin time (UTC)'],
  kind: ['Çözüm', 'Solution'],
  automatic: [SURENESS_WORDS.automatic.tr, SURENESS_WORDS.automatic.en],
  reviewed: [SURENESS_WORDS.reviewed.tr, SURENESS_WORDS.reviewed.en],
  preferred: ['esas alınan', 'preferred'],
  mechanism: ['Odak mekanizması', 'Focal mechanism'],
  strike: ['Doğrultu', 'Strike'],
  dip: ['Eğim', 'Dip'],
  rake: ['Kayma açısı', 'Rake'],
  planes: ['Düğüm düzlemi', 'Nodal plane'],
  plane: ['Düzlem {0}', 'Plane {0}'],
  tensor: ['Moment tensörü (N·m)', 'Moment tensor (N·m)'],
  moment: ['Sismik moment', 'Scalar moment'],
  ball: [
    'Odak mekanizması: doğrultu {0}°, eğim {1}°, kayma açısı {2}°. Renkli çeyrekler: genişleme.',
    'Focal mechanism: strike {0}°, dip {1}°, rake {2}°. Coloured quadrants: tension.',
  ],
  computed: ['hesaplanan: {0}', 'computed: {0}'],
  noMechanism: [
    'Kataloğumuzda bu depremin odak mekanizması yok.',
    'Our catalogue has no focal mechanism of this earthquake.',
  ],
  history: ['Kayıt geçmişi', 'History of the record'],
  created: ['İlk yayın', 'First published'],
  withdrawn: ['Geri çekildi', 'Withdrawn'],
  reinstated: ['Yeniden yayımlandı', 'Published again'],
  merged: ['Başka bir kayıtla birleştirildi', 'Merged with another record'],
  revised: ['Güncellendi', 'Revised'],
  was: ['önceki: {0}', 'was {0}'],
  nearby: ['Yakındaki depremler', 'Nearby earthquakes'],
  nearest: ['En yakın depremler', 'Nearest earthquakes'],
  largestNear: [
    '100 km içinde, 30 gün önce ve sonra en büyük depremler',
    'Largest earthquakes within 100 km, 30 days before and after',
  ],
  fromSeat: NEAR_SEAT,
  nearbyHint: ['100 km ve 30 gün içinde', 'within 100 km and 30 days'],
  magnitudeRevised: ['Büyüklük güncellendi: M {0}', 'Magnitude revised: M {0}'],
  newNeighbour: ['Yakınında yeni deprem: M {0}, {1}', 'New earthquake nearby: M {0}, {1}'],
  noNearby: ['Bu uzaklık ve sürede başka deprem yok.', 'No other earthquake within this distance and time.'],
  stations: ['En yakın istasyonlar', 'Nearest stations'],
  shakemap: ['Şiddet haritası', 'Intensity map'],
  maxIntensity: ['En büyük şiddet', 'Maximum intensity'],
  deaths: ['Can kaybı', 'Deaths'],
  doubtful: [SURENESS_WORDS.doubtful.tr, SURENESS_WORDS.doubtful.en],
  sameSequence: ['aynı dizi', 'same sequence'],
  share: ['Paylaş', 'Share'],
  cite: ['Alıntıla', 'Cite'],
  citing: ['Alıntılama', 'Citing'],
  copyCall: ['API isteğini kopyala', 'Copy API request'],
} as const;

export type TextKey = keyof typeof EVENT_TEXTS;
export const t = translator(EVENT_TEXTS);
