/** Association and publication of new reports into the catalogue; suspicious pairs of the last publication. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { countFaults } from '../catalog/faults.ts';
import { readFaults } from '../catalog/publication/faults.ts';
import { newSuspects, suspectLine } from '../catalog/association/suspects.ts';
import type { CommitSummary } from '../catalog/publication/commit.ts';
import { finishIngest } from '../ingest.ts';
import type { CommandContext } from './context.ts';
import { isClockWrong } from './host-clock.ts';
import { commitLine } from './summary.ts';

const FAULTS = 'faulty earthquakes';

/** Says which earthquakes cannot be published, once, and when all can again. */
export function reportFaults({ db, alerts }: Pick<CommandContext, 'db' | 'alerts'>): void {
  const faults = readFaults(db);
  const [first] = faults;
  if (!first) return alerts.resolve(FAULTS, 'every earthquake can be published again');
  const names = faults.slice(0, SHOWN).map(({ report, earthquake }) => `${report} (${earthquake ?? 'new'})`);
  const rest = faults.length > SHOWN ? ` and ${faults.length - SHOWN} more` : '';
  alerts.raise(
    FAULTS,
    `${countFaults(db)} earthquakes cannot be published and stay as they were, please report it: ${names.join(', ')}${rest}: ${first.error}`,
  );
}

/** @returns whether it was done: not while this host's clock is wrong */
export async function commitReports(context: CommandContext): Promise<boolean> {
  if (isClockWrong(context)) {
    context.console.line('nothing was committed: the clock of this host is wrong', 'error');
    return false;
  }
  const commit = finishIngest(context.poll);
  context.console.line(commitLine(commit));
  reportFaults(context);
  if (hasChanged(commit)) await reportSuspects(context);
  return true;
}

export const hasChanged = (commit: CommitSummary): boolean => Object.values(commit).some((count) => count > 0);

const SHOWN = 10;
/** Earthquakes between two yields to the event loop. */
const YIELD_INTERVAL = 200;

/** Ends early, with a message, when the signal is aborted. */
export async function reportSuspects({
  db,
  console,
  poll: { signal },
}: Pick<CommandContext, 'db' | 'console'> & { poll: { signal: AbortSignal } }): Promise<void> {
  let found = 0;
  for (const { done, total, suspects } of newSuspects(db)) {
    for (const suspect of suspects) {
      found += 1;
      if (found <= SHOWN) console.line(suspectLine(suspect));
    }
    console.progress('looking for suspicious pairs', done, total);
    if (done % YIELD_INTERVAL !== 0) continue;
    await yieldToEventLoop();
    if (!signal.aborted) continue;
    console.line(`stopped after looking for suspicious pairs in ${done} of ${total} earthquakes`);
    return;
  }
  if (found > SHOWN) console.line(`suspicious: ${found - SHOWN} more; npm run explain -- ID tells of each`);
}
