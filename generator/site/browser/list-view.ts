/** The list of earthquakes: rows that open into a card with what matters. */
import { coordinateText, magnitudeText } from '#core/text.ts';
import { rowOf, type Row } from '../drawing/rows.ts';
import type { Earthquake } from './earthquake.ts';
import * as clock from './clock.ts';
import { el, eventAddress, fact, language } from './dom.ts';
import { agencyName, kilometres, say, t } from './language.ts';
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
}

/** Rows that are made at once, as many as the page begins with; others follow as the reader comes near. */
const CHUNK = 50;
/** Rows on paper, and above a row that is revealed, at most. */
const MOST = 1000;

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
    const kept = document.activeElement?.closest<HTMLElement>('.row')?.dataset['id'];
    this.#state = state;
    const due = Math.max(CHUNK, Math.min(this.#made, 4 * CHUNK), this.#dueFor(state.selected));
    this.#made = 0;
    this.#options.list.replaceChildren(this.#more);
    this.#grow(due);
    if (kept !== undefined) this.#button(Number(kept))?.focus({ preventScroll: true });
  }

  /** Opens its row, if that is made already, and closes the former one: the others are not made anew. */
  select(selected: number | undefined): void {
    if (!this.#state) return;
    const changed = [this.#state.selected, selected];
    this.#state = { ...this.#state, selected };
    for (const one of this.#state.rows) {
      const item = changed.includes(one.id) && this.#button(one.id)?.parentElement;
      if (item) this.#unfold(item, one);
    }
  }

  /** Scrolls the row of an earthquake into view. */
  reveal(id: number): void {
    const missing = this.#dueFor(id) - this.#made;
    if (missing > 0) this.#grow(missing);
    this.#button(id)?.scrollIntoView({ block: 'nearest' });
  }

  #indexOf = (id: number | undefined): number => this.#state?.rows.findIndex((one) => one.id === id) ?? -1;

  /** Rows down to that of an earthquake; none where it is too far down. */
  #dueFor(id: number | undefined): number {
    const due = this.#indexOf(id) + 1;
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
    return item;
  }

  #unfold(item: HTMLElement, one: Earthquake): void {
    const isOpen = one.id === this.#state!.selected;
    item.firstElementChild!.setAttribute('aria-expanded', String(isOpen));
    item.querySelector('.card')?.remove();
    if (isOpen) item.append(card(one));
  }

  /** Arrow keys go from row to row. */
  #step(event: KeyboardEvent): void {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const row = (event.target as Element).closest('.row')?.parentElement;
    if (offset === undefined || !row) return;
    const next = offset === 1 ? row.nextElementSibling : row.previousElementSibling;
    const button = next?.querySelector<HTMLElement>('.row');
    if (!button) return;
    event.preventDefault();
    button.focus();
  }
}

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

interface Scrolled {
  page: number;
  /** Of the part of the page that scrolls on its own. */
  part: number;
}

/** Frames within which a list grows as far as it was. */
const TRIES = 40;

/** @returns to call once the list is there */
export function keepScrolled(part: HTMLElement): () => void {
  const before = (history.state as { scrolled?: Scrolled } | null)?.scrolled;
  addEventListener('pagehide', () =>
    history.replaceState({ scrolled: { page: scrollY, part: part.scrollTop } satisfies Scrolled }, ''),
  );
  return () => {
    if (before) scrollAgain(before, part, TRIES);
  };
}

function scrollAgain(before: Scrolled, part: HTMLElement, tries: number): void {
  scrollTo(0, before.page);
  part.scrollTop = before.part;
  const isThere = Math.abs(scrollY - before.page) < 1 && Math.abs(part.scrollTop - before.part) < 1;
  if (!isThere && tries > 0) requestAnimationFrame(() => scrollAgain(before, part, tries - 1));
}
