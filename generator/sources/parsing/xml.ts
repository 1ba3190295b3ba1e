/** Elements of XML documents from outside. Nothing is fetched or expanded: a document type is refused. */
import { SaxesParser } from 'saxes';
import { shown } from '#core/text.ts';
import { DocumentError } from '../feed.ts';
import { reject } from './rows.ts';

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

/**
 * A document without comments.
 * @throws DocumentError for one with a document type, which may define entities that grow without bound
 */
export function plainXml(text: string): string {
  const [first, ...others] = text.split('<!--');
  const plain = [first, ...others.map((part) => part.split('-->').slice(1).join('-->'))].join('');
  if (/<!(?:DOCTYPE|ENTITY)/i.test(plain)) throw new DocumentError('XML with a document type is not read');
  return plain;
}

export interface XmlElement {
  /** Without a prefix. */
  name: string;
  attributes: Readonly<{ [name: string]: string }>;
  children: XmlElement[];
  /** What stands directly in it, without white space at its ends. */
  text: string;
}

/** An element with everything in it. Each event is read by itself: a broken one costs no other. @throws RowError */
export function xmlElement(fragment: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.ENTITIES['nbsp'] = ' ';
  parser.on('error', ({ message }) => reject(`not XML: ${shown(message)}`));
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name: name.slice(name.indexOf(':') + 1), attributes, children: [], text: '' };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  const addText = (text: string): void => void (open.at(-1)!.text += text);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop()!;
    element.text = element.text.trim();
  });
  parser.write(fragment).close();
  return root.children[0]!;
}

export const childrenOf = (element: XmlElement, name: string): XmlElement[] =>
  element.children.filter((child) => child.name === name);

/** The text at the end of a path of first children; undefined where it is empty or there is none. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string | undefined {
  let at = element;
  for (const name of path) at = at?.children.find((child) => child.name === name);
  return at?.text === '' ? undefined : at?.text;
}
