/** While this host's clock is wrong, the last dataset stays; only its status changes. */
import { MINUTE } from '#core/time.ts';
import { readClockOffset, writeClockOffset } from '../catalog/settings.ts';
import type { CommandContext } from './context.ts';

/**
 * Whether the agencies agree against this host's clock, by this run or, until one of them answers, by an earlier one.
 * Logged, and kept in the catalogue, when it begins and ends.
 */
export function isClockWrong({ db, config, console, poll }: CommandContext): boolean {
  const before = readClockOffset(db);
  // Without requests nothing could ever show that the clock was set.
  const offset = config.offline ? null : (poll.clocks?.offset ?? null);
  if ((offset === null) !== (before === null)) {
    writeClockOffset(db, offset);
    if (offset === null) console.line('no agency disagrees with the clock of this host any more: work goes on');
    else console.line(wrongClock(offset), 'error');
  }
  return offset !== null;
}

function wrongClock(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE);
  const where = offset > 0 ? 'behind' : 'ahead of';
  return (
    `the clock of this host is ${minutes} minutes ${where} the clocks of the agencies: ` +
    'nothing is taken in or published until it is set right'
  );
}
