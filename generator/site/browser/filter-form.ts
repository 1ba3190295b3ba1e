/** The form of the filters, in step with the address of the page, and its folded part for the reader’s place. */
import { ownValue } from '#core/own-value.ts';
import { choice, type Choice } from './choices.ts';
import { el, language, required, base } from './dom.ts';
import { agencyField, depthField, listenToFields, magnitudeField, provinceField } from './filter-fields.ts';
import { type Filters, NO_FILTERS, type Period, type Texts, usualPeriod } from './filters.ts';
import { t } from './language.ts';
import { type Near, type Order, ORDERS, possibleOrder, parseNear } from './near.ts';
import type { fillNear, NearFormOptions } from './near-form.ts';
import { recalled, remember } from './page-frame.ts';
import { stored } from './requests.ts';

interface FormOptions {
  form: HTMLFormElement;
  filters: Filters;
  changed(change: Partial<Filters>): void;
  /** The reader's place. */
  near(): Near | undefined;
  nearChanged(near: Near | undefined): void;
}

/** The field of each parameter that has one. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ min_magnitude: 'min_magnitude', sources: 'sources', province: 'province' },
  ...{ min_depth: 'depth', max_depth: 'depth' },
};

/** The chosen filters in words; the period is in the heading of the list. */
function activeWords(form: HTMLFormElement, { texts, order = 'time' }: Filters, near: Near | undefined): string[] {
  const chosen = (name: string): string =>
    form.querySelector<HTMLSelectElement>(`select[name=${name}]`)?.selectedOptions[0]?.text ?? '';
  const words = Object.entries(texts).map(([name, text]) => {
    const field = ownValue(FIELDS, name);
    if (!text || field) return text && chosen(field!);
    return name === 'q' ? `“${text}”` : `${name} ${text}`;
  });
  words.push(
    near?.radius === undefined ? '' : `${nameOf(near)}, ${t('withinKm', near.radius)}`,
    possibleOrder(order, near) === 'time' ? '' : chosen('order').toLocaleLowerCase(language()),
  );
  return [...new Set(words)].filter((one) => one !== '');
}

/** The button of the form, which is folded on phones, says which filters are active. @param shown order of the list */
export function showActive(form: HTMLFormElement, filters: Filters, near: Near | undefined, shown: Order): void {
  const order = form.querySelector<HTMLSelectElement>('[name=order]')!;
  order.querySelector<HTMLOptionElement>('[value=distance]')!.disabled = !near;
  order.value = shown;
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

function searchField(texts: Texts): HTMLElement {
  const search = el('input', {
    ...{ name: 'q', type: 'search', autocomplete: 'off', maxlength: 100 },
    placeholder: t('placeExample'),
  });
  search.value = texts['q'] ?? '';
  return el('label', el('span', t('findPlace')), search);
}

export function fillForm(options: FormOptions): void {
  const { form, filters, changed, near, nearChanged } = options;
  const { texts } = filters;
  let usual = usualPeriod(texts);
  form.replaceChildren(
    choice(['period', t('time')], periods(), filters.period, () => periodName('newest')),
    magnitudeField(texts, magnitudes()),
    searchField(texts),
    choice(['order', t('order')], orders(), filters.order ?? 'time'),
    nearPart(form, { near, changed: nearChanged }),
    el(
      'details.wide',
      { open: Object.keys(FIELDS).some((name) => name !== 'min_magnitude' && ownValue(texts, name)) },
      el('summary', t('more')),
      el('div.pair', agencyField(texts), depthField(texts), provinceField(texts)),
      el('button', { type: 'reset', class: 'quiet' }, t('clear')),
    ),
  );
  listenToFields(form, {
    texts,
    changed(next) {
      const period = usualPeriod(next);
      if (period === usual) return changed({ texts: next });
      usual = period;
      form.querySelector<HTMLSelectElement>('[name=period]')!.value = period;
      changed({ texts: next, period });
    },
    other(name, value) {
      if (name === 'period') changed({ period: value as Period });
      else if (name === 'order') changed({ order: value as Order });
      return name === 'period' || name === 'order';
    },
    cleared() {
      const { colouring, selected, ...rest } = NO_FILTERS;
      fillForm({ ...options, filters: { ...rest, colouring, selected } });
      const { radius, ...place } = near() ?? {};
      if (radius !== undefined) nearChanged(place as Near);
      changed(rest);
    },
  });
}

const KEY = 'near';

export const recalledNear = (): Near | undefined => parseNear(recalled(KEY));
export const rememberNear = (near: Near | undefined): void => remember(KEY, near && JSON.stringify(near));

/** `Kadıköy (İstanbul)`. */
const nameOf = ({ town }: Near): string => (town ? `${town.district} (${town.province})` : t('myPlace'));

/** @param form names the files that are loaded */
function nearPart(form: HTMLFormElement, options: Pick<NearFormOptions, 'near' | 'changed'>): HTMLElement {
  const box = el('div');
  const part = el('details.wide', { id: 'near' }, el('summary', t('nearMe')), box);
  let isFilled = false;
  const fill = async (): Promise<void> => {
    const { near = '', districts = '' } = form.dataset;
    box.textContent = t('loading');
    try {
      const [script, places] = await Promise.all([
        import(`${base()}/${near}`) as Promise<{ fillNear: typeof fillNear }>,
        stored<NearFormOptions['districts']>(districts),
      ]);
      script.fillNear({ ...options, box, districts: places });
      isFilled = true;
    } catch {
      box.replaceChildren(el('p.hint', { role: 'alert' }, t('notLoaded')));
    }
  };
  part.ontoggle = () => void (part.open && !isFilled && fill());
  return part;
}
