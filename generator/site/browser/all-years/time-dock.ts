/** The slider of the time window with its histogram, and the animation. */
import { DAY, type EpochMs } from '#core/time.ts';
import { el, isTurkish, required } from '../dom.ts';
import { PASSES, type Band } from './store.ts';
import { dayText, say } from './report.ts';

/** How much time passes in a second of the animation. */
const SPEEDS = { slow: 30 * DAY, month: 90 * DAY, year: 365.25 * DAY, decade: 3652.5 * DAY } as const;
type Speed = keyof typeof SPEEDS;

/** Share of a second's worth of time over which the newest stand out. */
const TRAIL = 0.35;

interface DockOptions {
  /** @param settled whether the reader let go, or the animation ended */
  changed(window: [EpochMs, EpochMs], settled: boolean): void;
}

const STEPS = 20_000;

export class TimeDock {
  readonly #options: DockOptions;
  readonly #start = required<HTMLInputElement>('#window-start');
  readonly #end = required<HTMLInputElement>('#window-end');
  readonly #canvas = required<HTMLCanvasElement>('#histogram');
  readonly #button = required<HTMLButtonElement>('#play');
  readonly #speed = required<HTMLSelectElement>('#speed');
  #all: [EpochMs, EpochMs] = [0, 1];
  #window: [EpochMs, EpochMs] = [0, 1];
  #bars = new Uint32Array();
  #frame = 0;
  #drawing = 0;
  #last = 0;
  /** Length of the window that moves; 0 while its start stays where it is. */
  #length = 0;

  constructor(options: DockOptions) {
    this.#options = options;
    for (const input of [this.#start, this.#end]) {
      [input.min, input.max, input.step] = ['0', String(STEPS), '1'];
      input.addEventListener('input', () => this.#slide(false, input));
      input.addEventListener('change', () => this.#slide(true, input));
    }
    this.#start.setAttribute('aria-label', say('windowStart'));
    this.#end.setAttribute('aria-label', say('windowEnd'));
    this.#button.addEventListener('click', () => (this.isPlaying ? this.pause() : this.#play()));
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
    this.#speed.replaceChildren(...speedChoices());
    this.#showButton();
  }

  get isPlaying(): boolean {
    return this.#frame !== 0;
  }

  /** During an animation, how long the newest stand out; 0 else. */
  get trail(): number {
    return this.isPlaying ? SPEEDS[this.#speed.value as Speed] * TRAIL : 0;
  }

  show(all: [EpochMs, EpochMs], window: [EpochMs, EpochMs]): void {
    this.#all = all;
    this.#window = window;
    const step = (time: EpochMs): string => String(Math.round(((time - all[0]) / (all[1] - all[0])) * STEPS));
    this.#start.value = step(window[0]);
    this.#end.value = step(window[1]);
    this.#describe();
    this.#drawSoon();
  }

  /** Counts the loaded earthquakes that pass by time; quick enough for a million. */
  count(bands: readonly Band[], least: number): void {
    const [from, to] = this.#all;
    const bars = new Uint32Array(240);
    for (const { count, time, magnitude, passes } of bands)
      for (let row = 0; row < count; row += 1) {
        if (magnitude[row]! < least || passes[row] !== PASSES.shown) continue;
        const bar = Math.floor(((time[row]! - from) / (to - from)) * bars.length);
        if (bar >= 0 && bar < bars.length) bars[bar]! += 1;
      }
    this.#bars = bars;
    this.#drawSoon();
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#showButton();
    this.#options.changed(this.#window, true);
  }

  #play(): void {
    const [from, to] = this.#all;
    const [start, end] = this.#window;
    const isWhole = end >= to;
    // From its end it begins anew; a short window moves, a long one grows.
    this.#length = start > from ? end - start : 0;
    if (isWhole) this.#set(this.#length > 0 ? [from, from + this.#length] : [start, start + 1]);
    this.#last = performance.now();
    this.#frame = requestAnimationFrame((now) => this.#tick(now));
    this.#showButton();
  }

  #tick(now: number): void {
    const step = (Math.min(100, Math.max(0, now - this.#last)) / 1000) * SPEEDS[this.#speed.value as Speed];
    this.#last = now;
    const end = Math.min(this.#all[1], this.#window[1] + step);
    this.#set([this.#length > 0 ? end - this.#length : this.#window[0], end]);
    if (end >= this.#all[1]) return this.pause();
    this.#frame = requestAnimationFrame((next) => this.#tick(next));
    this.#options.changed(this.#window, false);
  }

  #set(window: [EpochMs, EpochMs]): void {
    this.show(this.#all, window);
  }

  #slide(settled: boolean, moved: HTMLInputElement): void {
    if (this.isPlaying) this.pause();
    const time = ({ value }: HTMLInputElement): EpochMs =>
      this.#all[0] + (Number(value) / STEPS) * (this.#all[1] - this.#all[0]);
    // The handle that moves stops a little before the other one.
    if (Number(this.#start.value) >= Number(this.#end.value))
      moved.value = String(moved === this.#start ? Number(this.#end.value) - 1 : Number(this.#start.value) + 1);
    this.#window = [time(this.#start), time(this.#end)];
    this.#describe();
    this.#drawSoon();
    this.#options.changed(this.#window, settled);
  }

  #describe(): void {
    const [from, to] = this.#window.map(dayText) as [string, string];
    this.#start.setAttribute('aria-valuetext', from);
    this.#end.setAttribute('aria-valuetext', to);
    required('#window-text').textContent = `${from} – ${to}`;
  }

  #showButton(): void {
    this.#button.setAttribute('aria-label', say(this.isPlaying ? 'pause' : 'play'));
    this.#button.classList.toggle('playing', this.isPlaying);
  }

  #drawSoon(): void {
    this.#drawing ||= requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#drawing = 0;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const context = this.#canvas.getContext('2d');
    if (!context || width === 0) return;
    const { color, borderColor } = getComputedStyle(this.#canvas);
    const [wide, high] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
    if (this.#canvas.width !== wide || this.#canvas.height !== high)
      [this.#canvas.width, this.#canvas.height] = [wide, high];
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, width, height);
    const [from, to] = this.#all;
    const place = (time: EpochMs): number => ((time - from) / (to - from)) * width;
    const [left, right] = this.#window.map(place) as [number, number];
    const most = this.#bars.reduce((greatest, one) => Math.max(greatest, one), 1);
    const step = width / Math.max(1, this.#bars.length);
    this.#bars.forEach((count, bar) => {
      // Early years have few: a power below one still shows them.
      const tall = (count / most) ** 0.4 * (height - 4);
      const isWithin = (bar + 1) * step >= left && bar * step <= right;
      context.fillStyle = isWithin ? color : borderColor;
      context.fillRect(bar * step, height - tall, Math.max(1, step - 0.6), tall);
    });
    context.fillStyle = color;
    context.fillRect(Math.max(0, left - 0.5), 0, 1, height);
    context.fillRect(Math.min(width - 1, right), 0, 1, height);
  }
}

const speedChoices = (): HTMLElement[] =>
  Object.keys(SPEEDS).map((name) => {
    const text = {
      slow: ['1 ay/sn', '1 month/sec'],
      month: ['3 ay/sn', '3 months/sec'],
      year: ['1 yıl/sn', '1 year/sec'],
    }[name] ?? ['10 yıl/sn', '10 years/sec'];
    return el('option', { value: name, selected: name === 'year' }, text[isTurkish() ? 0 : 1]!);
  });
