/** The form of the filters: native controls, in step with the address of the page. */
import { ownValue } from '#core/own-value.ts';
import { agencyChoice, choice, depthChoice, depthRange, type Choice } from './choices.ts';
import { el, language, required } from './dom.ts';
import { type Filters, NO_FILTERS, type Period } from './filters.ts';
import { t } from './language.ts';
import { type Near, type Order, ORDERS, possibleOrder } from './near.ts';
import { nameOf, nearPart } from './near-part.ts';

interface FormOptions {
  form: HTMLFormElement;
  filters: Filters;
  changed(change: Partial<Filters>): void;
  /** The reader's place. */
  near(): Near | undefined;
  nearChanged(near: Near | undefined): void;
}

const textsOf = (key: string): Filters['texts'] => {
  const { from = '', to = '' } = depthRange(key);
  return { min_depth: String(from), max_depth: String(to) };
};

const numberOf = (text: string | undefined): number | undefined => (text ? Number(text) : undefined);

/** After the last letter of a search, ms: a list of thousands is not made for each. */
const TYPED_AFTER = 180;

/** The chosen filters in words; the period is in the heading of the list. */
function activeWords(form: HTMLFormElement, { texts, order }: Filters, near: Near | undefined): string[] {
  const chosen = (name: string): string | undefined =>
    form.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.selectedOptions[0]?.text;
  const named = { min_magnitude: 'min_magnitude', sources: 'sources', min_depth: 'depth', max_depth: 'depth' } as const;
  const words = Object.entries(named).map(([parameter, name]) =>
    ownValue(texts, parameter) ? chosen(name) : undefined,
  );
  words.push(
    texts['q'] ? `“${texts['q']}”` : undefined,
    near?.radius === undefined ? undefined : `${nameOf(near)}, ${t('withinKm', near.radius)}`,
    possibleOrder(order, near) === 'time' ? undefined : chosen('order')?.toLocaleLowerCase(language()),
  );
  return [...new Set(words)].filter((one) => one !== undefined);
}

/** The button of the form, which is folded on phones, says which filters are active. */
export function showActive(form: HTMLFormElement, filters: Filters, near: Near | undefined): void {
  const order = form.querySelector<HTMLSelectElement>('[name=order]')!;
  order.querySelector<HTMLOptionElement>('[value=distance]')!.disabled = !near;
  order.value = possibleOrder(filters.order, near);
  form.querySelector('#near summary')!.textContent = near ? `${t('nearMe')}: ${nameOf(near)}` : t('nearMe');
  const words = activeWords(form, filters, near);
  required('#fold').textContent = words.length === 0 ? t('filters') : `${t('filters')}: ${words.join(', ')}`;
}

const PERIOD_TEXTS = {
  ...({ '24h': 'hours24', '7d': 'days7', '30d': 'days30', '1y': 'year1' } as const),
  ...({ all: 'allYears', newest: 'newestRecords' } as const),
};

export const periodName = (period: Period): string => t(PERIOD_TEXTS[period]);

/** Where recent ones are there, the newest are those of a period. */
const periods = (): Choice[] =>
  (['24h', '7d', '30d', '1y', 'all'] as const).map((period): Choice => [period, periodName(period)]);

const magnitudes = (): Choice[] => [
  ['', t('anyMagnitude')],
  ...[2, 3, 4, 5].map((least): Choice => [String(least), t('magnitudeFrom', least)]),
];

const orders = (): Choice[] => {
  const names = t('orders').split('|');
  return ORDERS.map((order, index) => [order, names[index]!]);
};

export function fillForm(options: FormOptions): void {
  const { form, filters, changed, near, nearChanged } = options;
  let { texts } = filters;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const isSearch = ['sources', 'min_depth', 'max_depth'].some((name) => ownValue(texts, name));
  const search = el('input', {
    name: 'q',
    type: 'search',
    autocomplete: 'off',
    maxlength: 100,
    placeholder: t('placeExample'),
  });
  search.value = texts['q'] ?? '';
  form.replaceChildren(
    choice(['period', t('time')], periods(), filters.period, () => periodName('newest')),
    choice(['min_magnitude', t('magnitude')], magnitudes(), texts['min_magnitude'] ?? '', (least) =>
      t('magnitudeFrom', least),
    ),
    el('label', el('span', t('findPlace')), search),
    choice(['order', t('order')], orders(), filters.order),
    nearPart(form, { near, changed: nearChanged }),
    el(
      'details.wide',
      { open: isSearch },
      el('summary', t('more')),
      el(
        'div.pair',
        agencyChoice('sources', texts['sources']),
        depthChoice({ from: numberOf(texts['min_depth']), to: numberOf(texts['max_depth']) }, 'depthTo'),
      ),
      el('button', { type: 'reset', class: 'quiet' }, t('clear')),
    ),
  );
  form.oninput = ({ target }) => {
    const { name, value } = target as HTMLInputElement;
    if (name === 'period') return changed({ period: value as Period });
    if (name === 'order') return changed({ order: value as Order });
    texts = { ...texts, ...(name === 'depth' ? textsOf(value) : { [name]: value }) };
    clearTimeout(typing);
    if (name === 'q') typing = setTimeout(() => changed({ texts }), TYPED_AFTER);
    else changed({ texts });
  };
  form.onsubmit = (event) => event.preventDefault();
  form.onreset = (event) => {
    event.preventDefault();
    const { colouring, selected, ...rest } = NO_FILTERS;
    fillForm({ ...options, filters: { ...rest, colouring, selected } });
    const { radius, ...place } = near() ?? {};
    if (radius !== undefined) nearChanged(place as Near);
    changed(rest);
  };
}
