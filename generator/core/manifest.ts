/** `manifest.json`: what a dataset consists of. Written last, read first, used only once verified by its checksum. */
import { hash } from 'node:crypto';
import { checkedJson, checkedPart, withChecksum } from './manifest-checksum.ts';
import { manifestLines, manifestOf, type Manifest } from './manifest-json.ts';

export type {
  AnswerEntry,
  CatalogueEntry,
  Manifest,
  ReleaseEntry,
  ResearchEntry,
  SegmentEntry,
  ShardEntry,
} from './manifest-json.ts';
export { FORMAT, ManifestError } from './manifest-checksum.ts';
export { agenciesOf, researchFiles } from './manifest-json.ts';

const sha256 = (text: string): string => hash('sha256', text, 'hex');

export function writeManifest(manifest: Manifest): string {
  const lines = manifestLines(manifest);
  return withChecksum(lines, sha256(lines));
}

/** @throws ManifestError naming what is missing or wrong */
export const readManifest = (text: string): Manifest => manifestOf(checkedJson(text, sha256(checkedPart(text))));
