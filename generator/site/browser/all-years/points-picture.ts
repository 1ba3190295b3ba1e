/** The picture of the epicentres by WebGL2. In a worker it answers messages; else the page calls it. */
import type { Section } from '../map/section.ts';
import { answerMessages } from '../thread-worker.ts';
import { PointLayer, type Look } from './point-layer.ts';
import type { Columns, Run } from './store.ts';

export type PointsRequest =
  | { kind: 'open' }
  | { kind: 'clear'; band: number; capacity: number }
  /** Columns of the run alone. */
  | { kind: 'add'; band: number; run: Run; columns: Columns }
  | { kind: 'draw'; section: Section; density: number; look: Look };

interface Drawn {
  image: ImageBitmap | HTMLCanvasElement;
  /** How many earthquakes went to the graphics processor. */
  drawn: number;
}

const isInPage = typeof document !== 'undefined';

let canvas: OffscreenCanvas | HTMLCanvasElement;
let layer: PointLayer | undefined;

/** @returns of `open`, whether there is WebGL2; of `draw`, undefined where the browser took the context away */
export async function answer(request: PointsRequest): Promise<boolean | Drawn | undefined> {
  if (request.kind === 'open') {
    canvas = isInPage ? document.createElement('canvas') : new OffscreenCanvas(1, 1);
    layer = await PointLayer.open(canvas, isInPage);
    return layer !== undefined;
  }
  if (request.kind === 'clear') layer?.clear(request.band, request.capacity);
  else if (request.kind === 'add') layer?.add(request.band, request.columns, request.run);
  else return draw(request);
  return undefined;
}

async function draw({ section, density, look }: Extract<PointsRequest, { kind: 'draw' }>): Promise<Drawn | undefined> {
  if (!layer || layer.isLost) return undefined;
  const [width, height] = [Math.round(section.width * density), Math.round(section.height * density)];
  if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
  const drawn = layer.draw(section, density, look);
  const image = 'transferToImageBitmap' in canvas ? canvas.transferToImageBitmap() : canvas;
  await layer.finished();
  return { image, drawn };
}

answerMessages(answer);
