/** Where names stand: they avoid each other, epicentres and what lies above. How long the scale bar is. */
import { type Plane, unproject } from '../../drawing/mercator.ts';
import { KM_PER_DEGREE } from '#core/geo.ts';
import type { Camera } from './camera.ts';

export interface Label extends Plane {
  text: string;
  /** Of importance: 0 for seas, 1 to 3 for cities, then settlements, areas and villages. */
  rank: number;
  /** Of an area, in degrees. */
  width?: number;
}

/** Pixels of the view. */
export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PlacedLabel {
  label: Label;
  /** Left end and middle of the height of the text, in pixels from where the label's place is on the screen. */
  dx: number;
  dy: number;
  width: number;
}

interface Layout {
  width: number;
  height: number;
  /** Pixels a degree. */
  scale: number;
  toScreen(place: Plane): Plane;
  widthOf(label: Label): number;
  /** In the order of their importance. */
  labels: Label[];
  /** Nothing is written here. */
  taken: Rectangle[];
  dots: { at: Plane; radius: number }[];
}

const HALF_HEIGHT = 9;
const MARGIN = 4;
/** Pixels from a place to its name. */
const AWAY = 6;
/** A name of an area is written only if it is this much wider than its name, in pixels. */
const ROOM = 12;
/** Share of a name that epicentres may cover where no better place is free, by the rank of the name. */
const MOST_COVERED = [0.6, 1, 0.6, 0.35, 0.35, 0.2, 0];

/** A place and its district or province of one name, this near to each other in pixels, are written once. */
const SAME = 60;

const isArea = ({ rank, width }: Label): boolean => rank === 0 || width !== undefined;

/** Squares of the screen, for a quick answer to what is near. */
class Grid<T extends Rectangle> {
  readonly #squares = new Map<number, T[]>();

  add(item: T): void {
    for (const key of squaresOf(item)) {
      const square = this.#squares.get(key);
      if (square) square.push(item);
      else this.#squares.set(key, [item]);
    }
  }

  within(box: Rectangle): T[] {
    return squaresOf(box).flatMap((key) =>
      (this.#squares.get(key) ?? []).filter(
        ({ left, right, top, bottom }) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
      ),
    );
  }
}

const SQUARE = 64;

function squaresOf({ left, top, right, bottom }: Rectangle): number[] {
  const keys: number[] = [];
  for (let x = Math.floor(left / SQUARE); x <= Math.floor(right / SQUARE); x += 1)
    for (let y = Math.floor(top / SQUARE); y <= Math.floor(bottom / SQUARE); y += 1) keys.push(x * 65_536 + y);
  return keys;
}

export function placeLabels(layout: Layout): PlacedLabel[] {
  const { width, height, labels, toScreen, widthOf } = layout;
  const taken = new Grid<Rectangle>();
  for (const box of layout.taken) taken.add(box);
  const dots = new Grid<Rectangle>();
  for (const { at, radius } of layout.dots)
    dots.add({ left: at.x - radius, right: at.x + radius, top: at.y - radius, bottom: at.y + radius });
  const placed: PlacedLabel[] = [];
  for (const label of labels) {
    const at = toScreen(label);
    if (at.x < 0 || at.y < 0 || at.x > width || at.y > height) {
      // A name of an area may stand beside its middle, as long as that is near.
      if (!isArea(label) || at.x < -60 || at.y < -20 || at.x > width + 60 || at.y > height + 20) continue;
    }
    const isWritten = (other: PlacedLabel): boolean => {
      const there = toScreen(other.label);
      return other.label.text === label.text && Math.hypot(there.x - at.x, there.y - at.y) < SAME;
    };
    const long = widthOf(label);
    if (label.width !== undefined && label.width * layout.scale < long + ROOM) continue;
    if (placed.some(isWritten)) continue;
    let [best, least] = [undefined as { dx: number; dy: number; box: Rectangle } | undefined, Infinity];
    for (const { dx, dy } of anchorsOf(label, at, { long, width, height })) {
      const box = {
        ...{ left: at.x + dx - MARGIN, right: at.x + dx + long + MARGIN },
        ...{ top: at.y + dy - HALF_HEIGHT, bottom: at.y + dy + HALF_HEIGHT },
      };
      if (box.left < 0 || box.top < 0 || box.right > width || box.bottom > height) continue;
      if (taken.within(box).length > 0) continue;
      const covered = coveredShare(box, dots.within(box));
      if (covered < least) [best, least] = [{ dx, dy, box }, covered];
      if (covered === 0) break;
    }
    if (!best || least > MOST_COVERED[label.rank]!) continue;
    taken.add(best.box);
    if (!isArea(label)) taken.add({ left: at.x - 2, right: at.x + 2, top: at.y - 2, bottom: at.y + 2 });
    placed.push({ label, dx: best.dx, dy: best.dy, width: long });
  }
  return placed;
}

type Anchor = Pick<PlacedLabel, 'dx' | 'dy'>;

/** Beside, above and below a place; the middle of an area, moved into the view. */
function anchorsOf(
  label: Label,
  at: Plane,
  { long, width, height }: { long: number; width: number; height: number },
): Anchor[] {
  if (!isArea(label))
    return [
      { dx: AWAY, dy: 0 },
      { dx: -AWAY - long, dy: 0 },
      { dx: -long / 2, dy: -AWAY - HALF_HEIGHT },
      { dx: -long / 2, dy: AWAY + HALF_HEIGHT },
    ];
  const left = Math.min(width - long - MARGIN, Math.max(MARGIN, at.x - long / 2));
  const middle = Math.min(height - HALF_HEIGHT, Math.max(HALF_HEIGHT, at.y));
  return [0, -18, 18, -36, 36].map((aside) => ({ dx: left - at.x, dy: middle - at.y + aside }));
}

/** An upper bound: epicentres that cover each other count twice. */
function coveredShare(box: Rectangle, dots: Rectangle[]): number {
  let area = 0;
  for (const { left, right, top, bottom } of new Set(dots))
    area +=
      (Math.min(right, box.right) - Math.max(left, box.left)) * (Math.min(bottom, box.bottom) - Math.max(top, box.top));
  return area / ((box.right - box.left) * (box.bottom - box.top));
}

/** Pixels that the bar has at most. */
const MOST = 110;

export function scaleBar({ centre, scale }: Pick<Camera, 'centre' | 'scale'>): { km: number; width: number } {
  const pixels = scale / (KM_PER_DEGREE * Math.cos((unproject(centre).latitude * Math.PI) / 180));
  const power = 10 ** Math.floor(Math.log10(MOST / pixels));
  const km = power * [5, 2, 1].find((factor) => factor * power * pixels <= MOST)!;
  return { km, width: km * pixels };
}
