/** One version of an agency's solution for an earthquake. */
import type { SourceReport } from '../../sources/feed.ts';

/** A report as stored, without its line in the document. Its stamp is a column: it is no value of the solution. */
export type SolutionVersion = Omit<SourceReport, 'line' | 'stamp'>;

/** `solution_versions.stamp` where the agency says that it never changed the row. */
export const NEVER_CHANGED = 0;

/** An agency event with its current solution version. */
export interface Member {
  agencyEvent: number;
  feedGroup: number;
  /** The agency's identifier, or a generated key. */
  key: string;
  solutionVersion: SolutionVersion;
}
