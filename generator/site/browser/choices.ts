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
