/**
 * `status.json`: the state of the sources and the time of the build. It alone follows the clock, so the manifest does
 * not name it: its last line is its checksum, as the manifest's is.
 */
import { hash } from 'node:crypto';
import { object, type Json } from './codecs.ts';
import { checkedPart, isWhole, withChecksum } from './manifest-checksum.ts';
import { parseInstant, type EpochMs } from './time.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/** @param json with `generated_at` and `as_of` */
export function writeStatus(json: Json): string {
  const part = `${JSON.stringify(json).slice(0, -1)},\n`;
  return withChecksum(part, sha256(part));
}

export interface StatusFile {
  /** Without its checksum. */
  json: Json;
  /** The minute of the build. */
  generatedAt: EpochMs;
  /** The moment that answers with a window of time are of. */
  asOf: EpochMs;
}

/** Undefined for what is damaged, or of another format. */
export function readStatus(text: string): StatusFile | undefined {
  if (text === '' || !isWhole(text, sha256(checkedPart(text)))) return undefined;
  const { sha256: _, ...json } = object(JSON.parse(text));
  const [generatedAt, asOf] = ['generated_at', 'as_of'].map((name) => parseInstant(String(json[name])));
  return generatedAt === undefined || asOf === undefined ? undefined : { json, generatedAt, asOf };
}
