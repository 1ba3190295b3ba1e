/** Comparison of focal mechanisms and their axes. */
import type { MomentTensor, NodalPlane } from '#core/earthquake.ts';
import { coupleOf, principalAxes, type Vector } from '../../generator/sources/parsing/moment-tensor.ts';

const DEGREE = 180 / Math.PI;

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** Right-handed axes T, P and B of a double couple. */
function axes(plane: NodalPlane): [Vector, Vector, Vector] {
  const { normal, slip } = coupleOf(plane);
  const half = (sign: 1 | -1): Vector => [
    (normal[0] + sign * slip[0]) * Math.SQRT1_2,
    (normal[1] + sign * slip[1]) * Math.SQRT1_2,
    (normal[2] + sign * slip[2]) * Math.SQRT1_2,
  ];
  const [t, p] = [half(1), half(-1)];
  return [t, p, cross(t, p)];
}

/**
 * The least rotation, in degrees from 0 to 120, that brings one double couple onto the other.
 * Either may be given by either of its planes (Y. Y. Kagan, 3-D rotation of double-couple earthquake sources,
 * Geophysical Journal International 106, 1991).
 */
export function kaganAngle(a: NodalPlane, b: NodalPlane): number {
  const [one, other] = [axes(a), axes(b)];
  // A double couple looks the same after half a turn about any of its axes.
  const turns = [
    [1, 1, 1],
    [1, -1, -1],
    [-1, 1, -1],
    [-1, -1, 1],
  ] as const;
  return Math.min(...turns.map((signs) => rotation(one, other, signs)));
}

type Signs = readonly [number, number, number];

/**
 * The angle of the rotation from one set of axes to the other, by its trace and its antisymmetric part.
 * It is exact for small angles too.
 */
function rotation(one: Vector[], other: Vector[], signs: Signs): number {
  const element = (i: 0 | 1 | 2, j: 0 | 1 | 2): number =>
    signs.reduce((sum, sign, axis) => sum + sign * other[axis]![i] * one[axis]![j], 0);
  const trace = element(0, 0) + element(1, 1) + element(2, 2);
  const sine = Math.hypot(element(2, 1) - element(1, 2), element(0, 2) - element(2, 0), element(1, 0) - element(0, 1));
  return Math.atan2(sine, trace - 1) * DEGREE;
}

export interface PublishedAxis {
  moment: number;
  /** Degrees below the horizontal, 0 to 90. */
  plunge: number;
  /** Degrees clockwise from north, 0 to 360. */
  azimuth: number;
}

/** The principal axes as catalogues give them. */
export function axesOf(tensor: MomentTensor): PublishedAxis[] {
  const { t, n, p } = principalAxes(tensor);
  return [t, n, p].map(({ moment, direction }) => {
    const [north, east, down] = direction[2] < 0 ? direction.map((value) => -value) : direction;
    const plunge = Math.atan2(down!, Math.hypot(north!, east!)) * DEGREE;
    return { moment, plunge, azimuth: (Math.atan2(east!, north!) * DEGREE + 360) % 360 };
  });
}

/** The angle in degrees, 0 to 90, between two axes given by plunge and azimuth. */
export function axesApart(a: PublishedAxis, b: PublishedAxis): number {
  const vector = ({ plunge, azimuth }: PublishedAxis): Vector => {
    const [down, along] = [Math.sin(plunge / DEGREE), Math.cos(plunge / DEGREE)];
    return [along * Math.cos(azimuth / DEGREE), along * Math.sin(azimuth / DEGREE), down];
  };
  const [one, other] = [vector(a), vector(b)];
  const cosine = Math.abs(one[0] * other[0] + one[1] * other[1] + one[2] * other[2]);
  return Math.atan2(Math.hypot(...cross(one, other)), cosine) * DEGREE;
}
