/** Pages without a script of their own: the switches, and where ages are shown, how old the data is. */
import { ANSWERS } from '#core/paths.ts';
import * as clock from './clock.ts';
import { alarmText } from './freshness.ts';
import { isOffline } from './kept.ts';
import type { StatusJson } from './live.ts';
import { showAlarm, startFrame } from './page-frame.ts';
import { fresh } from './requests.ts';

startFrame();
document.body.dataset['ready'] = 'page';

/** The answer sets the clock, too. */
async function tellFreshness(): Promise<void> {
  const { sources } = (await fresh<StatusJson>(ANSWERS.status)).body;
  const text = alarmText({ sources, reachable: !isOffline() }, clock.now());
  if (text !== '') showAlarm(text);
}

if (document.querySelector('time[data-precision]')) tellFreshness().catch(() => {});
