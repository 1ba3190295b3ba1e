/** The earthquakes that followed one: the largest as links, all in a plot, and in numbers. */
import { listWords } from '#core/date-words.ts';
import { nearestProvinces } from '#core/provinces.ts';
import { reachKm } from '#seismology/aftershock-windows.ts';
import { bandFloor } from '#core/shard.ts';
import { magnitudeText } from '#core/text.ts';
import { DAY } from '#core/time.ts';
import {
  largestOf,
  lowestBand,
  reachMs,
  type Aftershock,
  type Shock,
  dotsPath,
  periodsOf,
  PLOT,
  plotScale,
  TICKS,
  type PlotScale,
} from '../drawing/sequence-plot.ts';
import * as clock from './clock.ts';
import { el, eventAddress, isTurkish, language, svg, table } from './dom.ts';
import { duration, kilometres, number, translator } from './language.ts';
import { SEQUENCE_TEXTS } from './sequence-texts.ts';

const t = translator(SEQUENCE_TEXTS);

/** Of a sequence. */
interface Known {
  main: Shock;
  /** Ids of its sequence, and of all sequences, in the year of the main shock. */
  members: ReadonlySet<number>;
  dependents: ReadonlySet<number>;
}

const LISTED = 8;

const yearOf = ({ time }: Shock): number => new Date(time).getUTCFullYear();

function entryOf(one: Aftershock, { main, members, dependents }: Known): HTMLElement {
  const after = one.time - main.time;
  const [seat] = nearestProvinces(one, 1);
  const place = t('near', seat!.province.name, kilometres(seat!.km));
  const isKnown = after > 0 && yearOf(one) === yearOf(main);
  const kind = members.has(one.id) ? 'same' : isKnown && (dependents.has(one.id) ? 'other' : 'own');
  const step = `${t(after < 0 ? 'earlier' : 'later', duration(Math.abs(after)))} · ${kilometres(one.km)}`;
  return el(
    'li',
    el(
      'a',
      { href: eventAddress(one.id) },
      el('b', magnitudeText(one.magnitude, language())),
      ' ',
      el('span', listWords(one.time, 'minute', language()), ' ', el('small', place)),
      ' ',
      el('small', step, ...(kind ? [' · ', el('em', t(kind))] : [])),
    ),
  );
}

export const aftershockList = (aftershocks: readonly Aftershock[], known: Known): HTMLElement =>
  el('ul.near.aftershocks', ...aftershocks.map((one) => entryOf(one, known)));

/** @param aftershocks at least one, in order of time */
export function aftershocksPart(aftershocks: readonly Aftershock[], known: Known): Element[] {
  const { main } = known;
  const least = bandFloor(lowestBand(main.magnitude));
  const [length, km] = [Math.min(reachMs(main.magnitude), clock.now() - main.time), reachKm(main.magnitude)];
  return [
    el('h3', t('aftershocks')),
    el('p.hint', t('reach', duration(length), number(Math.round(km)), least, number(aftershocks.length))),
    aftershockList(largestOf(aftershocks, LISTED), known),
    el('h3', t('plot')),
    plot(aftershocks, main),
    el('details', el('summary', t('asTable')), numbers(aftershocks, main)),
  ];
}

const PERIODS = [
  [DAY, 'firstDay'],
  [7 * DAY, 'firstWeek'],
  [30 * DAY, 'firstMonth'],
  [365 * DAY, 'firstYear'],
] as const;

function numbers(aftershocks: readonly Aftershock[], main: Shock): HTMLElement {
  const lowest = bandFloor(lowestBand(main.magnitude));
  const least = [0, 1, 2, 3].map((step) => lowest + step).filter((one) => one < main.magnitude);
  const shown = PERIODS.filter(([period]) => period <= Math.max(DAY, reachMs(main.magnitude)));
  const rows = periodsOf(aftershocks, main, { lengths: shown.map(([period]) => period), least }).map(
    ({ counts, largest }, index) => [
      t(shown[index]![1]),
      ...counts.map((count) => number(count)),
      largest === undefined ? '–' : magnitudeText(largest, language()),
    ],
  );
  const heads = [t('period'), ...least.map((one) => t('from', one)), t('largest')];
  return table(t('asTable'), heads, rows);
}

function axes({ x, y, magnitudes }: PlotScale, length: number): SVGElement[] {
  const { width, height, left, right, top, bottom } = PLOT;
  return [
    ...magnitudes.flatMap((one) => [
      svg('line', { x1: left, x2: width - right, y1: y(one), y2: y(one) }),
      svg('text', { x: left - 8, y: y(one) + 4, 'text-anchor': 'end' }, `M ${one}`),
    ]),
    ...TICKS.filter(([since]) => since <= length).flatMap(([since, tr, en]) => [
      svg('line', { x1: x(since), x2: x(since), y1: top, y2: height - bottom }),
      svg('text', { x: x(since), y: height - 12, 'text-anchor': 'middle' }, isTurkish() ? tr : en),
    ]),
  ];
}

function plot(aftershocks: readonly Aftershock[], main: Shock): SVGElement {
  const { width, height, left, right } = PLOT;
  const length = Math.max(DAY, reachMs(main.magnitude));
  const scale = plotScale([...aftershocks, main], length);
  const at = (one: Shock): { x: number; y: number } => ({
    x: scale.x(one.time - main.time),
    y: scale.y(one.magnitude),
  });
  const [firstDay, firstMonth] = periodsOf(aftershocks, main, { lengths: [DAY, 30 * DAY], least: [-Infinity] });
  const [largest] = largestOf(aftershocks, 1);
  const counts = [firstDay!, firstMonth!].map(({ counts: [count] }) => number(count!));
  const text = t('plotText', number(aftershocks.length), ...counts, magnitudeText(largest!.magnitude, language()));
  const y = scale.y(main.magnitude);
  return svg(
    'svg',
    {
      class: 'sequence-plot',
      viewBox: `0 0 ${width} ${height}`,
      role: 'img',
      'aria-labelledby': 'plot-title plot-text',
    },
    svg('title', { id: 'plot-title' }, t('plot')),
    svg('desc', { id: 'plot-text' }, text),
    ...axes(scale, length),
    svg('line', { class: 'main', x1: left, x2: width - right, y1: y, y2: y }),
    svg(
      'text',
      { class: 'main', x: width - right, y: y + 13, 'text-anchor': 'end' },
      t('mainLine', magnitudeText(main.magnitude, language())),
    ),
    svg('path', { class: 'dots', d: dotsPath(aftershocks.map(at)) }),
    ...largestOf(aftershocks, LISTED).map((one) =>
      svg('circle', { cx: at(one).x.toFixed(1), cy: at(one).y.toFixed(1), r: 3.5 }),
    ),
  );
}
