/** Elements without a framework; text is always text, never markup. */

type Child = Node | string | false | undefined;

/** @param attributes a value of `true` is an empty attribute, `false` and undefined leave it out */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) element.setAttribute(key, value === true ? '' : String(value));
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

/** @throws Error when the page has no such element */
export function required<T extends HTMLElement = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** The service's own path prefix, without a trailing slash. */
export const base = (): string => document.documentElement.dataset['base'] ?? '';
