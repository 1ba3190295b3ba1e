/** What is drawn above the epicentres: region, section line, chosen earthquake; and the tools that draw them. */
import type { Box, Point } from '#core/geo.ts';
import { project, unproject, type Plane } from '../../drawing/mercator.ts';
import type { SectionLine } from '../../drawing/section.ts';
import type { Camera } from '../map/camera.ts';
import type { DragTool } from '../map/gestures.ts';
import { required, svg } from '../dom.ts';
import { boxOf, sectionOf } from './state.ts';

type ToolName = 'region' | 'section';

interface Sketch {
  box: Box | undefined;
  section: SectionLine | undefined;
  chosen: Point | undefined;
}

const haloed = (name: string, shape: Record<string, number>): SVGElement[] => [
  svg(name, { ...shape, class: 'halo' }),
  svg(name, shape),
];

function drawSketch(layer: SVGElement, camera: Camera, { box, section, chosen }: Sketch): void {
  const at = (point: Point): Plane => camera.toScreen(project(point));
  const shapes: SVGElement[] = [];
  if (box) {
    const from = at({ latitude: box.north, longitude: box.west });
    const to = at({ latitude: box.south, longitude: box.east });
    const edges = { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y, rx: 2 };
    shapes.push(...haloed('rect', edges));
  }
  if (section) {
    const [a, b] = [at(section.a), at(section.b)];
    const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
    shapes.push(...haloed('line', ends));
    for (const [point, name] of [
      [a, 'A'],
      [b, 'B'],
    ] as const)
      shapes.push(
        svg('circle', { class: 'end', cx: point.x, cy: point.y, r: 10 }),
        svg('text', { x: point.x, y: point.y + 4 }, name),
      );
  }
  if (chosen) {
    const { x, y } = at(chosen);
    shapes.push(...haloed('circle', { cx: x, cy: y, r: 11 }));
  }
  layer.replaceChildren(...shapes);
}

interface ToolOptions {
  name: ToolName;
  camera: Camera;
  /** While it is drawn. */
  drawn(sketch: Partial<Sketch>): void;
  /** Undefined where the drag was too short or was broken off. */
  done(sketch: Partial<Sketch> | undefined): void;
  halfWidthKm: number | undefined;
}

/** Pixels below which a drag is a slip. */
const LEAST_DRAG = 8;

function dragTool({ name, camera, drawn, done, halfWidthKm }: ToolOptions): DragTool {
  let from: Plane = { x: 0, y: 0 };
  const sketch = (to: Plane): Partial<Sketch> => {
    const [one, other] = [unproject(camera.toPlane(from)), unproject(camera.toPlane(to))];
    return name === 'region' ? { box: boxOf(one, other) } : { section: sectionOf(one, other, halfWidthKm) };
  };
  return {
    start: (at) => void (from = at),
    move: (at) => drawn(sketch(at)),
    end: (at) => done(Math.hypot(at.x - from.x, at.y - from.y) < LEAST_DRAG ? undefined : sketch(at)),
    cancel: () => done(undefined),
  };
}

const TOOLS: ToolName[] = ['region', 'section'];

interface SketchingOptions {
  /** What stands on the map besides what is being drawn. */
  sketch(): Sketch;
  done(drawn: Partial<Sketch>): void;
}

/** The buttons of the tools, the tool in hand, and what is drawn with it. */
export class Sketching {
  readonly #options: SketchingOptions;
  readonly #svg = required('#sketch') as unknown as SVGElement;
  #camera: Camera | undefined;
  #tool: ToolName | undefined;
  #draft: Partial<Sketch> = {};

  constructor(options: SketchingOptions) {
    this.#options = options;
    for (const name of TOOLS)
      required(`#tool-${name}`).onclick = () => this.take(this.#tool === name ? undefined : name);
    this.take(undefined);
  }

  take(tool: ToolName | undefined): void {
    this.#tool = tool;
    for (const name of TOOLS) required(`#tool-${name}`).setAttribute('aria-pressed', String(tool === name));
    required('#map').classList.toggle('sketching', tool !== undefined);
  }

  draw(camera: Camera | undefined): void {
    this.#camera = camera;
    if (camera) drawSketch(this.#svg, camera, { ...this.#options.sketch(), ...this.#draft });
  }

  inHand(): DragTool | undefined {
    const camera = this.#camera;
    if (!this.#tool || !camera) return undefined;
    const put = (sketch: Partial<Sketch>): void => {
      this.#draft = sketch;
      this.draw(camera);
    };
    return dragTool({
      ...{ name: this.#tool, camera, drawn: put },
      halfWidthKm: this.#options.sketch().section?.halfWidthKm,
      done: (sketch) => {
        put({});
        if (!sketch) return;
        this.take(undefined);
        this.#options.done(sketch);
      },
    });
  }
}
