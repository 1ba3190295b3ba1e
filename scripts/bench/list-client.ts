/** A client of `npm run bench -- streams` that asks for one list after the other and reports each time, in ms. */
import { setTimeout as wait } from 'node:timers/promises';

const { URL: url = '' } = process.env;
/** Between two lists, in ms. */
const PAUSE = 20;

for (;;) {
  const at = performance.now();
  // A list that was not asked before.
  const response = await fetch(`${url}/api.php?limit=100&min_magnitude=2.${Math.floor(at * 1000)}`);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`a list was answered ${response.status}`);
  process.send!(performance.now() - at);
  await wait(PAUSE);
}
