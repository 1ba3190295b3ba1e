/** Naming the suspicious pairs in what was published last. */
import { setImmediate as turn } from 'node:timers/promises';
import { newSuspects, suspectLine } from '../catalog/association/suspects.ts';
import type { CommandContext } from './context.ts';

const SHOWN = 10;
/** Earthquakes between two chances for everything else, signals too. */
const A_TURN = 200;

/** Ends early, with a line that says so, when it is told to stop. */
export async function reportSuspects({
  db,
  console,
  asking: { signal },
}: Pick<CommandContext, 'db' | 'console'> & { asking: { signal: AbortSignal } }): Promise<void> {
  let found = 0;
  for (const { done, total, suspects } of newSuspects(db)) {
    for (const suspect of suspects) {
      found += 1;
      if (found <= SHOWN) console.line(suspectLine(suspect));
    }
    console.progress('looking for suspicious pairs', done, total);
    if (done % A_TURN !== 0) continue;
    await turn();
    if (!signal.aborted) continue;
    console.line(`stopped after looking for suspicious pairs in ${done} of ${total} earthquakes`);
    return;
  }
  if (found > SHOWN) console.line(`suspicious: ${found - SHOWN} more; npm run explain -- ID tells of each`);
}
