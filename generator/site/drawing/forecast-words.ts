/** A forecast of aftershocks in words, for readers who have just felt an earthquake. */
import { grouped, numberText } from '#core/text.ts';
import type { AftershockForecast } from '#seismology/aftershock-forecast.ts';

/** [Turkish, English]. */
export const FORECAST_TEXTS = {
  title: ['Yeni bir deprem olasılığı', 'The chance of another earthquake'],
  notPrediction: [
    'Bu bir istatistik hesabıdır: bir depremin zamanı ve yeri önceden bilinemez.',
    'These are statistics, not a prediction of a time and place.',
  ],
  table: [
    'Tablonun her hücresinde üstte olasılık, altta beklenen deprem sayısı vardır.',
    'Each cell of the table has the chance above and the expected number below.',
  ],
  method: [
    'Hesap, Türkiye’deki önceki deprem dizilerine ve bu dizinin gidişine dayanır (Reasenberg ve Jones, 1989). ' +
      'Verilen aralık, benzer 20 durumun 19’unda tutacak biçimde hesaplanır.',
    'Computed from earlier sequences in Türkiye and from how this one has gone (Reasenberg and Jones, 1989). ' +
      'The range is meant to hold in 19 of 20 such cases.',
  ],
} as const;

type Language = 'tr' | 'en';

/** Chances are given in hundredths below this, and above it in tenths. */
const TENTHS_FROM = 0.095;
/** Hundredths that are given: no finer than the model knows them. */
const HUNDREDTHS = [1, 2, 3, 5, 7];

/** `10’da 3`, `3 in 10`. @param chance from 0 to 1 */
export function chanceWords(chance: number, language: Language): string {
  const isTurkish = language === 'tr';
  if (chance < 0.01) return isTurkish ? '100’de 1’den az' : 'less than 1 in 100';
  if (chance > 0.99) return isTurkish ? '100’de 99’dan fazla' : 'more than 99 in 100';
  if (chance > 0.95) return isTurkish ? '10’da 9’dan fazla' : 'more than 9 in 10';
  if (chance >= TENTHS_FROM) {
    const tenths = Math.min(9, Math.round(chance * 10));
    return isTurkish ? `10’da ${tenths}` : `${tenths} in 10`;
  }
  const hundredths = HUNDREDTHS.reduce((best, one) =>
    Math.abs(one - chance * 100) < Math.abs(best - chance * 100) ? one : best,
  );
  return isTurkish ? `100’de ${hundredths}` : `${hundredths} in 100`;
}

/** From here on counts have two digits that count, rounded outwards. */
const EXACT_TO = 20;

function outward(count: number, round: (value: number) => number): number {
  if (count <= EXACT_TO) return count;
  const unit = 10 ** (Math.floor(Math.log10(count)) - 1);
  return round(count / unit) * unit;
}

/** `0 ile 5 arası`, `between 0 and 5`. @param range both ends inclusive */
export function countWords({ low, high }: Pick<AftershockForecast, 'low' | 'high'>, language: Language): string {
  const isTurkish = language === 'tr';
  if (high === 0) return isTurkish ? 'büyük olasılıkla hiç' : 'most likely none';
  if (high === 1 && low === 0) return isTurkish ? 'en çok bir tane' : 'at most one';
  const [from, to] = [outward(low, Math.floor), outward(high, Math.ceil)].map((one) => grouped(one, language));
  return isTurkish ? `${from} ile ${to} arası` : `between ${from} and ${to}`;
}

/** `Önümüzdeki 24 saatte`, `in the next 7 days`. */
function withinWords(hours: number, language: Language): string {
  const [count, tr, en] = hours > 48 ? [hours / 24, 'günde', 'days'] : [hours, 'saatte', 'hours'];
  return language === 'tr' ? `Önümüzdeki ${count} ${tr}` : `in the next ${count} ${en}`;
}

/** `M 4 ve üzeri`. */
export const fromWords = (magnitude: number, language: Language): string => {
  const text = `M ${numberText(magnitude, language)}`;
  return language === 'tr' ? `${text} ve üzeri` : `${text} or above`;
};

/** `Önümüzdeki 24 saatte M 4 ve üzeri bir deprem daha olma olasılığı: 10’da 3 (beklenen sayı: 0 ile 5 arası).` */
export function forecastSentence(forecast: AftershockForecast, language: Language): string {
  const [chance, count] = [chanceWords(forecast.chance, language), countWords(forecast, language)];
  const [within, from] = [withinWords(forecast.hours, language), fromWords(forecast.magnitude, language)];
  return language === 'tr'
    ? `${within} ${from} bir deprem daha olma olasılığı: ${chance} (beklenen sayı: ${count}).`
    : `The chance of another earthquake of ${from} ${within}: ${chance} (expected number: ${count}).`;
}
