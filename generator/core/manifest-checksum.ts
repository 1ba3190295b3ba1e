/** Whether a text is whole by its last line, and a manifest of this format. For browsers too: no hashes of its own. */
import type { Json } from './codecs.ts';

/** Raised whenever a reader of the former format would misread the new one. */
export const FORMAT = 9;

export class ManifestError extends Error {
  override name = 'ManifestError';
}

/** The last line: SHA-256 of all bytes before it, in hexadecimal digits. */
const lastLine = (sha256: string): string => `"sha256": "${sha256}"}\n`;

const LAST_LINE_LENGTH = lastLine('0'.repeat(64)).length;

/** A text without its last line. */
export const checkedPart = (text: string): string => text.slice(0, -LAST_LINE_LENGTH);

/** @param sha256 of the part */
export const withChecksum = (part: string, sha256: string): string => part + lastLine(sha256);

/** Whether the last line is that of what is before it. @param sha256 of the checked part */
export const isWhole = (text: string, sha256: string): boolean => withChecksum(checkedPart(text), sha256) === text;

/** @param sha256 of the checked part; undefined where none can be computed. @throws ManifestError */
export function checkedJson(text: string, sha256: string | undefined): Json {
  const json = parsed(text);
  if (sha256 !== undefined && !isWhole(text, sha256))
    throw new ManifestError('manifest.json is damaged: what it holds has another SHA-256 than its last line says');
  return json;
}

function parsed(text: string): Json {
  let json: Json;
  try {
    json = JSON.parse(text) as Json;
  } catch {
    throw new ManifestError('manifest.json is not whole JSON');
  }
  if (json?.['format'] !== FORMAT)
    throw new ManifestError(
      `manifest.json has format ${String(JSON.stringify(json?.['format'])).slice(0, 20)}; this version ` +
        `reads ${FORMAT}, which npm run generate writes`,
    );
  return json;
}
