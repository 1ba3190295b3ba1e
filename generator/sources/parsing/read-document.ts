/** Saved documents: matched by pattern, read within a size limit (gzip too), recognised by their content. */
import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { shown } from '#core/text.ts';
import { MAX_DOCUMENT_BYTES } from '../limits.ts';
import { elementText } from './document-text.ts';
import { DocumentError, type Feed, type FeedDocument } from '../feed.ts';

const GZIP = [0x1f, 0x8b];

/** Bytes of a document's beginning by which feeds recognise it. */
const HEAD_BYTES = 4096;

const tooLarge = (path: string, maxBytes: number): DocumentError =>
  new DocumentError(`${path} is larger than ${maxBytes} bytes; it was not read further`);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const PROBLEMS = new Map(
  Object.entries({
    ENOENT: 'does not exist',
    ENOTDIR: 'does not exist',
    EACCES: 'may not be read (permission denied)',
    EPERM: 'may not be read (permission denied)',
  }),
);

/** A file system error as a DocumentError; any other error unchanged. */
function fileProblem(path: string, error: unknown): unknown {
  const problem = PROBLEMS.get(codeOf(error));
  return problem ? new DocumentError(`${path} ${problem}`) : error;
}

/** The size limit of a document in bytes, by its first {@link HEAD_BYTES} as Latin-1. */
type SizeLimit = (head: string) => number;

const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');

async function unzipped(path: string, sizeLimit: SizeLimit): Promise<Uint8Array> {
  const file = createReadStream(path);
  const gunzip = file.pipe(createGunzip());
  file.on('error', (error) => gunzip.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  let most: number | undefined;
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size >= HEAD_BYTES) most ??= sizeLimit(headOf(Buffer.concat(chunks)));
      if (most !== undefined && size > most) throw tooLarge(path, most);
    }
  } catch (error) {
    if (codeOf(error) === 'Z_BUF_ERROR') throw new DocumentError(`${path}: its gzip data is cut off`);
    if (/^Z_/.test(codeOf(error))) throw new DocumentError(`${path}: its gzip data is damaged`);
    throw error;
  } finally {
    file.destroy();
  }
  return Buffer.concat(chunks, size);
}

async function beginningOf(path: string): Promise<Uint8Array> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/**
 * Decompressed where the first bytes are those of gzip.
 * @throws DocumentError for a path that is missing, not a file, empty, damaged or larger than the limit
 */
export async function readDocument(
  path: string,
  { sizeLimit = () => MAX_DOCUMENT_BYTES }: { sizeLimit?: SizeLimit } = {},
): Promise<FeedDocument> {
  try {
    const file = await stat(path);
    if (file.isDirectory()) throw new DocumentError(`${path} is a folder, not a file`);
    if (!file.isFile()) throw new DocumentError(`${path} is not a regular file`);
    if (file.size === 0) throw new DocumentError(`${path} is empty (0 bytes)`);
    const head = await beginningOf(path);
    const zipped = GZIP.every((byte, index) => head[index] === byte);
    const most = zipped ? MAX_DOCUMENT_BYTES : sizeLimit(headOf(head));
    if (file.size > most) throw tooLarge(path, most);
    const bytes = zipped ? await unzipped(path, sizeLimit) : await readFile(path);
    if (bytes.length === 0) throw new DocumentError(`${path} is empty once decompressed`);
    return { name: path, bytes, coverage: null, fetchedAt: null };
  } catch (error) {
    throw fileProblem(path, error);
  }
}

/** A description of an unknown document, for messages. */
function looksLike(bytes: Uint8Array, head: string): string {
  const text = head.replace(/^\u00ef\u00bb\u00bf/, '').trimStart();
  const magic = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (bytes.length === 0) return 'empty (0 bytes)';
  if (text === '') return 'only white space';
  if (magic.startsWith('PK')) return 'a zip archive or spreadsheet; unpack it, or save it as text first';
  if (/^(?:\u0089PNG|GIF8|\u00ff\u00d8\u00ff)/.test(magic)) return 'an image';
  if (magic === '%PDF') return 'a PDF';
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(magic)) return 'UTF-16 text; save it as UTF-8 first';
  if (/^<(?:!doctype html|html|head|body)/i.test(text)) {
    const title = elementText(text, /<title/i);
    return `an HTML page that no source publishes${title ? `, titled ${shown(title)}` : ''} (an error page?)`;
  }
  if (/^[[{]/.test(text)) return `JSON of an unknown shape: ${shown(text)}`;
  if (text.startsWith('<')) return `XML of an unknown kind: ${shown(text)}`;
  if (/[\u0000-\u0008]/.test(head)) return 'binary data';
  return `text of an unknown kind: ${shown(text)}`;
}

/**
 * The feed that publishes this kind of document.
 * @throws DocumentError saying what the document seems to be when none, or more than one, knows it.
 */
export function recognise(bytes: Uint8Array, feeds: readonly Feed[]): Feed {
  const head = headOf(bytes);
  const [feed, other] = feeds.filter((candidate) => candidate.recognise(head));
  if (!feed) throw new DocumentError(`not recognised: ${looksLike(bytes, head)}`);
  if (other) throw new DocumentError(`not recognised: both ${feed.name} and ${other.name} take it for theirs`);
  return feed;
}

/** Whether a file has this name, even with characters that are special in patterns. */
async function isPath(pattern: string): Promise<boolean> {
  try {
    await stat(pattern);
    return true;
  } catch {
    return false;
  }
}

/**
 * The files that paths and patterns (`saved/*.html`, `saved/2023-*.gz`) name, each once, in the order of their names.
 * @throws DocumentError naming a pattern that no file matches.
 */
export async function expandPaths(patterns: readonly string[]): Promise<string[]> {
  const paths = new Set<string>();
  for (const pattern of patterns)
    for (const path of (await isPath(pattern)) ? [pattern] : await matchesOf(pattern)) paths.add(path);
  return [...paths].sort();
}

async function matchesOf(pattern: string): Promise<string[]> {
  const { default: glob } = await import('fast-glob');
  const matches = await glob(pattern, { dot: true, onlyFiles: true });
  if (matches.length > 0) return matches;
  const problem = glob.isDynamicPattern(pattern) ? 'no file matches' : 'no such file:';
  throw new DocumentError(`${problem} ${shown(pattern)}`);
}
