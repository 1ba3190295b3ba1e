/** Choices of forms, as native controls. */
import { el } from './dom.ts';

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
