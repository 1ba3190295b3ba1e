/** A graph on a canvas. Every dot is an earthquake, which a press or the Enter key opens. */
import { el } from '../dom.ts';
import { drawChart, drawRing, MARGIN, type Axis, type ChartData } from './chart-drawing.ts';
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
  readonly #figures = el('p.figures');
  readonly #hint = el('p.hint');
  readonly #tip = el('p.tip', { role: 'status', hidden: true });
  readonly #options: ChartOptions;
  readonly #drawn = el('canvas');
  #data: ChartData | undefined;
  /** What is shown once the graph is in sight. */
  #due: (() => void) | undefined;
  #isInSight = false;
  #chosen = -1;

  constructor(options: ChartOptions) {
    this.#options = options;
    this.#canvas.setAttribute('aria-label', options.title);
    const plot = el('div.plot', this.#canvas, this.#tip);
    this.element = el('section.chart', el('h2', options.title), this.#figures, plot, this.#hint);
    this.#listen();
    new ResizeObserver(() => this.#drawAll()).observe(this.#canvas);
    const sight = new IntersectionObserver(
      (entries) => {
        this.#isInSight = entries.at(-1)!.isIntersecting;
        this.#showSoon();
      },
      { rootMargin: '300px' },
    );
    sight.observe(this.element);
    addEventListener('beforeprint', () => this.#showDue());
  }

  /** @param make the data, undefined where there is nothing to draw; called once the graph is in sight or printed */
  show(make: () => ChartData | undefined, instead = say('noDots')): void {
    this.#due = () => this.#take(make(), instead);
    this.#showSoon();
  }

  /** Each graph in a task of its own: a press need not wait for all of them. */
  #showSoon(): void {
    if (this.#due && this.#isInSight) setTimeout(() => this.#showDue());
  }

  #showDue(): void {
    const due = this.#due;
    this.#due = undefined;
    due?.();
  }

  #take(data: ChartData | undefined, instead: string): void {
    this.#data = data;
    this.#choose(-1);
    this.#figures.textContent = data?.figures ?? instead;
    this.#hint.textContent = data?.hint ?? '';
    this.#hint.hidden = !data?.hint;
    this.#canvas.parentElement!.hidden = !data;
    const count = data?.dots.count ?? 0;
    this.#canvas.dataset['dots'] = String(count);
    this.#canvas.setAttribute('aria-label', `${say('dotsOf', this.#options.title, count)} ${data?.figures ?? ''}`);
    this.#drawAll();
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

  /** Axes and dots, once for each graph, size and theme. */
  #drawAll(): void {
    const [data, place] = [this.#data, this.#places()];
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    const context = this.#drawn.getContext('2d');
    if (!context || !data || !place || width === 0) return;
    for (const canvas of [this.#drawn, this.#canvas])
      [canvas.width, canvas.height] = [width * devicePixelRatio, height * devicePixelRatio];
    context.scale(devicePixelRatio, devicePixelRatio);
    drawChart({ context, data, place, colours: this.#options.colours() }, this.#canvas);
    this.#draw();
  }

  /** The chosen dot on top. */
  #draw(): void {
    const [data, place] = [this.#data, this.#places()];
    const context = this.#canvas.getContext('2d');
    if (!context || !data || !place || this.#drawn.width === 0) return;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.drawImage(this.#drawn, 0, 0);
    context.scale(devicePixelRatio, devicePixelRatio);
    if (this.#chosen >= 0) drawRing({ context, data, place, colours: [] }, this.#chosen);
  }
}
