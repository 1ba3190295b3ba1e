/** Manifests that were changed by a test. */
import { hash } from 'node:crypto';
import { withChecksum } from '#core/manifest-checksum.ts';

/** The same members with the checksum that they have now. */
export function withItsChecksum(text: string): string {
  const { sha256: former, ...members } = JSON.parse(text) as Record<string, unknown>;
  const part = `${JSON.stringify(members).slice(0, -1)},\n`;
  return former === undefined ? text : withChecksum(part, hash('sha256', part, 'hex'));
}
