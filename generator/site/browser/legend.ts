/** Earthquakes as points of the map, and its legend, which also chooses what the colours mean. */
import {
  COLOURS,
  radiusOf,
  UNKNOWN_COLOUR,
  type Theme,
  ageClass,
  depthClass,
  UNKNOWN_CLASS,
  type Colouring,
} from '../drawing/palette.ts';
import { el } from './dom.ts';
import { t } from './language.ts';
import type { EpochMs } from '#core/time.ts';
import type { Earthquake } from './earthquake.ts';
import type { MapPoint } from './map/map.ts';
import { currentTheme } from './page-frame.ts';

interface LegendOptions<Name> {
  box: HTMLElement;
  choices: readonly Name[];
  colouring: Name;
  theme: Theme;
  /** Scale of the map's circles; without it the legend explains no sizes. */
  scale?: number;
  changed(colouring: Name): void;
}

/** `time`: the age, within the time range that is shown. */
export function fillLegend<Name extends 'age' | 'depth' | 'time'>(options: LegendOptions<Name>): void {
  const { box, choices, colouring, theme, scale, changed } = options;
  const inputs = choices.map((one) => {
    const input = el('input', { type: 'radio', name: 'colouring', value: one, checked: one === colouring });
    input.addEventListener('change', () => changed(one));
    return el('label', input, el('span', t(one)));
  });
  const { age, depth } = COLOURS[theme];
  const colours = { age, depth, time: age.toReversed() }[colouring];
  const names = t(({ age: 'ageClasses', depth: 'depthClasses', time: 'timeClasses' } as const)[colouring]).split('|');
  const classes = names.map((name, index) => classItem(colours[index]!, name));
  if (colouring === 'depth') classes.push(classItem(UNKNOWN_COLOUR[theme], t('unknown')));
  const isFocused = box.contains(document.activeElement);
  box.replaceChildren(
    el('fieldset', el('legend', t('colourBy')), ...inputs),
    el('ul.classes', ...classes),
    ...(scale === undefined ? [] : [sizes(scale)]),
  );
  if (isFocused) box.querySelector<HTMLInputElement>('input:checked')?.focus();
}

function classItem(colour: string, name: string): HTMLElement {
  const dot = el('span.dot', { 'aria-hidden': 'true' });
  dot.style.background = colour;
  return el('li', dot, name);
}

function sizes(scale: number): HTMLElement {
  const items = [2, 4, 5].map((magnitude) => {
    const ring = el('span.ring', { 'aria-hidden': 'true' });
    ring.style.width = ring.style.height = `${2 * scale * radiusOf(magnitude)}px`;
    return el('li', ring, `M ${magnitude}`);
  });
  return el('ul.sizes', { 'aria-label': t('size') }, ...items);
}

/** Many epicentres are drawn smaller, so that they do not cover the map. */
export const scaleFor = (count: number): number => Math.min(1, Math.max(0.3, Math.sqrt(400 / count)));

export const classOf = (one: Earthquake, colouring: Colouring, now: EpochMs): number =>
  colouring === 'age' ? ageClass(now - one.time) : depthClass(one.depthKm);

/** The newest and, among the old, the small ones on top. @param rows newest first */
export function pointsOf(rows: readonly Earthquake[], colouring: Colouring, now: EpochMs): MapPoint[] {
  const [scale, theme] = [scaleFor(rows.length), currentTheme()];
  const point = (one: Earthquake): MapPoint => {
    const index = classOf(one, colouring, now);
    return {
      ...{ id: one.id, latitude: one.latitude, longitude: one.longitude },
      radius: scale * radiusOf(one.magnitude),
      colour: index === UNKNOWN_CLASS ? UNKNOWN_COLOUR[theme] : COLOURS[theme][colouring][index]!,
    };
  };
  return rows.map(point).reverse();
}
