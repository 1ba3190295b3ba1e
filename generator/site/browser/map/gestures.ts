/** Pointer, wheel and keyboard on the map's canvas. */
import { ownValue } from '#core/own-value.ts';
import type { Camera } from './camera.ts';
import type { Plane } from '../../drawing/mercator.ts';
import { el, isTurkish } from '../dom.ts';

const TEXTS = {
  wheel: [
    'Haritayı yakınlaştırmak için Ctrl tuşuna basarken tekerleği çevirin',
    'Hold Ctrl and turn the wheel to zoom the map',
  ],
  touch: ['Haritayı hareket ettirmek için iki parmak kullanın', 'Use two fingers to move the map'],
} as const;

const SHOWN_FOR = 1600;

class Hint {
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

interface GestureTarget {
  canvas: HTMLCanvasElement;
  camera: Camera;
  /** After the camera moved. */
  moved(): void;
  /** A press without a move. @param at in pixels of the canvas */
  pressed(at: Plane): void;
  hovered(at: Plane): void;
}

const STEP = 80;
/** Of the scale by one turn of the wheel, as a logarithm. */
const MOST_CHANGE = 0.4;

/** Where the page has nothing to scroll, one finger and the plain wheel move the map. */
const leavesScrolling = (): boolean => document.documentElement.scrollHeight > innerHeight;

export function listenToGestures(target: GestureTarget): void {
  const { canvas, camera, moved } = target;
  const hint = new Hint(canvas);
  listenToPointers(target, hint);
  new ResizeObserver(() => canvas.classList.toggle('scrolls', leavesScrolling())).observe(document.body);
  canvas.addEventListener(
    'wheel',
    (event) => {
      const isMeant = event.ctrlKey || event.metaKey;
      if (!isMeant && leavesScrolling()) return hint.show('wheel');
      event.preventDefault();
      // With Ctrl, a pinch on a touchpad is meant too: many small steps.
      const change = -event.deltaY * (isMeant ? 0.01 : 0.0018);
      camera.zoom(Math.exp(Math.min(MOST_CHANGE, Math.max(-MOST_CHANGE, change))), {
        ...{ x: event.offsetX, y: event.offsetY },
      });
      moved();
    },
    { passive: false },
  );
  const keys: Record<string, () => void> = {
    ArrowLeft: () => camera.pan(STEP, 0),
    ArrowRight: () => camera.pan(-STEP, 0),
    ArrowUp: () => camera.pan(0, STEP),
    ArrowDown: () => camera.pan(0, -STEP),
    '+': () => camera.zoom(1.4),
    '=': () => camera.zoom(1.4),
    '-': () => camera.zoom(1 / 1.4),
  };
  canvas.addEventListener('keydown', (event) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : ownValue(keys, event.key);
    if (!act) return;
    event.preventDefault();
    act();
    moved();
  });
}

/** Pixels within which a press is no drag. */
const SLACK = 5;

function listenToPointers({ canvas, camera, moved, pressed, hovered }: GestureTarget, hint: Hint): void {
  const down = new Map<number, Plane>();
  let travelled = 0;
  // The browser scrolls with one finger.
  for (const name of ['touchstart', 'touchmove'] as const)
    canvas.addEventListener(name, (event) => event.touches.length > 1 && event.preventDefault(), {
      passive: false,
    });
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    travelled = 0;
  });
  canvas.addEventListener('pointermove', (event) => {
    const at = { x: event.offsetX, y: event.offsetY };
    const before = down.get(event.pointerId);
    if (!before) return hovered(at);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, at);
    travelled += Math.hypot(at.x - before.x, at.y - before.y);
    if (other) {
      const spread = (point: Plane): number => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
      camera.zoom(spread(at) / spread(before), { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    } else if (event.pointerType === 'touch' && leavesScrolling()) {
      if (travelled >= SLACK) hint.show('touch');
      return;
    } else camera.pan(at.x - before.x, at.y - before.y);
    moved();
  });
  for (const name of ['pointerup', 'pointercancel'] as const)
    canvas.addEventListener(name, (event) => {
      const alone = down.size === 1;
      down.delete(event.pointerId);
      if (name === 'pointerup' && alone && travelled < SLACK) pressed({ x: event.offsetX, y: event.offsetY });
    });
}
