/** `manifest.json`: what a dataset consists of. Written last, read first, used only once verified by its checksum. */
import { hash } from 'node:crypto';
import { contentHash } from './etag.ts';
import { checkedJson, checkedPart, ManifestError, withChecksum } from './manifest-checksum.ts';
import { manifestLines, type Manifest, type ManifestRoot, type PartEntry, rootOf } from './manifest-json.ts';
import { type PartContent, readPart, together } from './manifest-parts.ts';
import { partPath } from './paths.ts';

export type {
  AnswerEntry,
  CatalogueEntry,
  Manifest,
  ManifestRoot,
  ReleaseEntry,
  ResearchEntry,
  SegmentEntry,
  ShardEntry,
} from './manifest-json.ts';
export { FORMAT, ManifestError } from './manifest-checksum.ts';
export { agenciesOf, researchFiles } from './manifest-json.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

export function writeManifest(manifest: ManifestRoot): string {
  const lines = manifestLines(manifest);
  return withChecksum(lines, sha256(lines));
}

/** Without its parts. @throws ManifestError naming what is missing or wrong */
export const readRoot = (text: string): ManifestRoot => rootOf(checkedJson(text, sha256(checkedPart(text))));

/** @param read gives the bytes of a file @throws ManifestError naming what is missing or wrong */
export function readManifest(text: string, read: (path: string) => Uint8Array | undefined): Manifest {
  const root = readRoot(text);
  return { ...root, ...together(root.parts.map((part) => partIn(part, read(partPath(part.hash))))) };
}

function partIn({ hash: expected }: PartEntry, bytes: Uint8Array | undefined): PartContent {
  const fault = !bytes ? 'is missing' : contentHash(bytes) === expected ? undefined : 'is damaged';
  if (fault !== undefined) throw new ManifestError(`${partPath(expected)} ${fault}`);
  try {
    return readPart(Buffer.from(bytes!).toString('utf8'));
  } catch (error) {
    throw new ManifestError(`${partPath(expected)}: ${(error as Error).message}`);
  }
}
