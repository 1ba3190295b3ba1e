/** What the list says of itself: how many, the strongest, what is left out, what of the address is not applied. */
import type { FilterValues } from '#core/filters/table.ts';
import { completeWords } from '../drawing/first-screen.ts';
import { magnitudeText } from '../drawing/rows.ts';
import type { Selection } from './catalogue.ts';
import { required } from './dom.ts';
import type { Earthquake } from './earthquake.ts';
import { periodName } from './filter-form.ts';
import type { Period } from './filters.ts';
import { number, say, t, unappliedWords } from './language.ts';
import { ordered } from './near.ts';
import type { Unapplied } from './applicable.ts';

interface Summary extends Selection {
  period: Period;
  /** That are listed. */
  rows: Earthquake[];
  values: FilterValues;
  unapplied: readonly Unapplied[];
}

export function tellSummary({ period, rows, unapplied, ...found }: Summary): void {
  const name = periodName(period);
  required('#summary').textContent =
    rows.length === 1 ? t('summaryOne', name) : t('summary', name, number(rows.length));
  const [strongest] = ordered(rows, 'magnitude', undefined);
  required('#strongest').textContent =
    strongest === undefined ? t('none') : t('strongest', magnitudeText(strongest.magnitude), strongest.place);
  const note = required('#note');
  note.textContent = [unappliedWords(unapplied), cutWords(found)].filter((text) => text !== '').join(' ');
  note.hidden = note.textContent === '';
}

/** Empty where nothing that the reader wants to see is left out. */
function cutWords({ completeFrom, completeSince, values }: Omit<Summary, 'period' | 'rows' | 'unapplied'>): string {
  if (completeFrom === undefined || completeFrom <= (values.minMagnitude ?? -Infinity)) return '';
  return completeSince === undefined
    ? t('capped', completeFrom)
    : completeWords(completeFrom, completeSince, { say }).toString();
}
