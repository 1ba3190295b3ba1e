/** The form of the filters: native controls, in step with the address of the page. */
import type { Agency } from '#core/earthquake.ts';
import { AGENCIES } from '#core/earthquake.ts';
import { el } from './dom.ts';
import type { Filters, Period } from './filters.ts';
import { NO_FILTERS } from './filters.ts';
import { agencyName, t } from './language.ts';

interface FormOptions {
  form: HTMLFormElement;
  filters: Filters;
  changed(change: Partial<Filters>): void;
}

type Choice = [value: string, text: string];

function choice(name: string, label: string, choices: Choice[], value: string): HTMLElement {
  const options = choices.map(([one, text]) => el('option', { value: one, selected: one === value }, text));
  return el('label', {}, el('span', {}, label), el('select', { name }, ...options));
}

const DEPTHS: Record<string, Filters['depth']> = {
  '': undefined,
  '-10': { to: 10 },
  '10-': { from: 10 },
  '40-': { from: 40 },
  '70-': { from: 70 },
};

const depthKey = ({ depth }: Filters): string =>
  Object.keys(DEPTHS).find((key) => DEPTHS[key]?.from === depth?.from && DEPTHS[key]?.to === depth?.to) ?? '';

const depthText = (key: string): string => {
  const { from, to } = DEPTHS[key] ?? {};
  if (to !== undefined) return t('depthBelow', to);
  return from === undefined ? t('anyDepth') : t('depthFrom', from);
};

export function fillForm({ form, filters, changed }: FormOptions): void {
  const periods: Choice[] = [
    ['24h', t('hours24')],
    ['7d', t('days7')],
    ['30d', t('days30')],
    ['1y', t('year1')],
    ['all', t('allYears')],
  ];
  const magnitudes: Choice[] = [
    ['', t('anyMagnitude')],
    ...[2, 3, 4, 5].map((least): Choice => [String(least), t('magnitudeFrom', least)]),
  ];
  const agencies: Choice[] = [['', t('anyAgency')], ...AGENCIES.map((name): Choice => [name, agencyName(name)])];
  const isSearch = filters.agency !== undefined || filters.depth !== undefined;
  const search = el('input', { name: 'q', type: 'search', autocomplete: 'off', placeholder: t('placeExample') });
  search.value = filters.place;
  form.replaceChildren(
    choice('period', t('time'), periods, filters.period),
    choice('magnitude', t('magnitude'), magnitudes, String(filters.minMagnitude ?? '')),
    el('label', { class: 'wide' }, el('span', {}, t('findPlace')), search),
    el(
      'details',
      { class: 'wide', open: isSearch },
      el('summary', {}, t('more')),
      el(
        'div',
        { class: 'pair' },
        choice('agency', t('agency'), agencies, filters.agency ?? ''),
        choice(
          'depth',
          t('depth'),
          Object.keys(DEPTHS).map((key): Choice => [key, depthText(key)]),
          depthKey(filters),
        ),
      ),
      el('button', { type: 'reset', class: 'quiet' }, t('clear')),
    ),
  );
  const valueOf = (name: string): string => (form.elements.namedItem(name) as HTMLInputElement).value;
  form.oninput = () =>
    changed({
      period: valueOf('period') as Period,
      minMagnitude: valueOf('magnitude') === '' ? undefined : Number(valueOf('magnitude')),
      agency: (valueOf('agency') || undefined) as Agency | undefined,
      depth: DEPTHS[valueOf('depth')],
      place: valueOf('q'),
    });
  form.onsubmit = (event) => event.preventDefault();
  form.onreset = (event) => {
    event.preventDefault();
    const { colouring, selected, ...rest } = NO_FILTERS;
    fillForm({ form, filters: { ...rest, colouring, selected }, changed });
    changed(rest);
  };
}
