/** What both maps are moved with. */
import { both } from './shell.ts';

export const mapButton = (id: string, icon: string, [tr, en]: [string, string], more = ''): string =>
  `<button id="${id}" type="button"${more}><svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>` +
  `<span class="unseen">${both(tr, en)}</span></button>`;

export const ZOOM_BUTTONS = [
  mapButton('zoom-in', '<path d="M12 5v14M5 12h14"/>', ['Yakınlaştır', 'Zoom in']),
  mapButton('zoom-out', '<path d="M5 12h14"/>', ['Uzaklaştır', 'Zoom out']),
  mapButton('whole', '<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>', ['Tüm bölge', 'Whole region']),
].join('');

export const MAP_CANVAS =
  '<canvas tabindex="0" role="img" aria-label="Deprem haritası. Ok tuşlarıyla kaydırın, artı ve eksi ' +
  'tuşlarıyla yakınlaştırıp uzaklaştırın. / Map of earthquakes. Arrow keys move it, plus and minus zoom."></canvas>';
