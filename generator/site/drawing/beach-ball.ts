/**
 * Focal sphere of a double couple: lower hemisphere, equal-area (Lambert–Schmidt) projection, unit radius, x to the
 * east and y to the south as in SVG. Conventions of Aki and Richards (2002): degrees, dip down to the right of strike.
 */

export interface NodalPlane {
  strike: number;
  dip: number;
  rake: number;
}

/** North, east, down. */
type Vector = readonly [number, number, number];

interface BeachBall {
  /** Path data of the tension quadrants; what is left of the circle is pressure. */
  tension: string;
  /** Where the tension and pressure axes pierce the lower hemisphere. */
  t: { x: number; y: number };
  p: { x: number; y: number };
}

const DEGREE = Math.PI / 180;

const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const scaled = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
const sum = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const unit = (a: Vector): Vector => scaled(a, 1 / Math.hypot(...a));

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

const lower = (axis: Vector): Vector => (axis[2] < 0 ? scaled(axis, -1) : axis);

/** Points of a quarter of an outline. */
const STEPS = 48;

/** From `a` through `b` to −a: half of the great circle that holds both. */
const halfCircle = (a: Vector, b: Vector): Vector[] =>
  Array.from({ length: 2 * STEPS }, (_, index) => {
    const angle = (index * Math.PI) / (2 * STEPS);
    return sum(scaled(a, Math.cos(angle)), scaled(b, Math.sin(angle)));
  });

export function beachBall(plane: NodalPlane): BeachBall {
  const { normal, slip } = normalAndSlip(plane);
  const nullAxis = unit(cross(normal, slip));
  const quadrants = [1, -1].map((sign) => lune(scaled(normal, sign), scaled(slip, sign), nullAxis));
  return {
    tension: quadrants
      .filter((points) => points.length > 2)
      .map(pathOf)
      .join(''),
    t: projected(lower(unit(sum(normal, slip)))),
    p: projected(lower(unit(sum(normal, scaled(slip, -1))))),
  };
}

const pathOf = (points: Vector[]): string =>
  `M${points
    .map(projected)
    .map(({ x, y }) => `${x.toFixed(4)} ${y.toFixed(4)}`)
    .join('L')}Z`;

/** Outline of what the quadrant between `normal` and `slip` has in common with the lower hemisphere. */
function lune(normal: Vector, slip: Vector, nullAxis: Vector): Vector[] {
  // On one nodal plane the direction is at a right angle to the normal, on the other to the slip.
  const outline = [...halfCircle(nullAxis, slip), ...halfCircle(scaled(nullAxis, -1), normal)];
  const kept: Vector[] = [];
  const crossings: number[] = [];
  outline.forEach((point, index) => {
    const before = outline.at(index - 1)!;
    if (before[2] >= 0 !== point[2] >= 0) {
      const part = before[2] / (before[2] - point[2]);
      crossings.push(kept.length);
      kept.push(unit([...horizontal(before, point, part), 0]));
    }
    if (point[2] >= 0) kept.push(point);
  });
  if (crossings.length !== 2) return kept;
  return withHorizon(kept, crossings as [number, number], { normal, slip });
}

const horizontal = (a: Vector, b: Vector, part: number): [number, number] => [
  a[0] + part * (b[0] - a[0]),
  a[1] + part * (b[1] - a[1]),
];

/** Between the two places where the outline crosses the horizon it follows the horizon, on the side of the quadrant. */
function withHorizon(
  points: Vector[],
  [first, second]: [number, number],
  { normal, slip }: { normal: Vector; slip: Vector },
): Vector[] {
  // The outline leaves the hemisphere at one crossing and comes back at the next one.
  const adjacent = second === first + 1;
  const [leave, enter] = adjacent ? [points[first]!, points[second]!] : [points[second]!, points[first]!];
  const from = Math.atan2(leave[1], leave[0]);
  const turn = (Math.atan2(enter[1], enter[0]) - from + 4 * Math.PI) % (2 * Math.PI);
  const inside = (angle: number): boolean => {
    const at: Vector = [Math.cos(angle), Math.sin(angle), 0];
    return dot(at, normal) > 0 && dot(at, slip) > 0;
  };
  const sweep = inside(from + turn / 2) ? turn : turn - 2 * Math.PI;
  const arc = Array.from({ length: 2 * STEPS - 1 }, (_, index): Vector => {
    const angle = from + (sweep * (index + 1)) / (2 * STEPS);
    return [Math.cos(angle), Math.sin(angle), 0];
  });
  return adjacent ? [...points.slice(0, second), ...arc, ...points.slice(second)] : [...points, ...arc];
}
