/** Choices of forms, as native controls. */
import { el } from './dom.ts';
import { agenciesHere, agencyName, t } from './language.ts';

export type Choice = [value: string, text: string];

export function choice(name: string, label: string, choices: readonly Choice[], value: string): HTMLElement {
  const options = choices.map(([one, text]) => el('option', { value: one, selected: one === value }, text));
  return el('label', el('span', label), el('select', { name }, ...options));
}

export const agencyChoice = (name: string, value = ''): HTMLElement =>
  choice(
    name,
    t('agency'),
    [['', t('anyAgency')], ...agenciesHere().map((one): Choice => [one, agencyName(one)])],
    value,
  );

/** Kilometres. */
interface DepthRange {
  from?: number | undefined;
  to?: number | undefined;
}

export const DEPTHS: Readonly<Record<string, DepthRange>> = {
  '': {},
  '-10': { to: 10 },
  '10-': { from: 10 },
  '40-': { from: 40 },
  '70-': { from: 70 },
};

/** @param below the text of an upper end: exclusive in one form, inclusive in the other */
export function depthChoice(chosen: DepthRange, below: 'depthBelow' | 'depthTo'): HTMLElement {
  const textOf = ({ from, to }: DepthRange): string =>
    to !== undefined ? t(below, to) : from === undefined ? t('anyDepth') : t('depthFrom', from);
  const known = Object.entries(DEPTHS);
  const [key] = known.find(([, { from, to }]) => from === chosen.from && to === chosen.to) ?? [''];
  const choices = known.map(([one, depth]): Choice => [one, textOf(depth)]);
  return choice('depth', t('depth'), choices, key);
}
