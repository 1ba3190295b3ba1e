/** Where only a position is known. */
export const NEAR_SEAT = ['{0} il merkezine {1}', '{1} from the capital of {0} province'] as const;

/** [Turkish, English] of a sequence. */
export const SEQUENCE_TEXTS = {
  loading: ['Yükleniyor…', 'Loading…'],
  title: ['Deprem dizisi', 'Earthquake sequence'],
  main: [
    'Bir deprem dizisinin ana şoku. {1} yılında bu dizide {0} deprem daha var.',
    'Main shock of a sequence. Other members in {1}: {0}.',
  ],
  page: ['Deprem dizisinin sayfası: artçılar, harita, olasılıklar', 'Page of the sequence: aftershocks, map, chances'],
  after: ['Bu ana şoktan {0} sonra, {1} uzakta oldu.', 'It happened {0} after this main shock, {1} away.'],
  others: ['{1} yılında aynı dizide {0} deprem daha var.', 'Other members in {1}: {0}.'],
  none: [
    'Bir deprem dizisine ait değil: yakın zamanda ve çevrede bağlantılı deprem yok.',
    'It belongs to no sequence: no related earthquake is near in time and place.',
  ],
  unknown: ['Dizi bilgisi şu anda yüklenemiyor.', 'The sequence cannot be loaded at the moment.'],
  method: [
    'Dizi üyeliği: Gardner ve Knopoff (1974), büyüklüğe göre süre ve uzaklık. Öncü depremler diziye katılmaz.',
    'Members of the sequence: Gardner and Knopoff (1974), time and distance by magnitude. Foreshocks are not included.',
  ],
  aftershocks: ['Ardından gelen en büyük depremler', 'The largest earthquakes that followed'],
  reach: [
    '{0} içinde, en çok {1} km uzakta, M {2} ve üzeri {3} deprem oldu.',
    'M {2} and above within {0} and {1} km: {3}.',
  ],
  largerBefore: ['Daha büyük bir depremin ardından oldu', 'It followed a larger earthquake'],
  same: ['aynı dizi', 'same sequence'],
  other: ['komşu bir dizi', 'a neighbouring sequence'],
  own: ['ayrı bir ana şok', 'a separate main shock'],
  later: ['{0} sonra', '{0} later'],
  earlier: ['{0} önce', '{0} earlier'],
  near: NEAR_SEAT,
  plot: ['Büyüklük ve zaman', 'Magnitude and time'],
  plotText: [
    'Ana şoktan sonraki {0} deprem: yatay eksen ana şoktan sonra geçen süre (logaritmik), dikey eksen büyüklük. ' +
      'İlk günde {1}, ilk ayda {2} deprem; en büyüğü M {3}.',
    '{0} earthquakes after the main shock by the time since it (logarithmic) and magnitude. ' +
      'First day {1}, first month {2}; the largest M {3}.',
  ],
  mainLine: ['ana şok M {0}', 'main shock M {0}'],
  asTable: ['Tablo olarak', 'As a table'],
  period: ['Ana şoktan sonra', 'After the main shock'],
  from: ['M {0} ve üzeri', 'M {0} and above'],
  largest: ['En büyüğü', 'Largest'],
  firstDay: ['ilk 24 saat', 'first 24 hours'],
  firstWeek: ['ilk hafta', 'first week'],
  firstMonth: ['ilk 30 gün', 'first 30 days'],
  firstYear: ['ilk yıl', 'first year'],
} as const;
