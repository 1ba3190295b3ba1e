/** What pages say of their age before any earthquake. */
import { listWords } from '#core/date-words.ts';
import { freshnessOf } from '#core/freshness.ts';
import type { EpochMs } from '#core/time.ts';
import { language } from './dom.ts';
import { t } from './language.ts';

/** `14:02 (25 dakika önce)`. */
export function withAge(time: EpochMs, now: EpochMs): string {
  const [at = '', age] = listWords(time, 'minute', language(), now).split(' · ');
  return age === undefined ? at : `${at} (${age})`;
}

interface Polled {
  /** Of the last status; undefined before the first one. */
  sources: Parameters<typeof freshnessOf>[0] | undefined;
  /** Whether the last poll was answered. */
  reachable: boolean;
}

/** Empty while an agency answers. */
export function alarmText({ sources, reachable }: Polled, now: EpochMs): string {
  if (sources === undefined) return reachable ? '' : t('neverLoaded');
  const { state, lastAnswer } = freshnessOf(sources, now);
  if (lastAnswer === null) return t('neverAnswered');
  const at = withAge(lastAnswer, now);
  if (!reachable) return t('unreachable', at);
  return state === 'late' ? t('noAnswer', at) : '';
}
