/** Elements of XML documents from outside. Nothing is fetched or expanded: a document type is refused. */
import { DocumentError } from '../feed.ts';
import { RowError } from './rows.ts';

const ENTITIES = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }));

/** `&#304;`, `&#x130;` and the named entities of XML; any other stays as it is. */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,5}));/g, (entity, dec, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? entity;
    const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** What begins and ends with these, replaced; one that does not end goes to the end of the text. */
function replaced(text: string, [begin, end]: readonly [string, string], replace: (inside: string) => string): string {
  const parts: string[] = [];
  let at = 0;
  for (let from = text.indexOf(begin); from !== -1; from = text.indexOf(begin, at)) {
    const to = text.indexOf(end, from + begin.length);
    parts.push(text.slice(at, from), replace(text.slice(from + begin.length, to === -1 ? text.length : to)));
    at = to === -1 ? text.length : to + end.length;
  }
  return parts.length === 0 ? text : [...parts, text.slice(at)].join('');
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * A document without comments, its CDATA sections as escaped text.
 * @throws DocumentError for one with a document type, which may define entities that grow without bound
 */
export function plainXml(text: string): string {
  const plain = replaced(
    replaced(text, ['<!--', '-->'], () => ''),
    ['<![CDATA[', ']]>'],
    escaped,
  );
  if (/<!(?:DOCTYPE|ENTITY)/i.test(plain)) throw new DocumentError('XML with a document type is not read');
  return plain;
}

export interface XmlElement {
  /** Without a prefix. */
  name: string;
  /** What follows the name in its tag. */
  attributes: string;
  children: XmlElement[];
  /** What stands directly in it, without white space at its ends. */
  text: string;
}

/** Elements inside each other; QuakeML of events has 8. */
const MAX_DEPTH = 24;
/** Elements of a fragment; an event with all its origins and magnitudes has some hundreds. */
const MAX_ELEMENTS = 100_000;

/** `name attributes` of a tag, its name without a prefix. */
function tagOf(inside: string): Pick<XmlElement, 'name' | 'attributes'> {
  const end = inside.search(/[\s/]/);
  const name = end === -1 ? inside : inside.slice(0, end);
  return { name: name.slice(name.indexOf(':') + 1), attributes: end === -1 ? '' : inside.slice(end) };
}

/** Reads a fragment of {@link plainXml} tag by tag. */
class ElementReader {
  readonly #root: XmlElement = { name: '', attributes: '', children: [], text: '' };
  readonly #open = [this.#root];
  #count = 0;

  addText(text: string): void {
    this.#open.at(-1)!.text += withoutEntities(text);
  }

  /** @returns the first element once it has ended. @throws RowError */
  addTag(inside: string): XmlElement | undefined {
    if (inside.startsWith('?')) return undefined;
    if (inside.startsWith('/')) this.#end(tagOf(inside.slice(1)).name);
    else this.#begin(inside);
    return this.#open.length === 1 ? this.#root.children[0] : undefined;
  }

  #begin(inside: string): void {
    const element = { ...tagOf(inside), children: [], text: '' };
    this.#open.at(-1)!.children.push(element);
    this.#count += 1;
    if (this.#open.length > MAX_DEPTH) throw new RowError(`elements lie deeper than ${MAX_DEPTH}`);
    if (this.#count > MAX_ELEMENTS) throw new RowError(`more than ${MAX_ELEMENTS} elements`);
    if (!inside.endsWith('/')) this.#open.push(element);
  }

  #end(name: string): void {
    const element = this.#open.at(-1)!;
    if (this.#open.length === 1 || element.name !== name) throw new RowError(`</${name.slice(0, 40)}> ends nothing`);
    element.text = element.text.trim();
    this.#open.pop();
  }
}

/** The first element of a fragment of {@link plainXml}, with everything in it. @throws RowError */
export function xmlElement(fragment: string): XmlElement {
  const reader = new ElementReader();
  let end = 0;
  for (const { 0: tag, 1: inside, index } of fragment.matchAll(/<([^<>]*)>/g)) {
    reader.addText(fragment.slice(end, index));
    end = index + tag.length;
    const element = reader.addTag(inside!);
    if (element) return element;
  }
  throw new RowError('the element does not end');
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The text at the end of a path of first children; undefined where it is empty or there is none. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  let at = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at?.text === '' ? undefined : at?.text;
}
