/** Where the reader was in a list that a script makes: browsers restore it before the list is there. */

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
