/** Association and publication of new reports into the catalogue. */
import type { CommitSummary } from '../catalog/publication/commit.ts';
import { finishIngest } from '../ingest.ts';
import type { CommandContext } from './context.ts';
import { isClockWrong } from './host-clock.ts';
import { reportSuspects } from './report-suspects.ts';
import { commitLine } from './summary.ts';

/** @returns whether it was done: not while this host's clock is wrong */
export async function commitReports(context: CommandContext): Promise<boolean> {
  if (isClockWrong(context)) {
    context.console.line('nothing was committed: the clock of this host is wrong', 'error');
    return false;
  }
  const commit = finishIngest(context.poll);
  context.console.line(commitLine(commit));
  if (hasChanged(commit)) await reportSuspects(context);
  return true;
}

export const hasChanged = (commit: CommitSummary): boolean => Object.values(commit).some((count) => count > 0);
