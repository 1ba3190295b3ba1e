/** Pages without a script of their own: the switches alone. */
import { startFrame } from './page-frame.ts';

startFrame();
document.body.dataset['ready'] = 'page';
