/** The form of the filters: native controls, in step with the address of the page. */
import { agencyChoice, choice, type Choice } from './choices.ts';
import { el } from './dom.ts';
import { type Filters, NO_FILTERS, type Period } from './filters.ts';
import { t } from './language.ts';

interface FormOptions {
  form: HTMLFormElement;
  filters: Filters;
  changed(change: Partial<Filters>): void;
}

const depths = (min_depth: string, max_depth: string): Filters['texts'] => ({ min_depth, max_depth });

/** Choices of a depth: texts of its two parameters. */
const DEPTHS: Readonly<Record<string, Filters['texts']>> = {
  '': depths('', ''),
  '-10': depths('', '10'),
  '10-': depths('10', ''),
  '40-': depths('40', ''),
  '70-': depths('70', ''),
};

const depthKey = (texts: Filters['texts']): string =>
  Object.keys(DEPTHS).find((key) =>
    Object.entries(DEPTHS[key]!).every(([name, text]) => text === (texts[name] ?? '')),
  ) ?? '';

const depthText = (key: string): string => {
  const { min_depth: least, max_depth: greatest } = DEPTHS[key]!;
  if (greatest) return t('depthTo', greatest);
  return least ? t('depthFrom', least) : t('anyDepth');
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
  let { texts } = filters;
  const isSearch = ['sources', 'min_depth', 'max_depth'].some((name) => texts[name]);
  const search = el('input', {
    name: 'q',
    type: 'search',
    autocomplete: 'off',
    maxlength: 100,
    placeholder: t('placeExample'),
  });
  search.value = texts['q'] ?? '';
  form.replaceChildren(
    choice('period', t('time'), periods, filters.period),
    choice('min_magnitude', t('magnitude'), magnitudes, texts['min_magnitude'] ?? ''),
    el('label.wide', el('span', t('findPlace')), search),
    el(
      'details.wide',
      { open: isSearch },
      el('summary', t('more')),
      el(
        'div.pair',
        agencyChoice('sources', texts['sources']),
        choice(
          'depth',
          t('depth'),
          Object.keys(DEPTHS).map((key): Choice => [key, depthText(key)]),
          depthKey(texts),
        ),
      ),
      el('button', { type: 'reset', class: 'quiet' }, t('clear')),
    ),
  );
  form.oninput = ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (name === 'period') return changed({ period: value as Period });
    texts = { ...texts, ...(name === 'depth' ? DEPTHS[value] : { [name]: value }) };
    changed({ texts });
  };
  form.onsubmit = (event) => event.preventDefault();
  form.onreset = (event) => {
    event.preventDefault();
    const { colouring, selected, ...rest } = NO_FILTERS;
    fillForm({ form, filters: { ...rest, colouring, selected }, changed });
    changed(rest);
  };
}
