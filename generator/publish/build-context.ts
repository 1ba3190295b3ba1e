/** What the steps of a build work with. */
import type { Agency, Station } from '#core/earthquake.ts';
import type { AnswerEntry, Manifest } from '#core/manifest.ts';
import { ownValue } from '#core/own-value.ts';
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

/** With the moment that its content is of. */
export type BaseManifest = Manifest & { asOf: EpochMs };

export interface BuildContext {
  db: Db;
  output: Output;
  change: Changeover;
  /** In use. */
  agencies: readonly Agency[];
  stations: Station[];
  /** Of the build to start from; null for a full one. */
  base: BaseManifest | null;
  dirty: DirtyTimes;
  /** Most ids with line files of their own. */
  newestIds: number;
  progress(step: BuildStep, done: number, total: number): void;
}

/** Answers that a step renders, and those of the base that stand, by path. */
export interface StepAnswers {
  bodies: Map<string, Buffer>;
  reused: Record<string, AnswerEntry>;
}

/** What a former dataset has under a path; undefined where its file is not there as it was. */
export function formerAnswer(
  output: Output,
  answers: Manifest['answers'] | undefined,
  path: string,
): AnswerEntry | undefined {
  const former = ownValue(answers, path);
  return former && output.sizeOf(path) === former.size ? former : undefined;
}
