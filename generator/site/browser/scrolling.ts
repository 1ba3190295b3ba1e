/** Where the reader is in a list: kept when it is made anew, and on the way back to the page. */

interface Place {
  id: string;
  /** Of its row in the window, in pixels. */
  top: number;
}

const rowsOf = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('.row[data-id]')];

/** The first row in sight; undefined while the list begins in sight, where new rows are wanted. */
export function placeIn(list: HTMLElement): Place | undefined {
  if (list.getBoundingClientRect().top >= 0) return undefined;
  const row = rowsOf(list).find((one) => one.getBoundingClientRect().top >= 0);
  return row && { id: row.dataset['id']!, top: row.getBoundingClientRect().top };
}

/** Scrolls that row to where it was, if it is still there. */
export function returnTo(list: HTMLElement, { id, top }: Place): void {
  const row = rowsOf(list).find((one) => one.dataset['id'] === id);
  const panel = list.closest('.panel');
  const part = panel && getComputedStyle(panel).overflowY === 'auto' ? panel : document.scrollingElement!;
  if (row) part.scrollTop += row.getBoundingClientRect().top - top;
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
