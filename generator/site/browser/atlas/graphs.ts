/** The four graphs of a selection, as data for a chart. */
import { hasClock, utcWords } from '#core/date-words.ts';
import { addMagnitude, BIN, emptySample, FEWEST, frequencyMagnitude, LEAST_BIN } from '#core/frequency-magnitude.ts';
import { NO_VALUE } from '#core/points.ts';
import type { EpochMs } from '#core/time.ts';
import { decadesTo } from '../../drawing/axes.ts';
import { depthClass } from '../../drawing/palette.ts';
import { lengthKm, projectOnSection, type SectionLine } from '../../drawing/section.ts';
import { language } from '../dom.ts';
import { kilometres, number, t } from '../language.ts';
import { statedPrecision } from '../time-facts.ts';
import { plainAxis, shortly, timeAxis, type ChartData } from './chart-drawing.ts';
import { eachOf, type Picked, type Selection } from './selection.ts';
import type { Band } from './store.ts';
import { say } from './words.ts';

/** Number of the colour of those without a depth, and of the ink. */
const UNKNOWN = 5;
const INK = 6;

export const magnitudeText = (hundredths: number): string =>
  hundredths === NO_VALUE ? say('noMagnitude') : `M ${(hundredths / 100).toFixed(1)}`;

function statedTime(time: EpochMs): string {
  const precision = statedPrecision(time);
  return `${utcWords(time, precision, language())}${hasClock(precision) ? ' UTC' : ''}`;
}

export function textOf({ band, row }: Picked): string {
  const depth = band.depth[row]! === NO_VALUE ? t('depthUnknown') : kilometres(band.depth[row]! / 10);
  return `${magnitudeText(band.magnitude[row]!)}, ${statedTime(band.time[row]!)}, ${depth}`;
}

const colourOf = (band: Band, row: number): number =>
  band.depth[row]! === NO_VALUE ? UNKNOWN : depthClass(band.depth[row]! / 10);

/** Dots of a selection by two values; rows without one of them are left out. */
class DotsBuilder {
  readonly dots: ChartData['dots'];
  readonly #bands: Band[] = [];
  readonly #band: Uint8Array;
  readonly #row: Uint32Array;

  constructor(most: number) {
    const numbers = { x: new Float64Array(most), y: new Float64Array(most), id: new Uint32Array(most) };
    this.dots = { ...numbers, colour: new Uint8Array(most), count: 0 };
    this.#band = new Uint8Array(most);
    this.#row = new Uint32Array(most);
  }

  add({ band, row }: Picked, x: number, y: number): void {
    const { dots } = this;
    if (this.#bands.at(-1) !== band) this.#bands.push(band);
    dots.x[dots.count] = x;
    dots.y[dots.count] = y;
    dots.id[dots.count] = band.id[row]!;
    dots.colour[dots.count] = colourOf(band, row);
    this.#band[dots.count] = this.#bands.length - 1;
    this.#row[dots.count] = row;
    dots.count += 1;
  }

  picked = (dot: number): Picked => ({ band: this.#bands[this.#band[dot]!]!, row: this.#row[dot]! });
}

export function magnitudeTime(selection: Selection, window: [EpochMs, EpochMs]): ChartData | undefined {
  const builder = new DotsBuilder(selection.count);
  let [least, most, largest] = [Infinity, -Infinity, 0];
  eachOf(selection, (band, row) => {
    const hundredths = band.magnitude[row]!;
    if (hundredths === NO_VALUE) return;
    if (hundredths > most) [most, largest] = [hundredths, builder.dots.count];
    least = Math.min(least, hundredths);
    builder.add({ band, row }, band.time[row]!, hundredths / 100);
  });
  if (builder.dots.count === 0) return undefined;
  const bottom = Math.floor(least / 100);
  return {
    x: timeAxis(window),
    y: plainAxis(bottom, Math.max(Math.ceil(most / 100 + 0.1), bottom + 1)),
    dots: builder.dots,
    text: (dot) => textOf(builder.picked(dot)),
    figures: textOf(builder.picked(largest)),
  };
}

/** @param shownFrom least magnitude that is shown, by which Mc is bounded; -Infinity for all */
export function frequency(selection: Selection, shownFrom: number): ChartData | undefined {
  const sample = emptySample();
  const newest = new Map<number, Picked>();
  eachOf(selection, (band, row) => {
    const hundredths = band.magnitude[row]!;
    if (hundredths === NO_VALUE) return;
    const bin = addMagnitude(sample, hundredths / 100);
    const known = newest.get(bin);
    if (!known || known.band.time[known.row]! < band.time[row]!) newest.set(bin, { band, row });
  });
  const bins = [...newest.keys()].sort((a, b) => b - a);
  if (bins.length === 0) return undefined;
  let sum = 0;
  const steps = bins.map((bin) => {
    const count = sample.magnitudes[bin]!;
    sum += count;
    return { bin, count, sum, magnitude: (bin + LEAST_BIN) * BIN };
  });
  // Twice: how many of each magnitude, and of it and above.
  const dots = [
    ...steps.map((one) => ({ ...one, y: one.count, colour: UNKNOWN })),
    ...steps.map((one) => ({ ...one, y: one.sum, colour: INK })),
  ];
  const found = frequencyMagnitude(sample, 'selection');
  const decades = decadesTo(sum);
  return {
    x: {
      ...plainAxis(Math.floor(steps.at(-1)!.magnitude), Math.ceil(steps[0]!.magnitude + 0.1), 5),
      title: say('magnitudeAxis'),
    },
    y: { from: 0, to: decades.at(-1)!, ticks: decades.map((at) => ({ at, text: shortly(10 ** at) })) },
    dots: {
      x: Float64Array.from(dots, ({ magnitude }) => magnitude),
      y: Float64Array.from(dots, ({ y }) => Math.log10(y)),
      id: Uint32Array.from(dots, ({ bin }) => pickedId(newest.get(bin)!)),
      colour: Uint8Array.from(dots, ({ colour }) => colour),
      count: dots.length,
    },
    text: (dot) => {
      const { magnitude, count, sum: above } = dots[dot]!;
      return say('binDot', magnitude.toFixed(1), number(count), number(above));
    },
    ...fitOf(found, steps[0]!.magnitude, shownFrom),
  };
}

const pickedId = ({ band, row }: Picked): number => band.id[row]!;

function fitOf(
  found: ReturnType<typeof frequencyMagnitude>,
  most: number,
  shownFrom: number,
): Pick<ChartData, 'figures' | 'hint' | 'line' | 'rule'> {
  const hint = [say('bMethod'), ...(shownFrom > -Infinity ? [say('bounded', shownFrom.toFixed(1))] : [])].join(' ');
  if (found?.b_reason === 'unstable') return { figures: say('unstable'), hint };
  if (!found || found.b === null || found.mc === null) return { figures: say('tooFew', number(FEWEST)), hint };
  const { b, mc, count_above_mc: above } = found;
  const [error, mcError] = [found.b_error!, found.mc_error!];
  const top = Math.log10(above);
  const end = Math.min(most, mc + top / b);
  return {
    figures: say('bValue', number(b, 2), number(error, 2), number(mc, 1), number(mcError, 1), number(above)),
    hint,
    line: [
      { x: mc, y: top },
      { x: end, y: top - b * (end - mc) },
    ],
    rule: { x: mc, text: 'Mc' },
  };
}

/** Above so many earthquakes one dot represents several. */
const MOST_STEPS = 4096;

export function cumulative(selection: Selection, window: [EpochMs, EpochMs]): ChartData | undefined {
  if (selection.count === 0) return undefined;
  const [from, to] = window;
  const bins = selection.count > MOST_STEPS ? MOST_STEPS : undefined;
  const steps = bins === undefined ? singleSteps(selection) : binnedSteps(selection, { from, to, bins });
  return {
    x: timeAxis(window),
    y: plainAxis(0, selection.count, 4),
    dots: {
      x: Float64Array.from(steps, ({ one }) => one.band.time[one.row]!),
      y: Float64Array.from(steps, ({ sum }) => sum),
      id: Uint32Array.from(steps, ({ one }) => pickedId(one)),
      colour: Uint8Array.from(steps, ({ one }) => colourOf(one.band, one.row)),
      count: steps.length,
    },
    line: steps.map(({ one, sum }) => ({ x: one.band.time[one.row]!, y: sum })),
    text: (dot) => `${say('cumulativeDot', number(steps[dot]!.sum))}: ${textOf(steps[dot]!.one)}`,
    figures: number(selection.count),
  };
}

interface Step {
  one: Picked;
  /** Earthquakes up to this one. */
  sum: number;
}

function singleSteps(selection: Selection): Step[] {
  const all: Picked[] = [];
  eachOf(selection, (band, row) => void all.push({ band, row }));
  return all.sort((a, b) => a.band.time[a.row]! - b.band.time[b.row]!).map((one, index) => ({ one, sum: index + 1 }));
}

/** The last earthquake of each part of the window. */
function binnedSteps(selection: Selection, { from, to, bins }: { from: EpochMs; to: EpochMs; bins: number }): Step[] {
  const counts = new Uint32Array(bins);
  const last = new Array<Picked | undefined>(bins);
  eachOf(selection, (band, row) => {
    const time = band.time[row]!;
    const bin = Math.min(bins - 1, Math.floor(((time - from) / (to - from || 1)) * bins));
    counts[bin]! += 1;
    const known = last[bin];
    if (!known || known.band.time[known.row]! < time) last[bin] = { band, row };
  });
  let sum = 0;
  return last.flatMap((one, bin) => {
    sum += counts[bin]!;
    return one ? [{ one, sum }] : [];
  });
}

/** @param selection of a rectangle that holds the strip */
export function depthSection(selection: Selection, line: SectionLine): ChartData | undefined {
  const along = lengthKm(line);
  const place = projectOnSection(line);
  const builder = new DotsBuilder(selection.count);
  let deepest = 10;
  eachOf(selection, (band, row) => {
    if (band.depth[row]! === NO_VALUE) return;
    const at = place({ latitude: band.latitude[row]!, longitude: band.longitude[row]! });
    if (Math.abs(at.acrossKm) > line.halfWidthKm || at.alongKm < 0 || at.alongKm > along) return;
    deepest = Math.max(deepest, band.depth[row]! / 10);
    builder.add({ band, row }, at.alongKm, band.depth[row]! / 10);
  });
  if (builder.dots.count === 0) return undefined;
  const x = plainAxis(0, along);
  return {
    x: { ...x, title: say('alongAxis') },
    y: plainAxis(Math.ceil(deepest / 10) * 10, 0, 4),
    dots: builder.dots,
    text: (dot) => textOf(builder.picked(dot)),
    figures: say('strip', number(line.halfWidthKm), number(builder.dots.count)),
  };
}
