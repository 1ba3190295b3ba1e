/** The legend of the map, which also chooses what the colours mean. */
import type { Colouring, Theme } from '../drawing/palette.ts';
import { COLOURINGS, COLOURS, radiusOf } from '../drawing/palette.ts';
import { el } from './dom.ts';
import { t } from './language.ts';

interface LegendOptions {
  box: HTMLElement;
  colouring: Colouring;
  theme: Theme;
  changed(colouring: Colouring): void;
}

export function fillLegend({ box, colouring, theme, changed }: LegendOptions): void {
  const choices = COLOURINGS.map((one) => {
    const input = el('input', { type: 'radio', name: 'colouring', value: one, checked: one === colouring });
    input.addEventListener('change', () => changed(one));
    return el('label', {}, input, el('span', {}, t(one)));
  });
  const names = t(colouring === 'age' ? 'ageClasses' : 'depthClasses').split('|');
  const classes = names.map((name, index) => {
    const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
    dot.style.background = COLOURS[theme][colouring][index]!;
    return el('li', {}, dot, name);
  });
  const sizes = [2, 4, 5].map((value) => {
    const ring = el('span', { class: 'ring', 'aria-hidden': 'true' });
    ring.style.width = ring.style.height = `${2 * radiusOf(value)}px`;
    return el('li', {}, ring, `M ${value}`);
  });
  const had = box.contains(document.activeElement);
  box.replaceChildren(
    el('fieldset', {}, el('legend', {}, t('colourBy')), ...choices),
    el('ul', { class: 'classes' }, ...classes),
    el('ul', { class: 'sizes', 'aria-label': t('size') }, ...sizes),
  );
  if (had) box.querySelector<HTMLInputElement>('input:checked')?.focus();
}
