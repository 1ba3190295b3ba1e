/**
 * Real documents of AFAD, USGS, ISC-GEM and GCMT, for tests that run only with their folder, and shared parser test
 * helpers.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DocumentError, type Feed, type ParseContext, type Parsed } from '../../generator/sources/feed.ts';

const repository = join(import.meta.dirname, '..', '..');

/** SHARED_DATA, else `../shared/data` beside the repository. */
export const sharedData = process.env['SHARED_DATA'] ?? join(repository, '..', 'shared', 'data');

/** For `test(name, { skip })`: false, or the reason. */
export const withoutFolder = (folder: string): string | false =>
  existsSync(join(sharedData, folder)) ? false : `no folder ${folder} of real data`;

export const filesIn = (folder: string): string[] => readdirSync(join(sharedData, folder)).sort();

export function realDocument(path: string): Uint8Array {
  const bytes = readFileSync(join(sharedData, path));
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export const headOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 4096)).toString('latin1');

/** A catalogue that knows nothing. */
export const knowsNothing: ParseContext = { knownTime: () => undefined };

export const parseText = (feed: Feed, text: string, context = knowsNothing): Parsed =>
  feed.parse(bytesOf(text), context);

/** Every row is a report, a product, a reject or a repetition. */
export function assertAccounted(parsed: Parsed): void {
  const { rows, reports, products, rejects, repeated } = parsed;
  assert.equal(rows, reports.length + products.length + rejects.length + repeated);
}

/** The message of a refused document. */
export function refusal(feed: Feed, document: string | Uint8Array, context = knowsNothing): string {
  const bytes = typeof document === 'string' ? bytesOf(document) : document;
  try {
    feed.parse(bytes, context);
  } catch (error) {
    assert.ok(error instanceof DocumentError, `a DocumentError, not ${String(error)}`);
    return error.message;
  }
  return assert.fail('the document was read');
}
