/** The filters of the map of all years. */
import type { Agency } from '#core/earthquake.ts';
import { DAY, formatDay, parseDay, type EpochMs } from '#core/time.ts';
import { agencyChoice, choice, depthChoice, depthRange, type Choice } from '../choices.ts';
import { el, required } from '../dom.ts';
import { t } from '../language.ts';
import { fillLegend } from '../legend.ts';
import { currentTheme } from '../page-frame.ts';
import { EARLIEST_DAY, FIRST_DAY } from './extent.ts';
import { NOTHING_CHOSEN, type AllYearsColouring, type AllYearsState } from './state.ts';
import { say } from './words.ts';
import { provinceChoices } from '../province-choices.ts';

interface FormOptions {
  form: HTMLFormElement;
  state: AllYearsState;
  /** The end of the last day. */
  until: EpochMs;
  changed(change: Partial<AllYearsState>): void;
}

const MAGNITUDES = [7, 6, 5, 4.5, 4, 3.5, 3, 2.5, 2, 1];
/** @param shownFrom what `zoom` means at the moment */
export function fillChoices({ form, state, until, changed }: FormOptions, shownFrom: number): void {
  const zoom = shownFrom === -Infinity ? say('magnitudeByZoomAll') : say('magnitudeByZoom', shownFrom);
  const magnitudes: Choice[] = [
    ['zoom', zoom],
    ...MAGNITUDES.map((least): Choice => [String(least), say('magnitudeFrom', least)]),
    ['all', say('all')],
  ];
  const chosen = state.minMagnitude === -Infinity ? 'all' : String(state.minMagnitude);
  const day = (name: string, label: string, value: EpochMs | undefined, usual: EpochMs): HTMLElement => {
    const input = el('input', { type: 'date', name, min: formatDay(EARLIEST_DAY), max: formatDay(until) });
    input.value = formatDay(value ?? usual);
    return el('label', el('span', label), input);
  };
  const provinces: Choice[] = [['', say('anyProvince')], ...provinceChoices()];
  const historical = el('button', { type: 'button', class: 'quiet wide' }, say('historical'));
  // All of them: half have no magnitude.
  historical.onclick = () => changed({ from: EARLIEST_DAY, to: FIRST_DAY - DAY, minMagnitude: -Infinity });
  const focused = form.contains(document.activeElement) ? (document.activeElement as HTMLInputElement).name : '';
  form.replaceChildren(
    day('from', say('from'), state.from, FIRST_DAY),
    day('to', say('to'), state.to, until),
    el(
      'div.wide',
      choice(['magnitude', t('magnitude')], magnitudes, chosen, (least) => say('magnitudeFrom', least)),
    ),
    agencyChoice('agency', state.agency),
    choice(['province', say('province')], provinces, state.province ?? ''),
    depthChoice(state.depth ?? {}, 'depthBelow'),
    historical,
    el('button', { type: 'reset', class: 'quiet wide' }, t('clear')),
  );
  if (focused) (form.elements.namedItem(focused) as HTMLElement | null)?.focus();
  form.onchange = () => changed(readForm(form, until));
  form.onsubmit = (event) => event.preventDefault();
  form.onreset = (event) => {
    event.preventDefault();
    changed(NOTHING_CHOSEN);
  };
}

export const fillColours = ({ colouring }: AllYearsState, changed: FormOptions['changed']): void =>
  fillLegend<AllYearsColouring>({
    ...{ box: required('#legend'), choices: ['depth', 'time'], theme: currentTheme() },
    ...{ colouring, changed: (chosen) => changed({ colouring: chosen }) },
  });

function readForm(form: HTMLFormElement, until: EpochMs): Partial<AllYearsState> {
  const valueOf = (name: string): string => (form.elements.namedItem(name) as HTMLInputElement).value;
  const magnitude = valueOf('magnitude');
  const dayIn = (name: string, usual: EpochMs): EpochMs | undefined =>
    valueOf(name) === formatDay(usual) ? undefined : parseDay(valueOf(name));
  return {
    from: dayIn('from', FIRST_DAY),
    to: dayIn('to', until),
    minMagnitude: magnitude === 'zoom' ? 'zoom' : magnitude === 'all' ? -Infinity : Number(magnitude),
    agency: (valueOf('agency') || undefined) as Agency | undefined,
    province: valueOf('province') || undefined,
    depth: valueOf('depth') === '' ? undefined : depthRange(valueOf('depth')),
  };
}
