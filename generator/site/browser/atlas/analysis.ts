/** The graphs of what is chosen or in view, and the largest earthquakes of it as links. */
import type { EpochMs } from '#core/time.ts';
import { COLOURS, UNKNOWN_COLOUR } from '../../drawing/palette.ts';
import type { SectionLine } from '../../drawing/section.ts';
import { base, el, required } from '../dom.ts';
import { currentTheme } from '../page-frame.ts';
import { Chart } from './chart.ts';
import { cumulative, depthSection, frequency, magnitudeText, magnitudeTime, textOf } from './graphs.ts';
import type { Selection } from './selection.ts';
import { largestOf } from './selection.ts';
import { say } from './words.ts';

const LARGEST = 6;

export const eventAddress = (id: number): string => `${base()}/deprem/?id=${id}`;

const colours = (): string[] => {
  const theme = currentTheme();
  const ink = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
  return [...COLOURS[theme].depth, UNKNOWN_COLOUR[theme], ink];
};

interface Shown {
  selection: Selection;
  window: [EpochMs, EpochMs];
  /** Least magnitude that is shown; -Infinity for all. */
  shownFrom: number;
  section: SectionLine | undefined;
  /** Of a rectangle that holds the section's strip. */
  aroundSection: Selection | undefined;
}

export class Analysis {
  readonly #charts = (['magnitudeTime', 'frequency', 'cumulative', 'sectionGraph'] as const).map(
    (title) => new Chart({ title: say(title), colours, open: (id) => location.assign(eventAddress(id)) }),
  );

  constructor() {
    required('#graphs').replaceChildren(...this.#charts.map(({ element }) => element));
  }

  show({ selection, window, shownFrom, section, aroundSection }: Shown): void {
    const [byTime, byFrequency, total, along] = this.#charts as [Chart, Chart, Chart, Chart];
    byTime.show(magnitudeTime(selection, window));
    byFrequency.show(frequency(selection, shownFrom));
    total.show(cumulative(selection, window));
    const data = section && aroundSection && depthSection(aroundSection, section);
    along.show(data, section ? say('noDots') : say('noSection'));
    this.#list(selection);
  }

  #list(selection: Selection): void {
    const items = largestOf(selection, LARGEST).map((one) => {
      const [, ...rest] = textOf(one).split(', ');
      return el(
        'li',
        {},
        el(
          'a',
          { href: eventAddress(one.band.id[one.row]!) },
          el('b', {}, magnitudeText(one.band.magnitude[one.row]!)),
          ` ${rest.join(', ')}`,
        ),
      );
    });
    required('#largest').replaceChildren(...items);
    required('#largest').parentElement!.hidden = items.length === 0;
  }
}
