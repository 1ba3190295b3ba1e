/** The filters of the map of all years. */
import { DAY, formatDay, type EpochMs } from '#core/time.ts';
import type { Choice } from '../choices.ts';
import { el, required } from '../dom.ts';
import { agencyField, dayField, depthField, listenToFields, magnitudeField, provinceField } from '../filter-fields.ts';
import { t } from '../language.ts';
import { fillLegend } from '../legend.ts';
import { currentTheme } from '../page-frame.ts';
import { EARLIEST_DAY, FIRST_DAY } from './filtering.ts';
import { ALL, NOTHING_CHOSEN, type AllYearsColouring, type AllYearsState } from './state.ts';
import { say } from './report.ts';

interface FormOptions {
  form: HTMLFormElement;
  state: AllYearsState;
  /** The end of the last day. */
  until: EpochMs;
  changed(change: Partial<AllYearsState>): void;
}

const MAGNITUDES = [7, 6, 5, 4.5, 4, 3.5, 3, 2.5, 2, 1];

/** All of them: half have no magnitude. */
const HISTORICAL = {
  ...{ date_from: formatDay(EARLIEST_DAY), date_to: formatDay(FIRST_DAY - DAY) },
  min_magnitude: ALL,
};

/** @param shownFrom what the zoom means at the moment */
export function fillChoices({ form, state: { texts }, until, changed }: FormOptions, shownFrom: number): void {
  const magnitudes: Choice[] = [
    ['', shownFrom === -Infinity ? say('magnitudeByZoomAll') : say('magnitudeByZoom', shownFrom)],
    ...MAGNITUDES.map((least): Choice => [String(least), t('magnitudeFrom', least)]),
    [ALL, say('all')],
  ];
  const span = [EARLIEST_DAY, until] as const;
  const historical = el('button', { type: 'button', class: 'quiet wide' }, say('historical'));
  historical.onclick = () => changed({ texts: { ...texts, ...HISTORICAL } });
  const focused = form.contains(document.activeElement) ? (document.activeElement as HTMLInputElement).name : '';
  form.replaceChildren(
    dayField(texts, 'date_from', { label: say('from'), usual: FIRST_DAY, span }),
    dayField(texts, 'date_to', { label: say('to'), usual: until, span }),
    el('div.wide', magnitudeField(texts, magnitudes)),
    ...[agencyField(texts), provinceField(texts), depthField(texts)],
    historical,
    el('button', { type: 'reset', class: 'quiet wide' }, t('clear')),
  );
  if (focused) (form.elements.namedItem(focused) as HTMLElement | null)?.focus();
  listenToFields(form, {
    texts,
    changed: (next) => changed({ texts: next }),
    cleared: () => changed(NOTHING_CHOSEN),
  });
}

export const fillColours = ({ colouring }: AllYearsState, changed: FormOptions['changed']): void =>
  fillLegend<AllYearsColouring>({
    ...{ box: required('#legend'), choices: ['depth', 'time'], theme: currentTheme() },
    ...{ colouring, changed: (chosen) => changed({ colouring: chosen }) },
  });
