/** XML as text, for answers of 20,000 events: `docs/decisions/0017-two-ways-to-write-xml.md` has the measure. */

type Child = string | number | null | undefined | Markup | readonly Child[];

/** Text that is markup already. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const ESCAPES = new Map(Object.entries({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }));

/** Nearly no text has one. */
const SPECIAL = /[&<>"\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/;

/** What XML 1.0 allows, escaped. */
export const escapeXml = (text: string): string =>
  SPECIAL.test(text)
    ? text
        .toWellFormed()
        .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
        .replace(/[&<>"]/g, (character) => ESCAPES.get(character)!)
    : text;

function contentOf(child: Child): string {
  if (child === null || child === undefined) return '';
  if (child instanceof Markup) return child.text;
  if (typeof child !== 'object') return typeof child === 'string' ? escapeXml(child) : String(child);
  let text = '';
  for (const one of child) text += contentOf(one);
  return text;
}

type Attributes = Record<string, string | number | undefined>;

/** Attributes that are undefined are left out, and so are children that are null or undefined. */
export function element(name: string, attributes: Attributes, ...children: Child[]): Markup {
  let head = name;
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) head += ` ${key}="${escapeXml(String(value))}"`;
  return new Markup(`<${head}>${contentOf(children)}</${name}>`);
}

/** An element without attributes. */
export const tag = (name: string, ...children: Child[]): Markup =>
  new Markup(`<${name}>${contentOf(children)}</${name}>`);

/** An element of one value; undefined where there is no value. */
export const optional = (name: string, value: string | number | null | undefined): Markup | undefined =>
  value === null || value === undefined || value === '' ? undefined : tag(name, value);

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
