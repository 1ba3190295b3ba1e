/** What both maps are moved with. */
import { markup, type Markup } from '../drawing/markup.ts';
import { both, sayIn, type Language } from './language.ts';

const button = (id: string, icon: Markup, tr: string, en: string): Markup =>
  markup`<button id="${id}" type="button"><svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>\
<span class="unseen">${both(tr, en)}</span></button>`;

export const ZOOM_BUTTONS = [
  button('zoom-in', markup`<path d="M12 5v14M5 12h14"/>`, 'Yakınlaştır', 'Zoom in'),
  button('zoom-out', markup`<path d="M5 12h14"/>`, 'Uzaklaştır', 'Zoom out'),
  button('whole', markup`<path d="M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5"/>`, 'Tüm bölge', 'Whole region'),
];

/** Shows the layer of active faults, and who drew them. */
export const FAULTS_BUTTON = button(
  'faults',
  markup`<path d="M3 17l5-4 3 2 4-6 6-4"/><path d="M9 8l3 2M13 16l3 2" stroke-width="1.6"/>`,
  'Diri fayları göster',
  'Show active faults',
);

const mapHelp = (language: Language): string =>
  sayIn(language)(
    'Deprem haritası. Ok tuşlarıyla kaydırın, artı ve eksi tuşlarıyla yakınlaştırıp uzaklaştırın.',
    'Map of earthquakes. Arrow keys move it, plus and minus zoom.',
  );

export const mapCanvas = (language: Language): Markup =>
  markup`<canvas tabindex="0" role="img" aria-label="${mapHelp(language)}"></canvas>`;
