/** What an agency says about one earthquake at a time. */
import type { SourceReport } from '../../sources/feed.ts';

/** A report as it is kept: everything but where in the document it stood. */
export type SolutionVersion = Omit<SourceReport, 'line'>;

/** A thread's current statement. */
export interface Member {
  agencyEvent: number;
  feedGroup: number;
  /** The agency's identifier, or the key made for the thread. */
  key: string;
  solutionVersion: SolutionVersion;
}
