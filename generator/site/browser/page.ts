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

/** The part of a province's page that lists blasts; its state is kept in the address. */
function keepBlasts(part: HTMLDetailsElement): void {
  const query = new URLSearchParams(location.search);
  part.open = query.get('blasts') === 'include';
  part.ontoggle = () => {
    if (part.open) query.set('blasts', 'include');
    else query.delete('blasts');
    history.replaceState(null, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}${location.hash}`);
  };
}

const blasts = document.querySelector<HTMLDetailsElement>('details#blasts');
if (blasts) keepBlasts(blasts);

/** What is too old to be shown: the chances of a page that was kept, or is not published any more. */
function hideOutdated(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-until]'))
    part.hidden = clock.now() > Date.parse(part.dataset['until']!);
}

hideOutdated();

/** The answer sets the clock, too. */
async function tellFreshness(): Promise<void> {
  const { sources } = (await fresh<StatusJson>(ANSWERS.status)).body;
  hideOutdated();
  const text = alarmText({ sources, reachable: !isOffline() }, clock.now());
  if (text !== '') showAlarm(text);
}

if (document.querySelector('time[data-precision]')) tellFreshness().catch(() => {});
