/**
 * Focal sphere of a double couple: lower hemisphere, equal-area (Lambert–Schmidt) projection, unit radius, x to the
 * east and y to the south as in SVG. Conventions of Aki and Richards (2002): degrees, dip down to the right of strike.
 */
import type { NodalPlane } from '#core/earthquake.ts';

/** North, east, down. */
type Vector = readonly [number, number, number];

interface BeachBall {
  /** Path data of the tension quadrants for the fill rule `evenodd`; what is left of the circle is pressure. */
  tension: string;
  /** Where the tension and pressure axes pierce the lower hemisphere. */
  t: { x: number; y: number };
  p: { x: number; y: number };
}

const DEGREE = Math.PI / 180;

const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const opposite = (a: Vector): Vector => [-a[0], -a[1], -a[2]];

/** Normal and slip of the hanging wall. */
function normalAndSlip({ strike, dip, rake }: NodalPlane): { normal: Vector; slip: Vector } {
  const [s, d, r] = [strike * DEGREE, dip * DEGREE, rake * DEGREE];
  return {
    normal: [-Math.sin(d) * Math.sin(s), Math.sin(d) * Math.cos(s), -Math.cos(d)],
    slip: [
      Math.cos(r) * Math.cos(s) + Math.cos(d) * Math.sin(r) * Math.sin(s),
      Math.cos(r) * Math.sin(s) - Math.cos(d) * Math.sin(r) * Math.cos(s),
      -Math.sin(r) * Math.sin(d),
    ],
  };
}

/** Equal-area projection of a direction in the lower hemisphere. */
function projected([north, east, down]: Vector): { x: number; y: number } {
  const radius = Math.sqrt(1 / (1 + Math.max(0, down)));
  return { x: east * radius, y: -north * radius };
}

/** Where the axis of a direction pierces the lower hemisphere. */
function pierced(axis: Vector): { x: number; y: number } {
  const length = Math.hypot(...axis);
  const [north, east, down] = axis[2] < 0 ? opposite(axis) : axis;
  return projected([north / length, east / length, down / length]);
}

/** Points of a quarter of an outline. */
const STEPS = 48;

/** Outline of the lower hemisphere on the side of a normal: along the plane, and back along the horizon. */
function sideOf([north, east, down]: Vector): Vector[] {
  const across = Math.hypot(north, east);
  const [x, y] = across > 0 ? [north / across, east / across] : [1, 0];
  return Array.from({ length: 4 * STEPS }, (_, index): Vector => {
    const angle = (index * Math.PI) / (2 * STEPS);
    const [along, aside] = [Math.cos(angle), Math.sin(angle)];
    const [out, below] = index < 2 * STEPS ? [-down * aside, across * aside] : [-aside, 0];
    return [out * x - along * y, out * y + along * x, below];
  });
}

const pathOf = (points: Vector[]): string =>
  `M${points
    .map(projected)
    .map(({ x, y }) => `${x.toFixed(4)} ${y.toFixed(4)}`)
    .join('L')}Z`;

const DOWN: Vector = [0, 0, 1];

export function beachBall(plane: NodalPlane): BeachBall {
  const { normal, slip } = normalAndSlip(plane);
  return {
    // Tension lies on the same side of both planes: inside of the circle and of both sides, or of the circle alone.
    tension: [DOWN, normal, slip].map(sideOf).map(pathOf).join(''),
    t: pierced(sum(normal, slip)),
    p: pierced(sum(normal, opposite(slip))),
  };
}
