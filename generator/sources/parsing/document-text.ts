/** Bytes of a feed document into text. */
import { shown } from '#core/text.ts';
import { DocumentError } from '../feed.ts';

interface DocumentText {
  /** Without a byte order mark. */
  text: string;
  warnings: string[];
}

const REPLACEMENT = /\uFFFD/;
/** Letters outside ASCII that were decoded. */
const FOREIGN = /[^\u0000-\u007f\uFFFD]/;

/** Lines, or objects and elements of a document without lines: a row alone does not decide the encoding. */
export const piecesOf = (text: string): string[] => text.split(/[\n{<]/);

/**
 * A document expected to be UTF-8. Broken bytes are replaced; a text broken throughout is read as windows-1254, the
 * other common encoding of Turkish text. Both are in `warnings`.
 * @throws DocumentError for UTF-16, which these feeds never use.
 */
export function utf8Document(bytes: Uint8Array): DocumentText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new DocumentError('the document is UTF-16: save it as UTF-8');
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  if (!REPLACEMENT.test(text)) return { text, warnings: [] };
  const pieces = piecesOf(text);
  if (pieces.filter((piece) => REPLACEMENT.test(piece)).length > pieces.filter((piece) => FOREIGN.test(piece)).length) {
    const warning = 'the document is not UTF-8; it was read as windows-1254';
    return { text: new TextDecoder('windows-1254').decode(bytes), warnings: [warning] };
  }
  const broken = text.split('\ufffd').length - 1;
  return { text, warnings: [`${broken} broken UTF-8 sequences: letters of place names are lost`] };
}

/** The beginning of the text of an element (`/<title/i`); undefined where there is none. */
export function elementText(text: string, opening: RegExp): string | undefined {
  const start = text.search(opening);
  const from = start === -1 ? -1 : text.indexOf('>', start);
  return from === -1 ? undefined : text.slice(from + 1, from + 101).split('<', 1)[0];
}

/** @throws DocumentError for a web page, usually an error page, instead of data */
export function refusePage(text: string): void {
  if (!/^\s*<(!doctype|html|head|body|\?xml)/i.test(text)) return;
  const title = elementText(text, /<(?:title|h1|h2)/i) ?? text.slice(0, 4096).replace(/<[^<>]*>/g, ' ');
  throw new DocumentError(`a web page instead of data: "${shown(title)}"`);
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
