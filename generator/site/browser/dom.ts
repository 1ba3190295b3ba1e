/** Elements without a framework; text is always text, never markup. */
import { PAGE_FOLDERS } from '#core/paths.ts';
import type { Theme } from '../drawing/palette.ts';

export type Child = Node | string | false | undefined;
/** A value of `true` is an empty attribute; `false` and undefined leave it out. */
type Attributes = Record<string, string | number | boolean | undefined>;

type Tag = keyof HTMLElementTagNameMap;
type TagOf<Spec> = Spec extends `${infer Name extends Tag}.${string}` ? Name : Spec extends Tag ? Spec : never;

function fill(element: Element, content: readonly (Child | Attributes)[]): void {
  for (const part of content) {
    if (typeof part === 'string' || part instanceof Node) element.append(part);
    else
      for (const [key, value] of Object.entries(part || {}))
        if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value));
  }
}

/** @param spec `tag` or `tag.class` */
export function el<Spec extends Tag | `${Tag}.${string}`>(
  spec: Spec,
  ...content: (Child | Attributes)[]
): HTMLElementTagNameMap[TagOf<Spec>] {
  const [tag, ...classes] = spec.split('.');
  const element = document.createElement(tag as TagOf<Spec>);
  fill(element, [classes.length > 0 && { class: classes.join(' ') }, ...content]);
  return element;
}

export function svg(tag: string, attributes: Attributes, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  fill(element, [attributes, ...children]);
  return element;
}

/** One entry of a `dl`. */
export const fact = (term: string, value: Child): HTMLElement => el('div', el('dt', term), el('dd', value));

/** In a box of its own, which scrolls sideways where the screen is too narrow. The first cell of a row names it. */
export function table(label: string, heads: readonly string[], rows: readonly Child[][]): HTMLElement {
  const head = heads.map((text) => el('th', { scope: 'col' }, text));
  const body = rows.map(([first, ...rest]) =>
    el('tr', el('th', { scope: 'row' }, first), ...rest.map((cell) => el('td', cell))),
  );
  const content = el('table', el('thead', el('tr', ...head)), el('tbody', ...body));
  return el('div.scrolled', { tabindex: 0, role: 'region', 'aria-label': label }, content);
}

/** A part of a page with its heading. */
export const block = (title: string, ...children: Child[]): HTMLElement =>
  el('section.block', el('h2', title), ...children);

/** Ends a task: a press need not wait for all of what follows. */
export const nextTask = (): Promise<void> => new Promise((later) => setTimeout(later));

/** @throws Error when the page has no such element */
export function required<T extends HTMLElement = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** The language of the address, apart from the texts: the map needs none of them. */
export const isTurkish = (): boolean => document.documentElement.lang !== 'en';
export const language = (): 'tr' | 'en' => (isTurkish() ? 'tr' : 'en');

/** The service's own path prefix, without a trailing slash. */
export const base = (): string => document.documentElement.dataset['base'] ?? '';

/** Address of an earthquake's page in the language of this one. */
export const eventAddress = (id: number): string => `${base()}/${PAGE_FOLDERS[language()]}/?id=${id}`;

/** Also of the browser's own bars. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset['theme'] = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
    meta.media = meta.dataset['of'] === theme ? 'all' : 'not all';
}

/** When the reader comes near a part of the page. */
export function onceNear(part: Element, work: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((one) => one.isIntersecting)) return;
      observer.disconnect();
      work();
    },
    { rootMargin: '300px' },
  );
  observer.observe(part);
}
