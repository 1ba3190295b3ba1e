/** Says on the map which gesture moves it, where others scroll the page. */
import { el, isTurkish } from '../dom.ts';

const TEXTS = {
  wheel: ['Haritayı yakınlaştırmak için Ctrl ile tekerleği çevirin', 'Use Ctrl and the wheel to zoom the map'],
  touch: ['Haritayı hareket ettirmek için iki parmak kullanın', 'Use two fingers to move the map'],
} as const;

const SHOWN_FOR = 1600;

export class Hint {
  readonly #box = el('p.hint', { 'aria-hidden': 'true', hidden: true });
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement) {
    canvas.parentElement?.append(this.#box);
  }

  show(gesture: keyof typeof TEXTS): void {
    this.#box.textContent = TEXTS[gesture][isTurkish() ? 0 : 1];
    this.#box.hidden = false;
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => (this.#box.hidden = true), SHOWN_FOR);
  }
}
