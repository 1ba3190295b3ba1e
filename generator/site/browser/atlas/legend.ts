/** The legend of the map of all years, which also chooses what the colours mean. */
import type { Theme } from '../../drawing/palette.ts';
import { COLOURS, UNKNOWN_COLOUR } from '../../drawing/palette.ts';
import { el } from '../dom.ts';
import { t } from '../language.ts';
import type { AtlasColouring } from './state.ts';
import { say } from './words.ts';

interface LegendOptions {
  box: HTMLElement;
  colouring: AtlasColouring;
  theme: Theme;
  changed(change: { colouring: AtlasColouring }): void;
}

export function fillAtlasLegend({ box, colouring, theme, changed }: LegendOptions): void {
  const choices = (['depth', 'time'] as const).map((one) => {
    const input = el('input', { type: 'radio', name: 'colouring', value: one, checked: one === colouring });
    input.addEventListener('change', () => changed({ colouring: one }));
    return el('label', {}, input, el('span', {}, t(one)));
  });
  const colours =
    colouring === 'depth' ? [...COLOURS[theme].depth, UNKNOWN_COLOUR[theme]] : COLOURS[theme].age.toReversed();
  const names =
    colouring === 'depth'
      ? [...t('depthClasses').split('|'), say('unknownDepth')]
      : [say('oldest'), '', '', '', say('newest')];
  const classes = names.map((name, index) => {
    const dot = el('span', { class: 'dot', 'aria-hidden': 'true' });
    dot.style.background = colours[index]!;
    return el('li', { class: name === say('unknownDepth') && 'unknown' }, dot, name);
  });
  const had = box.contains(document.activeElement);
  box.replaceChildren(
    el('fieldset', {}, el('legend', {}, t('colourBy')), ...choices),
    el('ul', { class: 'classes' }, ...classes),
  );
  if (had) box.querySelector<HTMLInputElement>('input:checked')?.focus();
}
