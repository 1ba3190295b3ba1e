/** The `watch` command: poll, commit and build at an interval. */
import type { Environment } from '#runtime/environment.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExpectedError } from '#core/expected-error.ts';
import { SECOND } from '#core/time.ts';
import { readClockOffset } from '../catalog/settings.ts';
import { finishIngest } from '../ingest.ts';
import { errorText } from '../polling/alerts.ts';
import { createSchedule } from '../polling/schedule.ts';
import { ingestShipped } from '../shipped.ts';
import { commitReports, hasChanged, reportFaults, reportSuspects } from './commit-reports.ts';
import { onlyNotable, stopOnSignals, withContext, type CommandContext } from './context.ts';
import { generate, warnOfAddress } from './generate.ts';
import { isClockWrong } from './host-clock.ts';
import { requireOwnDataset } from './own-dataset.ts';
import { buildLine } from './build-line.ts';
import { commitLine, documentLines } from './summary.ts';

export interface WatchArguments {
  /** ms from the start of one round to the start of the next. */
  every: number;
  /** Replaces a dataset of another catalogue, or of a later state, too. */
  force?: boolean;
}

export const watchCommand = (env: Environment, { every: intervalMs, force }: WatchArguments): Promise<void> =>
  withContext(env, async (context) => {
    if (!mayPublish(context, force)) return void (process.exitCode = 1);
    warnOfAddress(env, context);
    await buildFromDisk(context);
    stopOnSignals(context);
    await pollAndBuild(context, intervalMs);
  });

/** Whether the dataset is this catalogue's; if it is not, the operator is alerted. */
export function mayPublish(context: CommandContext, force?: boolean): boolean {
  try {
    requireOwnDataset(context, force);
    return true;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    context.alerts.raise('publishing', error.message);
    return false;
  }
}

/** Everything that needs no network: shipped tables, uncommitted reports, a complete `dist/`. */
export async function buildFromDisk(context: CommandContext): Promise<void> {
  const { poll, console } = context;
  poll.onDocument = onlyNotable((summary) => documentLines(summary).forEach((line) => console.line(line)));
  for (const summary of ingestShipped(poll)) poll.onDocument(summary);
  await commitReports(context);
  console.line(buildLine(await generate(context)));
}

/** Runs until aborted. A round that cannot be published is retried with the next one. */
export async function pollAndBuild(context: CommandContext, intervalMs: number): Promise<void> {
  const { poll, config, console } = context;
  const { signal } = poll;
  if (config.offline) console.line('OFFLINE is set: no feed is requested');
  const schedule = createSchedule(poll);
  while (!signal.aborted) {
    const started = Date.now();
    if (!config.offline) await schedule.round();
    if (signal.aborted) break;
    await publishRound(context);
    // At least a second, also when the clock was set back.
    const pause = Math.max(SECOND, intervalMs - Math.max(0, Date.now() - started));
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
  await schedule.settled();
}

async function publishRound(context: CommandContext): Promise<void> {
  const { poll, console, alerts } = context;
  const wasWrong = readClockOffset(context.db) !== null;
  try {
    if (isClockWrong(context)) {
      // The status shows it from its beginning on.
      if (!wasWrong) console.line(buildLine(await generate(context)));
      return;
    }
    const commit = finishIngest(poll);
    const changed = hasChanged(commit);
    reportFaults(context);
    const summary = await generate(context);
    alerts.resolve('publishing', 'publishing works again');
    if (changed) console.line(`${commitLine(commit)}; ${buildLine(summary)}`);
    if (changed) await reportSuspects(context);
  } catch (error) {
    alerts.raise('publishing', `this round was not published: ${errorText(error)}`);
  }
}
