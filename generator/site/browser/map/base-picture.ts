/** The picture of sea, land, borders and faults. In a worker it answers messages; else the page calls it. */
import type { Box, Point } from '#core/geo.ts';
import { project, projectBox, type PlaneBox } from '../../drawing/mercator.ts';
import { answerMessages } from '../thread-worker.ts';
import { Camera } from './camera.ts';
import type { MapColours } from './draw.ts';
import type { Label } from './labels.ts';
import { linesOf, pathOf, type Line } from './lines.ts';
import type { Section } from './section.ts';

interface BaseMapFile {
  step: number;
  extent: Box;
  land: number[][];
  borders: number[][];
  cities: [name: string, latitude: number, longitude: number, rank: number, english?: string][];
}

interface UnitsFile {
  step: number;
  borders: number[][];
  names: [name: string, latitude: number, longitude: number, width: number, english?: string][];
}

/** Files are named by their addresses. */
type BaseRequest =
  | { kind: 'base'; file: string; isTurkish: boolean }
  | { kind: 'units'; file: string; isTurkish: boolean }
  | { kind: 'faults'; file: string }
  | { kind: 'picture'; section: Section; density: number; colours: MapColours; units: boolean; faults: boolean };

export interface BaseReply {
  base: { bounds: PlaneBox; cities: Label[]; lines: number };
  units: Label[];
  faults: undefined;
  picture: ImageBitmap | HTMLCanvasElement;
}

/** Ranks of names: cities have 1 to 3. */
const UNIT_RANK = 5;
const EVERYWHERE = { west: -Infinity, east: Infinity, north: -Infinity, south: Infinity };

const lines = { land: [] as Line[], borders: [] as Line[], units: [] as Line[], faults: [] as Line[] };

/** @throws Error when there is no success in time */
async function read<T>(file: string): Promise<T> {
  const response = await fetch(file, { signal: AbortSignal.timeout(20_000) });
  if (!response.ok) throw new Error(`${file}: ${response.status}`);
  return (await response.json()) as T;
}

const labelOf = (text: string, point: Point): { text: string } & ReturnType<typeof project> => ({
  text,
  ...project(point),
});

const answers: { [Kind in BaseRequest['kind']]: (request: Extract<BaseRequest, { kind: Kind }>) => unknown } = {
  async base({ file, isTurkish }): Promise<BaseReply['base']> {
    const { step, extent, land, borders, cities } = await read<BaseMapFile>(file);
    lines.land = linesOf(land, step, true);
    lines.borders = linesOf(borders, step);
    return {
      bounds: projectBox(extent),
      cities: cities.map(([name, latitude, longitude, rank, english = name]) => ({
        ...labelOf(isTurkish ? name : english, { latitude, longitude }),
        rank,
      })),
      lines: land.length + borders.length,
    };
  },
  async units({ file, isTurkish }): Promise<BaseReply['units']> {
    const { step, borders, names } = await read<UnitsFile>(file);
    lines.units = linesOf(borders, step);
    return names.map(([name, latitude, longitude, width, english = name]) => ({
      ...labelOf(isTurkish ? name : english, { latitude, longitude }),
      ...{ rank: UNIT_RANK, width },
    }));
  },
  async faults({ file }): Promise<void> {
    const faults = await read<{ lines: number[][]; step: number }>(file);
    lines.faults = linesOf(faults.lines, faults.step);
  },
  picture(request): BaseReply['picture'] {
    const { section, density } = request;
    const [width, height] = [Math.round(section.width * density), Math.round(section.height * density)];
    if (typeof OffscreenCanvas === 'undefined') {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      draw(canvas.getContext('2d')!, request);
      return canvas;
    }
    const canvas = new OffscreenCanvas(width, height);
    draw(canvas.getContext('2d')!, request);
    return canvas.transferToImageBitmap();
  },
};

export const answer = async <Kind extends BaseRequest['kind']>(
  request: Extract<BaseRequest, { kind: Kind }>,
): Promise<BaseReply[Kind]> => (await answers[request.kind as 'base'](request as never)) as BaseReply[Kind];

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

function draw(context: Context, request: Extract<BaseRequest, { kind: 'picture' }>): void {
  const { section, density, colours, units, faults } = request;
  const camera = new Camera(EVERYWHERE);
  Object.assign(camera, section);
  const { scale, view } = camera;
  const scaled = scale * density;
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  context.setTransform(
    ...([scaled, 0, 0, scaled] as const),
    (camera.width / 2 - camera.centre.x * scale) * density,
    (camera.height / 2 - camera.centre.y * scale) * density,
  );
  const stroke = (path: Path2D, width: number, colour: string): void => {
    context.lineWidth = width / scale;
    context.strokeStyle = colour;
    context.stroke(path);
  };
  context.lineJoin = 'round';
  const land = pathOf(lines.land, view, scaled);
  context.fillStyle = colours.land;
  context.fill(land, 'evenodd');
  if (units) stroke(pathOf(lines.units, view, scaled), 0.9, colours.unit);
  stroke(land, 0.8, colours.coast);
  context.setLineDash([4 / scale, 3 / scale]);
  stroke(pathOf(lines.borders, view, scaled), 1.1, colours.border);
  context.setLineDash([]);
  if (faults) stroke(pathOf(lines.faults, view, scaled), scale < 150 ? 1 : 1.6, colours.fault);
}

answerMessages(answer);
