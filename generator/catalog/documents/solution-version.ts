/** One version of an agency's solution for an earthquake. */
import type { SourceReport } from '../../sources/feed.ts';

/** A report as stored, without its line in the document. */
export type SolutionVersion = Omit<SourceReport, 'line'>;

/** An agency event with its current solution version. */
export interface Member {
  agencyEvent: number;
  feedGroup: number;
  /** The agency's identifier, or a generated key. */
  key: string;
  solutionVersion: SolutionVersion;
}
