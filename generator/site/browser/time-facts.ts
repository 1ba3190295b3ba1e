/** The origin time of an earthquake: in Türkiye and in UTC, and on the reader's clock where it differs. */
import { hasTurkishTime, isDate, isJulian, readerWords, turkishWords, utcWords } from '#core/date-words.ts';
import { DAY, MINUTE, type DatePrecision, type EpochMs } from '#core/time.ts';
import { fact, language } from './dom.ts';
import { t } from './language.ts';

/** Where only the instant is known: no more than it states. */
export const statedPrecision = (time: EpochMs): DatePrecision =>
  time % DAY === 0 ? 'day' : time % MINUTE === 0 ? 'minute' : 'second';

/** Entries of a `dl`. */
export function timeFacts(time: EpochMs, precision: DatePrecision): HTMLElement[] {
  const stated = utcWords(time, precision, language());
  if (!hasTurkishTime(time, precision)) {
    const name = isDate(precision) ? t('date') : t('utc');
    return [fact(isJulian(time) ? `${name} (${t('julian')})` : name, stated)];
  }
  const own = readerWords(time, precision, language());
  return [
    fact(t('turkishTime'), turkishWords(time, precision, language())),
    fact(t('utc'), stated),
    ...(own === undefined ? [] : [fact(t('readerTime'), own)]),
  ];
}
