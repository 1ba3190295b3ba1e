/** What the steps of a build work with. */
import type { Agency, Station } from '#core/earthquake.ts';
import type { Manifest } from '#core/manifest.ts';
import type { EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import type { Changeover } from './changeover.ts';
import type { Output } from './writer.ts';

export type BuildStep =
  | 'shards'
  | 'research'
  | 'catalogue'
  | 'change log'
  | 'details'
  | 'names'
  | 'changing over'
  | 'detail files'
  | 'sweeping';

/** Times (EpochMs) at which a band gained, lost or changed a record, ascending. */
export type DirtyTimes = Map<number, EpochMs[]>;

export interface BuildContext {
  db: Db;
  output: Output;
  change: Changeover;
  /** In use. */
  agencies: readonly Agency[];
  stations: Station[];
  /** Of the build to start from; null for a full one. */
  base: Manifest | null;
  dirty: DirtyTimes;
  /** Most ids with line files of their own. */
  newestIds: number;
  progress(step: BuildStep, done: number, total: number): void;
}
