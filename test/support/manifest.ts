/** Manifests of a folder or of files in memory, and some that were changed by a test. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Manifest, readManifest, writeManifest } from '#core/manifest.ts';
import { writeParts } from '#core/manifest-partition.ts';
import { withChecksum } from '#core/manifest-checksum.ts';
import { MANIFEST } from '#core/paths.ts';

/** With its parts. @throws ManifestError */
export const manifestIn = (folder: string): Manifest =>
  readManifest(readFileSync(join(folder, MANIFEST), 'utf8'), (path) => readFileSync(join(folder, path)));

/** Puts a manifest with parts that have its shards and area indexes. */
export function putManifest(files: Map<string, Uint8Array>, manifest: Omit<Manifest, 'parts'>): Manifest {
  const { parts, files: own } = writeParts(manifest);
  for (const [path, text] of own) files.set(path, Buffer.from(text));
  files.set(MANIFEST, Buffer.from(writeManifest({ ...manifest, parts })));
  return { ...manifest, parts };
}

/** The same members with the checksum that they have now. */
export function withItsChecksum(text: string): string {
  const { sha256: former, ...members } = JSON.parse(text) as Record<string, unknown>;
  const part = `${JSON.stringify(members).slice(0, -1)},\n`;
  return former === undefined ? text : withChecksum(part, hash('sha256', part, 'hex'));
}
