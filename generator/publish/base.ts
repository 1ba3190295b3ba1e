/** The build to continue from. */
import type { Published } from '#core/dataset-files.ts';
import type { Db } from '../catalog/database.ts';
import { stateAt } from '../catalog/read.ts';
import type { BaseManifest } from './build-context.ts';
import { buildTimesOf } from './clock.ts';
import { indexIn } from './sweep.ts';
import type { Output } from './writer.ts';

/** The former build with its moment. */
export interface Base extends Published {
  manifest: BaseManifest;
}

interface BaseInputs {
  db: Db;
  output: Output;
  /** Of this build. */
  settingsHash: string;
}

/** The former build, if it is complete and of this format, these settings and this catalogue's history. */
export function usableBase({ db, output, settingsHash }: BaseInputs, before: Published | undefined): Base | null {
  if (!before) return null;
  const { settings, sequence, history, details } = before.manifest;
  const ours = settings === settingsHash && stateAt(db, sequence)?.history === history;
  const index = ours ? indexIn(output, details.hash) : undefined;
  const { asOf } = buildTimesOf(output, before.manifest);
  return index ? { manifest: { ...before.manifest, asOf }, index } : null;
}
