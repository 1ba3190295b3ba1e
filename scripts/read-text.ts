import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The text of a UTF-8 file, unpacked where it is gzipped (RFC 1952 magic number 1f 8b). */
export function readText(path: string): string {
  const bytes = readFileSync(path);
  return (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8');
}
