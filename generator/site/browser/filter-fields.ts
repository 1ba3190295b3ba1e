/** Fields of filters for the forms of both maps: native controls, named as the parameters of the API. */
import { KNOWN_AGENCIES } from '#core/agencies.ts';
import { SOURCES } from '#core/filters/words.ts';
import { provinceOf } from '#core/provinces.ts';
import { Refused } from '#core/parameter.ts';
import { formatDay, type EpochMs } from '#core/time.ts';
import { choice, type Choice } from './choices.ts';
import { provinceChoices } from '../drawing/turkish.ts';
import { el } from './dom.ts';
import type { Texts } from './filters.ts';
import { agenciesHere, agencyName, t } from './language.ts';

/** @param usual the choices besides any magnitude */
export const magnitudeField = (texts: Texts, usual: readonly Choice[]): HTMLElement =>
  choice(['min_magnitude', t('magnitude')], usual, texts['min_magnitude'] ?? '', (least) =>
    t('magnitudeFrom', Number(least) || least),
  );

export function agencyField({ sources = '' }: Texts): HTMLElement {
  const read = sources === '' ? [] : SOURCES.parse(sources, KNOWN_AGENCIES);
  const value = read instanceof Refused || read.length === 0 ? sources : read.join();
  const usual = agenciesHere().map((one): Choice => [one, agencyName(one)]);
  return choice(['sources', t('agency')], [['', t('anyAgency')], ...usual], value, (names) =>
    names.split(',').map(agencyName).join(', '),
  );
}

export const provinceField = ({ province = '' }: Texts): HTMLElement =>
  choice(
    ['province', t('province')],
    [['', t('anyProvince')], ...provinceChoices()],
    provinceOf(province)?.code ?? province,
    (names) =>
      names
        .split(',')
        .map((name) => provinceOf(name)?.name ?? name)
        .join(', '),
  );

/** Least and greatest depth in km, joined by a hyphen; both inclusive. */
const DEPTHS = ['-', '-10', '10-', '40-', '70-'];
const DEPTH = /^(-?[\d.]*)-(-?[\d.]*)$/;

function depthWords(key: string): string {
  const [, from = '', to = ''] = DEPTH.exec(key) ?? [];
  if (from === '') return to === '' ? t('anyDepth') : t('depthTo', to);
  return to === '' ? t('depthFrom', from) : t('depthBetween', from, to);
}

export const depthField = ({ min_depth: from = '', max_depth: to = '' }: Texts): HTMLElement =>
  choice(
    ['depth', t('depth')],
    DEPTHS.map((key): Choice => [key, depthWords(key)]),
    `${from}-${to}`,
    depthWords,
  );

interface DayField {
  label: string;
  /** What stands there while none is chosen. */
  usual: EpochMs;
  /** Both inclusive. */
  span: readonly [from: EpochMs, to: EpochMs];
}

export function dayField(
  texts: Texts,
  name: 'date_from' | 'date_to',
  { label, usual, span: [from, to] }: DayField,
): HTMLElement {
  const day = formatDay(usual);
  const input = el('input', { type: 'date', name, min: formatDay(from), max: formatDay(to), 'data-usual': day });
  input.value = texts[name] || day;
  return el('label', el('span', label), input);
}

/** Parameters with the values that a field gives them. */
function textsOf({ name, value, dataset }: HTMLInputElement): Texts {
  if (name !== 'depth') return { [name]: value === dataset['usual'] ? '' : value };
  const [, from = '', to = ''] = DEPTH.exec(value) ?? [];
  return { min_depth: from, max_depth: to };
}

/** After the last letter of a search, ms: a list of thousands is not made for each. */
const TYPED_AFTER = 180;

interface Listener {
  texts: Texts;
  changed(texts: Texts): void;
  /** By the button that resets the form. */
  cleared(): void;
  /** @returns whether the field is no filter of the API */
  other?(name: string, value: string): boolean;
}

export function listenToFields(form: HTMLFormElement, { changed, cleared, other, ...options }: Listener): void {
  let { texts } = options;
  let typing: ReturnType<typeof setTimeout> | undefined;
  const take = ({ target }: Event): void => {
    const field = target as HTMLInputElement;
    if (other?.(field.name, field.value)) return;
    texts = { ...texts, ...textsOf(field) };
    clearTimeout(typing);
    if (field.type === 'search') typing = setTimeout(() => changed(texts), TYPED_AFTER);
    else changed(texts);
  };
  const isTyped = ({ target }: Event): boolean => (target as HTMLInputElement).type === 'search';
  form.oninput = (event) => isTyped(event) && take(event);
  form.onchange = (event) => isTyped(event) || take(event);
  form.onsubmit = (event) => event.preventDefault();
  form.onreset = (event) => {
    event.preventDefault();
    cleared();
  };
}
