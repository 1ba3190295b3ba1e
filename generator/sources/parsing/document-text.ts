/** Bytes of a feed document into text. */
import { shown } from '#core/text.ts';
import { checkJsonLimits } from '../limits.ts';
import { DocumentError } from '../feed.ts';

interface DocumentText {
  /** Without a byte order mark. */
  text: string;
  warnings: string[];
}

const REPLACEMENT = /\uFFFD/g;
/** Letters outside ASCII that were decoded. */
const FOREIGN = /[^\u0000-\u007f\uFFFD]/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/**
 * A document expected to be UTF-8. Single broken bytes are replaced; a text broken throughout is read as windows-1254,
 * the other common encoding of Turkish text. Both are in `warnings`.
 * @throws DocumentError for UTF-16, which these feeds never use.
 */
export function utf8Document(bytes: Uint8Array): DocumentText {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new DocumentError('the document is UTF-16: save it as UTF-8');
  }
  const text = new TextDecoder('utf-8').decode(bytes);
  const broken = count(text, REPLACEMENT);
  if (broken === 0) return { text, warnings: [] };
  if (broken > count(text, FOREIGN)) {
    const warning = 'the document is not UTF-8; it was read as windows-1254';
    return { text: new TextDecoder('windows-1254').decode(bytes), warnings: [warning] };
  }
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

/** @throws DocumentError when the text exceeds a limit, is not JSON, or is truncated */
export function parseJson(text: string): unknown {
  checkJsonLimits(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const end = shown(text.slice(-40));
    throw new DocumentError(`broken or truncated JSON (${shown((cause as Error).message)}); it ends with "${end}"`);
  }
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
