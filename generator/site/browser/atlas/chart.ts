/** A graph on a canvas, whose every dot is an earthquake that a press or the Enter key opens. */
import { el } from '../dom.ts';
import type { Axis, ChartData } from './chart-drawing.ts';
import { drawChart, drawRing, MARGIN } from './chart-drawing.ts';
import { say } from './words.ts';

/** Pixels within which a press counts. */
const REACH = 14;

interface ChartOptions {
  title: string;
  /** In the order of the colour numbers. */
  colours(): string[];
  open(id: number): void;
}

export class Chart {
  readonly element: HTMLElement;
  readonly #canvas = el('canvas', { tabindex: 0, role: 'img' });
  readonly #figures = el('p', { class: 'figures' });
  readonly #hint = el('p', { class: 'hint' });
  readonly #tip = el('p', { class: 'tip', role: 'status', hidden: true });
  readonly #options: ChartOptions;
  #data: ChartData | undefined;
  #chosen = -1;

  constructor(options: ChartOptions) {
    this.#options = options;
    const plot = el('div', { class: 'plot' }, this.#canvas, this.#tip);
    this.element = el('section', { class: 'chart' }, el('h3', {}, options.title), this.#figures, plot, this.#hint);
    this.#listen();
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
  }

  /** Undefined where there is nothing to draw. */
  show(data: ChartData | undefined, instead = say('noDots')): void {
    this.#data = data;
    this.#choose(-1);
    this.#figures.textContent = data?.figures ?? instead;
    this.#hint.textContent = data?.hint ?? '';
    this.#hint.hidden = !data?.hint;
    this.#canvas.parentElement!.hidden = !data;
    const count = data?.dots.count ?? 0;
    this.#canvas.dataset['dots'] = String(count);
    this.#canvas.setAttribute('aria-label', `${say('dotsOf', this.#options.title, count)} ${data?.figures ?? ''}`);
    this.#draw();
  }

  #listen(): void {
    const canvas = this.#canvas;
    canvas.addEventListener('pointermove', (event) => this.#choose(this.#near(event.offsetX, event.offsetY)));
    canvas.addEventListener('pointerleave', () => this.#choose(-1));
    canvas.addEventListener('click', (event) => {
      this.#choose(this.#near(event.offsetX, event.offsetY));
      this.#open();
    });
    canvas.addEventListener('blur', () => this.#choose(-1));
    canvas.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') return this.#open();
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      this.#choose(this.#next(step));
    });
  }

  #open(): void {
    const id = this.#data?.dots.id[this.#chosen];
    if (this.#chosen >= 0 && id !== undefined) this.#options.open(id);
  }

  /** The dot that follows to the right or left; of dots above each other the next number. */
  #next(step: number): number {
    const { x, count } = this.#data?.dots ?? { x: new Float64Array(), count: 0 };
    const isBefore = (a: number, b: number): boolean => x[a]! < x[b]! || (x[a] === x[b] && a < b);
    let next = -1;
    for (let dot = 0; dot < count; dot += 1) {
      if (this.#chosen >= 0 && !(step > 0 ? isBefore(this.#chosen, dot) : isBefore(dot, this.#chosen))) continue;
      if (next < 0 || (step > 0 ? isBefore(dot, next) : isBefore(next, dot))) next = dot;
    }
    return next < 0 ? this.#chosen : next;
  }

  #near(atX: number, atY: number): number {
    const place = this.#places();
    if (!place || !this.#data) return -1;
    const { x, y, count } = this.#data.dots;
    let [best, least] = [-1, REACH ** 2];
    for (let dot = 0; dot < count; dot += 1) {
      const dx = place.x(x[dot]!) - atX;
      if (dx > REACH || dx < -REACH) continue;
      const away = dx ** 2 + (place.y(y[dot]!) - atY) ** 2;
      if (away < least) [best, least] = [dot, away];
    }
    return best;
  }

  #choose(dot: number): void {
    if (dot === this.#chosen) return;
    this.#chosen = dot;
    const [place, data] = [this.#places(), this.#data];
    this.#tip.hidden = dot < 0 || !data;
    this.#canvas.classList.toggle('over', dot >= 0);
    if (dot >= 0 && data && place) {
      this.#tip.textContent = data.text(dot);
      const [x, width] = [place.x(data.dots.x[dot]!), this.#canvas.clientWidth];
      this.#tip.style.top = `${place.y(data.dots.y[dot]!) + 10}px`;
      this.#tip.style.left = x < width / 2 ? `${x}px` : '';
      this.#tip.style.right = x < width / 2 ? '' : `${width - x}px`;
    }
    this.#draw();
  }

  /** Value → pixel. */
  #places(): { x(value: number): number; y(value: number): number } | undefined {
    const data = this.#data;
    if (!data) return undefined;
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const scale = (axis: Axis, from: number, to: number) => (value: number) =>
      from + ((value - axis.from) / (axis.to - axis.from || 1)) * (to - from);
    return {
      x: scale(data.x, MARGIN.left, width - MARGIN.right),
      y: scale(data.y, height - MARGIN.bottom, MARGIN.top),
    };
  }

  #draw(): void {
    const [data, place] = [this.#data, this.#places()];
    const canvas = this.#canvas;
    const context = canvas.getContext('2d');
    if (!context || !data || !place || canvas.clientWidth === 0) return;
    canvas.width = canvas.clientWidth * devicePixelRatio;
    canvas.height = canvas.clientHeight * devicePixelRatio;
    context.scale(devicePixelRatio, devicePixelRatio);
    const picture = { context, data, place, colours: this.#options.colours() };
    drawChart(picture, canvas);
    if (this.#chosen >= 0) drawRing(picture, this.#chosen);
  }
}
