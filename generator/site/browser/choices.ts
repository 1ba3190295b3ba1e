/** Choices of forms, as native controls. */
import { el } from './dom.ts';
import { agenciesHere, agencyName, t } from './language.ts';

export type Choice = [value: string, text: string];

/** @param textOf text of a value that is none of the choices, as an address may give it */
export function choice(
  [name, label]: [name: string, label: string],
  usual: readonly Choice[],
  value: string,
  textOf: (value: string) => string = (text) => text,
): HTMLElement {
  const isUsual = usual.some(([one]) => one === value);
  const choices: readonly Choice[] = isUsual ? usual : [...usual, [value, textOf(value)]];
  const options = choices.map(([one, text]) => el('option', { value: one, selected: one === value }, text));
  return el('label', el('span', label), el('select', { name }, ...options));
}

export const agencyChoice = (name: string, value = ''): HTMLElement =>
  choice(
    [name, t('agency')],
    [['', t('anyAgency')], ...agenciesHere().map((one): Choice => [one, agencyName(one)])],
    value,
    (names) => names.split(',').map(agencyName).join(', '),
  );

/** Kilometres. */
interface DepthRange {
  from?: number | undefined;
  to?: number | undefined;
}

const DEPTHS: Readonly<Record<string, DepthRange>> = {
  '': {},
  '-10': { to: 10 },
  '10-': { from: 10 },
  '40-': { from: 40 },
  '70-': { from: 70 },
};

/** @param below the text of an upper end: exclusive in one form, inclusive in the other */
export function depthChoice(chosen: DepthRange, below: 'depthBelow' | 'depthTo'): HTMLElement {
  const textOf = ({ from, to }: DepthRange): string =>
    from === undefined
      ? to === undefined
        ? t('anyDepth')
        : t(below, to)
      : to === undefined
        ? t('depthFrom', from)
        : t('depthBetween', from, to);
  const known = Object.entries(DEPTHS);
  const [key] = known.find(([, { from, to }]) => from === chosen.from && to === chosen.to) ?? [keyOf(chosen)];
  const choices = known.map(([one, depth]): Choice => [one, textOf(depth)]);
  return choice(['depth', t('depth')], choices, key, () => textOf(chosen));
}

const keyOf = ({ from, to }: DepthRange): string => `${from ?? ''}-${to ?? ''}`;

/** The range of a value of {@link depthChoice}. */
export function depthRange(key: string): DepthRange {
  const [, from = '', to = ''] = /^(-?\d[\d.]*)?-(-?\d[\d.]*)?$/.exec(key) ?? [];
  return { ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) };
}
