/** The graphs of what is chosen or in view, and the largest earthquakes of it as links. */
import type { Box } from '#core/geo.ts';
import { COLOURS, UNKNOWN_COLOUR } from '../../drawing/palette.ts';
import { sectionBox, type SectionLine } from '../../drawing/section.ts';
import { el, eventAddress, required } from '../dom.ts';
import { styleOf } from '../map/draw.ts';
import { currentTheme } from '../page-frame.ts';
import { Chart } from './chart.ts';
import { cumulative, depthSection, frequency, magnitudeText, magnitudeTime, textOf } from './graphs.ts';
import { tellSelection, type Shown } from './report.ts';
import { largestOf, provinceName, selectRows, type ColumnBounds, type Selection } from './selection.ts';
import type { Band } from './store.ts';
import { say } from './words.ts';

const LARGEST = 6;

const colours = (): string[] => {
  const theme = currentTheme();
  return [...COLOURS[theme].depth, UNKNOWN_COLOUR[theme], styleOf('accent')];
};

interface Analysed extends Shown {
  bands: readonly Band[];
  bounds: ColumnBounds;
  /** Earthquakes of the graphs. */
  box: Box;
  section: SectionLine | undefined;
  /** Ids of earthquakes that are not among the largest. */
  doubtful: ReadonlySet<number>;
}

export class Analysis {
  readonly #charts = (['magnitudeTime', 'frequency', 'cumulative', 'sectionGraph'] as const).map(
    (title) => new Chart({ title: say(title), colours, open: (id) => location.assign(eventAddress(id)) }),
  );

  constructor() {
    required('#graphs').replaceChildren(...this.#charts.map(({ element }) => element));
  }

  show({ bands, bounds, box, section, doubtful, ...shown }: Analysed): void {
    const window = bounds.time;
    const selection = selectRows(bands, bounds, box);
    tellSelection(shown, selection.count, window);
    const [byTime, byFrequency, total, along] = this.#charts as [Chart, Chart, Chart, Chart];
    byTime.show(() => magnitudeTime(selection, window));
    byFrequency.show(() => frequency(selection, shown.shownFrom));
    total.show(() => cumulative(selection, window));
    along.show(
      () => section && depthSection(selectRows(bands, bounds, sectionBox(section)), section),
      section ? say('noDots') : say('noSection'),
    );
    this.#list(selection, doubtful);
  }

  #list(selection: Selection, doubtful: ReadonlySet<number>): void {
    const items = largestOf(selection, LARGEST, doubtful).map((one) => {
      const [, ...rest] = textOf(one).split(', ');
      return el(
        'li',
        el(
          'a',
          { href: eventAddress(one.band.id[one.row]!) },
          el('b', magnitudeText(one.band.magnitude[one.row]!)),
          ` ${[provinceName(one), ...rest].filter((part) => part !== '').join(', ')}`,
        ),
      );
    });
    required('#largest').replaceChildren(...items);
    required('#largest').parentElement!.hidden = items.length === 0;
  }
}
