/** Pages without a script of their own: the switches, and ages by the server's clock. */
import { ANSWERS } from '#core/paths.ts';
import { startFrame } from './page-frame.ts';
import { fresh } from './requests.ts';

startFrame();
document.body.dataset['ready'] = 'page';
// Its answer sets the clock.
if (document.querySelector('time[data-precision]')) fresh(ANSWERS.status).catch(() => {});
