/** The list of earthquakes: rows that open into a card with what matters. */
import { DAY } from '#core/time.ts';
import type { Theme } from '../drawing/palette.ts';
import type { Earthquake } from './catalogue.ts';
import { el, eventAddress, fact } from './dom.ts';
import { ago, agencyName, kilometres, magnitude, readerTime, t, utcTime } from './language.ts';

interface ListOptions {
  list: HTMLElement;
  chosen(id: number | undefined): void;
}

interface ListState {
  rows: readonly Earthquake[];
  selected: number | undefined;
  /** Arrived while the page was open. */
  fresh: ReadonlySet<number>;
  colourOf(earthquake: Earthquake, theme?: Theme): string;
}

/** Rows that are made at once; others follow as the reader comes near. */
const CHUNK = 80;

const level = (value: number | null): string => (value === null || value < 3 ? 'low' : value < 4.5 ? 'mid' : 'high');

export class ListView {
  readonly #options: ListOptions;
  readonly #more: HTMLElement;
  #state: ListState | undefined;
  #made = 0;

  constructor(options: ListOptions) {
    this.#options = options;
    this.#more = el('li.more', { 'aria-hidden': 'true' });
    const { list } = options;
    new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && this.#grow(), {
      root: null,
      rootMargin: '600px',
    }).observe(this.#more);
    list.addEventListener('click', (event) => {
      const row = (event.target as Element).closest<HTMLElement>('button.row');
      if (!row) return;
      const id = Number(row.dataset['id']);
      options.chosen(id === this.#state?.selected ? undefined : id);
    });
    list.addEventListener('keydown', (event) => this.#step(event));
  }

  show(state: ListState): void {
    const kept = document.activeElement?.closest<HTMLElement>('button.row')?.dataset['id'];
    this.#state = state;
    const due = Math.max(CHUNK, Math.min(this.#made, 4 * CHUNK), this.#indexOf(state.selected) + 1);
    this.#made = 0;
    this.#options.list.replaceChildren(this.#more);
    this.#grow(due);
    if (kept !== undefined) this.#button(Number(kept))?.focus({ preventScroll: true });
  }

  /** Scrolls the row of an earthquake into view. */
  reveal(id: number): void {
    this.#button(id)?.scrollIntoView({ block: 'nearest' });
  }

  #indexOf = (id: number | undefined): number => this.#state?.rows.findIndex((one) => one.id === id) ?? -1;

  #button = (id: number): HTMLElement | null => this.#options.list.querySelector(`button.row[data-id="${id}"]`);

  #grow(count = CHUNK): void {
    if (!this.#state) return;
    const rows = this.#state.rows.slice(this.#made, this.#made + count);
    this.#made += rows.length;
    const now = Date.now();
    this.#more.before(...rows.map((one) => this.#row(one, now)));
    this.#more.hidden = this.#made >= this.#state.rows.length;
  }

  #row(one: Earthquake, now: number): HTMLElement {
    const { selected, fresh, colourOf } = this.#state!;
    const isOpen = one.id === selected;
    const dot = el('span.dot', { 'aria-hidden': 'true' });
    dot.style.background = colourOf(one);
    const depth = one.depthKm === null ? t('depthUnknown') : kilometres(one.depthKm);
    const button = el(
      'button.row',
      { type: 'button', 'data-id': one.id, 'aria-expanded': String(isOpen) },
      dot,
      el('span', { class: `mag ${level(one.magnitude)}` }, magnitude(one.magnitude)),
      el('span.where', one.place),
      el(
        'span.facts',
        el('time', { datetime: new Date(one.time).toISOString() }, ago(one.time, now)),
        ` · ${depth} · ${one.agencies.map(agencyName).join(', ')}`,
      ),
    );
    return el('li', { class: fresh.has(one.id) ? 'fresh' : undefined }, button, isOpen && card(one));
  }

  /** Arrow keys go from row to row. */
  #step(event: KeyboardEvent): void {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as Element).closest('button.row')?.parentElement;
    if (offset === undefined || !row) return;
    const next = offset === 1 ? row.nextElementSibling : row.previousElementSibling;
    const button = next?.querySelector<HTMLElement>('button.row');
    if (!button) return;
    event.preventDefault();
    button.focus();
  }
}

function card(one: Earthquake): HTMLElement {
  const isRecent = Date.now() - one.time < 365 * DAY;
  return el(
    'div.card',
    el(
      'dl',
      fact(t('magnitude'), `${magnitude(one.magnitude)} ${one.magnitudeType}`),
      fact(t('depth'), one.depthKm === null ? t('depthUnknown') : kilometres(one.depthKm)),
      isRecent && fact(t('readerTime'), readerTime(one.time)),
      fact(t('utc'), utcTime(one.time)),
      fact(t('epicentre'), `${one.latitude.toFixed(3)}, ${one.longitude.toFixed(3)}`),
      fact(t('agencies'), one.agencies.map(agencyName).join(', ')),
    ),
    el('a.button', { href: eventAddress(one.id) }, t('openPage')),
  );
}
