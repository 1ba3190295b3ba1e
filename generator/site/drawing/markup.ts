/** HTML and SVG with values escaped by construction. Not named `html`: prettier would reformat the text. */

/** Text that is markup already. */
export class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

export const raw = (text: string): Markup => new Markup(text);

const ESCAPES = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }));

/** Lists are joined; false, null and undefined are nothing. */
function textOf(value: unknown): string {
  if (value === false || value === null || value === undefined) return '';
  if (value instanceof Markup) return value.toString();
  if (Array.isArray(value)) return value.map(textOf).join('');
  return String(value as string | number).replace(/[&<>"']/g, (letter) => ESCAPES.get(letter)!);
}

export const markup = (strings: TemplateStringsArray, ...values: unknown[]): Markup =>
  raw(strings.reduce((text, part, index) => text + textOf(values[index - 1]) + part));
