/** JSON documents; of a list that is not JSON as a whole the rows that are. */
import { shown } from '#core/text.ts';
import { checkRowLimit } from '../limits.ts';
import { DocumentError } from '../feed.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Index of the closing quote of a JSON string, or past the end of the text. */
function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

/** @throws DocumentError when the text is not JSON, or is truncated */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const end = shown(text.slice(-40));
    throw new DocumentError(`broken or truncated JSON (${shown((cause as Error).message)}); it ends with "${end}"`);
  }
}

/** The tokens with which every row of a list begins: `{`, `"type"`, `:`, `"Feature"`. */
type RowStart = readonly string[];

/** The beginning of the text that replaces a row that is not JSON. */
export const NOT_JSON = 'not JSON: ';
const brokenRow = (text: string): string => NOT_JSON + text.slice(0, 200);

/** No more of the rows may be broken. */
const BROKEN_SHARE = 0.2;

/**
 * The rows of a list in a text that is not JSON as a whole, by where they begin; broken ones are texts. Undefined where
 * the text has no end, no rows, or too many that are broken.
 */
function salvagedRows(text: string, start: RowStart): { rows: unknown[]; head: string } | undefined {
  if (!CLOSING.has(text.trimEnd().charCodeAt(text.trimEnd().length - 1))) return undefined;
  const starts = startsOf(text, start);
  if (starts.length === 0) return undefined;
  checkRowLimit(starts.length);
  const rows = starts.flatMap((from, index) =>
    rowsAt(text.slice(from, starts[index + 1]), index === starts.length - 1),
  );
  const before = text.slice(0, starts[0]);
  if (!before.trimEnd().endsWith('[')) rows.unshift(brokenRow(before.slice(-200)));
  const broken = rows.filter((row) => typeof row === 'string').length;
  return broken > 1 && broken > rows.length * BROKEN_SHARE ? undefined : { rows, head: before };
}

/** The row with which a piece of text begins, and what follows it: a row without its beginning. */
function rowsAt(text: string, last: boolean): unknown[] {
  const end = endOfObject(text);
  const rest = last ? '' : text.slice(end).trim();
  try {
    return end === 0
      ? [brokenRow(text)]
      : [parseJson(text.slice(0, end)), ...(rest === ',' || last ? [] : [brokenRow(rest)])];
  } catch {
    return [brokenRow(text)];
  }
}

/** Index after the bracket that closes the first one; 0 where none does. */
function endOfObject(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code) && (depth -= 1) === 0) return at + 1;
  }
  return 0;
}

function startsOf(text: string, start: RowStart): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1))
    if (beginsAt(text, at, start)) starts.push(at);
  return starts;
}

function beginsAt(text: string, from: number, tokens: RowStart): boolean {
  let at = from;
  for (const token of tokens) {
    while (' \t\r\n'.includes(text.charAt(at) || 'x')) at += 1;
    if (!text.startsWith(token, at)) return false;
    at += token.length;
  }
  return true;
}

/**
 * A document with a list of rows. Of one that is not JSON as a whole, or whose list ends before its rows do, the rows
 * are found by how they begin. @throws DocumentError
 * @param listIn the list in a document; undefined where there is none
 */
export function parseList(
  text: string,
  start: RowStart,
  listIn: (body: unknown) => unknown[] | undefined,
): { body: unknown; rows: unknown[] | undefined } {
  const { body, failure } = attempt(text);
  const rows = failure ? [] : listIn(body);
  if (rows === undefined || (!failure && startsOf(text, start).length <= rows.length)) return { body, rows };
  const salvaged = salvagedRows(text, start);
  if (salvaged && salvaged.rows.length > rows.length)
    return { body: failure ? attempt(`${salvaged.head}]}`).body : body, rows: salvaged.rows };
  if (failure) throw failure;
  return { body, rows };
}

function attempt(text: string): { body: unknown; failure?: unknown } {
  try {
    return { body: parseJson(text) };
  } catch (failure) {
    return { body: undefined, failure };
  }
}

/** How most objects of a text begin, where all are rows. */
export function commonStart(text: string): RowStart {
  const counts = new Map<string, number>();
  for (const [, key] of text.matchAll(/\{\s*("[^"\\]{1,40}")/g)) counts.set(key!, (counts.get(key!) ?? 0) + 1);
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most ? ['{', most[0], ':'] : ['{'];
}

/** How often a key or word in quotation marks stands in a text; within a string its marks are escaped. */
export const countQuoted = (text: string, word: string): number => text.split(`"${word}"`).length - 1;
