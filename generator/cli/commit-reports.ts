/** Association and publication of new reports into the catalogue. */
import type { CommitSummary } from '../catalog/publication/commit.ts';
import { finishIngest } from '../ingest.ts';
import type { CommandContext } from './context.ts';
import { reportSuspects } from './report-suspects.ts';
import { commitLine } from './summary.ts';

export async function commitReports(context: CommandContext): Promise<void> {
  const commit = finishIngest(context.poll);
  context.console.line(commitLine(commit));
  if (hasChanged(commit)) await reportSuspects(context);
}

export const hasChanged = (commit: CommitSummary): boolean => Object.values(commit).some((count) => count > 0);
