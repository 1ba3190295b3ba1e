/** The list of earthquakes: rows that open into a card with what matters. */
import { coordinateText, magnitudeText } from '#core/text.ts';
import { sequenceAddress } from '#core/paths.ts';
import { formatDay, type EpochMs } from '#core/time.ts';
import { foldMarkup, type Folds } from '../drawing/fold.ts';
import { rowOf, type Row } from '../drawing/rows.ts';
import type { Earthquake } from './earthquake.ts';
import * as clock from './clock.ts';
import { base, el, eventAddress, fact, language } from './dom.ts';
import { agencyName, kilometres, say, t } from './language.ts';
import { placeIn, returnTo } from './scrolling.ts';
import { timeFacts } from './time-facts.ts';

interface ListOptions {
  list: HTMLElement;
  chosen(id: number | undefined): void;
}

interface ListState {
  rows: readonly Earthquake[];
  selected: number | undefined;
  /** Arrived while the page was open. */
  fresh: ReadonlySet<number>;
  /** From the reader's place. */
  thereOf(earthquake: Earthquake): Pick<Row, 'distance' | 'strength'>;
  /** Class of its colour. */
  dotOf(earthquake: Earthquake): string;
  /** Those that are not among the rows, below one that is. */
  folds?: Folds<Earthquake>;
  /** All earthquakes after this time are in the list. */
  wholeSince?: EpochMs;
}

/** Rows that are made at once, as many as the page begins with; others follow as the reader comes near. */
const CHUNK = 50;
/** Rows on paper, above a row that is revealed, and below a main shock, at most. */
const MOST = 1000;

export class ListView {
  readonly #options: ListOptions;
  readonly #more: HTMLElement;
  #state: ListState | undefined;
  #made = 0;
  /** Ids of main shocks with their aftershocks in sight. */
  readonly #opened = new Set<number>();
  /** By the id of a folded aftershock. */
  #mains: ReadonlyMap<number, number> = new Map();

  constructor(options: ListOptions) {
    this.#options = options;
    this.#more = el('li.more', { 'aria-hidden': 'true' });
    const { list } = options;
    new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && this.#grow(), {
      root: null,
      rootMargin: '600px',
    }).observe(this.#more);
    addEventListener('beforeprint', () => this.#grow(MOST - this.#made));
    list.addEventListener('click', (event) => {
      const row = (event.target as Element).closest<HTMLElement>('.row');
      if (!row || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const id = Number(row.dataset['id']);
      options.chosen(id === this.#state?.selected ? undefined : id);
    });
    list.addEventListener('keydown', (event) => this.#step(event));
  }

  show(state: ListState): void {
    const { list } = this.#options;
    const focus = focusedIn(list);
    const place = placeIn(list);
    this.#state = state;
    const folds = [...(state.folds ?? [])];
    this.#mains = new Map(folds.flatMap(([main, { folded }]) => folded.map(({ id }) => [id, main] as const)));
    this.#openFor(state.selected);
    const dues = [state.selected, place && Number(place.id)].map((id) => this.#dueFor(id));
    const due = Math.max(CHUNK, Math.min(this.#made, 4 * CHUNK), ...dues);
    this.#made = 0;
    list.replaceChildren(this.#more);
    this.#grow(due);
    if (place) returnTo(list, place);
    const item = focus && this.#button(focus.id)?.parentElement;
    if (item) focusable(item)[focus.index]?.focus({ preventScroll: true });
  }

  /** Opens its row, if that is made already, and closes the former one: the others are not made anew. */
  select(selected: number | undefined): void {
    if (!this.#state) return;
    const changed = [this.#state.selected, selected];
    this.#state = { ...this.#state, selected };
    const folded = [...(this.#state.folds?.values() ?? [])].flatMap((fold) => fold.folded);
    for (const one of [...this.#state.rows, ...folded]) {
      const item = changed.includes(one.id) && this.#button(one.id)?.parentElement;
      if (item) this.#unfold(item, one);
    }
  }

  /** Scrolls the row of an earthquake into view. */
  reveal(id: number): void {
    const missing = this.#dueFor(id) - this.#made;
    if (missing > 0) this.#grow(missing);
    const main = this.#openFor(id);
    const fold = main === undefined ? undefined : this.#button(main)?.parentElement?.querySelector('details');
    if (fold && !fold.open) {
      fold.open = true;
      this.#fill(fold, main!);
    }
    this.#button(id)?.scrollIntoView({ block: 'nearest' });
  }

  #indexOf = (id: number | undefined): number => this.#state?.rows.findIndex((one) => one.id === id) ?? -1;

  /** Rows down to that of an earthquake; none where it is too far down. */
  #dueFor(id: number | undefined): number {
    const due = this.#indexOf(this.#mains.get(id ?? -1) ?? id) + 1;
    return due > MOST ? 0 : due;
  }

  #button = (id: number): HTMLElement | null => this.#options.list.querySelector(`.row[data-id="${id}"]`);

  #grow(count = CHUNK): void {
    if (!this.#state) return;
    const rows = this.#state.rows.slice(this.#made, this.#made + count);
    this.#made += rows.length;
    const now = clock.now();
    this.#more.before(...rows.map((one) => this.#row(one, now)));
    this.#more.hidden = this.#made >= this.#state.rows.length;
  }

  #row(one: Earthquake, now: number): HTMLElement {
    const { fresh, dotOf, thereOf } = this.#state!;
    const agencies = one.agencies.map(agencyName);
    const row = { ...one, href: eventAddress(one.id), agencies, dot: dotOf(one), ...thereOf(one) };
    const item = el('li', { class: fresh.has(one.id) ? 'fresh' : undefined });
    // Markup of values that it escaped.
    item.innerHTML = rowOf(row, { language: language(), now, say }).toString();
    this.#unfold(item, one);
    this.#addFold(item, one);
    return item;
  }

  /** @returns the main shock above it, if it is folded */
  #openFor(id: number | undefined): number | undefined {
    const main = this.#mains.get(id ?? -1);
    if (main !== undefined) this.#opened.add(main);
    return main;
  }

  #addFold(item: HTMLElement, main: Earthquake): void {
    const { folds, wholeSince = -Infinity } = this.#state!;
    const fold = folds?.get(main.id);
    if (!fold) return;
    const known = main.time >= wholeSince ? 'all' : 'largest';
    item.insertAdjacentHTML(
      'beforeend',
      foldMarkup({ ...main, sequenceHref: sequenceOf(main) }, fold, { speech: { say }, known }).toString(),
    );
    const part = item.querySelector('details')!;
    part.open = this.#opened.has(main.id);
    if (part.open) this.#fill(part, main.id);
    part.ontoggle = () => {
      this.#opened[part.open ? 'add' : 'delete'](main.id);
      if (part.open) this.#fill(part, main.id);
    };
  }

  #fill(part: HTMLElement, main: number): void {
    const list = part.querySelector('ol')!;
    const now = clock.now();
    if (!list.hasChildNodes())
      list.append(
        ...this.#state!.folds!.get(main)!
          .folded.slice(0, MOST)
          .map((one) => this.#row(one, now)),
      );
  }

  #unfold(item: HTMLElement, one: Earthquake): void {
    const isOpen = one.id === this.#state!.selected;
    item.firstElementChild!.setAttribute('aria-expanded', String(isOpen));
    item.querySelector(':scope > .card')?.remove();
    if (isOpen) item.firstElementChild!.after(card(one));
  }

  /** Arrow keys go from row to row. */
  #step(event: KeyboardEvent): void {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as Element).closest<HTMLElement>('.row');
    if (offset === undefined || !row) return;
    const rows = [...this.#options.list.querySelectorAll<HTMLElement>('.row')].filter((one) => one.offsetParent);
    const button = rows[rows.indexOf(row) + offset];
    if (!button) return;
    event.preventDefault();
    button.focus();
  }
}

const focusable = (item: HTMLElement): HTMLElement[] => [...item.querySelectorAll<HTMLElement>('a, summary')];

/** What the reader has come to by the keyboard: a row, or what is below it in its item. */
function focusedIn(list: HTMLElement): { id: number; index: number } | undefined {
  const at = document.activeElement as HTMLElement;
  const item = list.contains(at) && at.closest<HTMLElement>('li');
  if (!item) return undefined;
  return { id: Number(item.querySelector<HTMLElement>('.row')!.dataset['id']), index: focusable(item).indexOf(at) };
}

const sequenceOf = ({ time, slug }: Earthquake): string | undefined =>
  slug ? `${base()}/${sequenceAddress(formatDay(time), slug, language())}` : undefined;

function card(one: Earthquake): HTMLElement {
  return el(
    'div.card',
    el(
      'dl',
      fact(t('magnitude'), `${magnitudeText(one.magnitude, language())} ${one.magnitudeType}`),
      fact(t('depth'), one.depthKm === null ? t('unknown') : kilometres(one.depthKm)),
      ...timeFacts(one.time, one.precision),
      fact(t('epicentre'), coordinateText(one, language())),
      fact(t('agencies'), one.agencies.map(agencyName).join(', ')),
    ),
    el('a.button', { href: eventAddress(one.id) }, t('openPage')),
  );
}
