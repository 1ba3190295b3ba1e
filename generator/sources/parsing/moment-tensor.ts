/**
 * The mathematics of moment tensors and double couples, after Aki and Richards (Quantitative Seismology, 2002, section
 * 4.4 and box 4.4) and Jost and Herrmann (A student's guide to and review of moment tensors, Seismological Research
 * Letters 60, 1989). Pure.
 */
import type { MomentTensor, NodalPlane } from '#core/earthquake.ts';

/** A vector in the north-east-down system. */
export type Vector = readonly [north: number, east: number, down: number];

/** Components in the north-east-down system: x north, y east, z down. */
export interface NorthEastDown {
  mxx: number;
  myy: number;
  mzz: number;
  mxy: number;
  mxz: number;
  myz: number;
}

/** North-east-down to up-south-east, in the same unit (Aki and Richards, box 4.4). */
export const fromNorthEastDown = ({ mxx, myy, mzz, mxy, mxz, myz }: NorthEastDown): MomentTensor => ({
  mrr: mzz,
  mtt: mxx,
  mpp: myy,
  mrt: mxz,
  mrp: 0 - myz,
  mtp: 0 - mxy,
});

/** A tensor of what each component gives. */
export const tensorFrom = (of: (name: keyof MomentTensor) => number): MomentTensor => ({
  ...{ mrr: of('mrr'), mtt: of('mtt'), mpp: of('mpp') },
  ...{ mrt: of('mrt'), mrp: of('mrp'), mtp: of('mtp') },
});

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const negative = ([x, y, z]: Vector): Vector => [-x, -y, -z];

/**
 * Unit vectors of a double couple: the normal of one plane, which is the slip on the other, and the slip on the first.
 */
interface Couple {
  normal: Vector;
  slip: Vector;
}

/** Upward normal, and slip of the hanging wall (Aki and Richards, equations 4.88 and 4.89). */
export function coupleOf({ strike, dip, rake }: NodalPlane): Couple {
  const [phi, delta, lambda] = [radians(strike), radians(dip), radians(rake)];
  const [sinPhi, cosPhi, sinDelta, cosDelta] = [Math.sin(phi), Math.cos(phi), Math.sin(delta), Math.cos(delta)];
  const [sinLambda, cosLambda] = [Math.sin(lambda), Math.cos(lambda)];
  return {
    normal: [-sinDelta * sinPhi, sinDelta * cosPhi, -cosDelta],
    slip: [
      cosLambda * cosPhi + cosDelta * sinLambda * sinPhi,
      cosLambda * sinPhi - cosDelta * sinLambda * cosPhi,
      -sinLambda * sinDelta,
    ],
  };
}

/**
 * A plane whose normal points nearer than this (in radians) to the vertical is horizontal: its strike is the direction
 * of slip.
 */
const HORIZONTAL = 1e-9;

/**
 * The plane of a normal and a slip, in degrees: strike −180 to 180, dip 0 to 90, rake −180 to 180. Of a vertical plane
 * either side may be the hanging wall; a horizontal one has rake 0.
 */
function planeOf({ normal, slip }: Couple): NodalPlane {
  const up = normal[2] > 0 ? negative(normal) : normal;
  const moved = normal[2] > 0 ? negative(slip) : slip;
  const sinDip = Math.hypot(up[0], up[1]);
  const phi = sinDip < HORIZONTAL ? Math.atan2(moved[1], moved[0]) : Math.atan2(-up[0], up[1]);
  const delta = Math.atan2(sinDip, -up[2]);
  const along: Vector = [Math.cos(phi), Math.sin(phi), 0];
  const upDip: Vector = [Math.cos(delta) * Math.sin(phi), -Math.cos(delta) * Math.cos(phi), -Math.sin(delta)];
  return {
    strike: degrees(phi),
    dip: degrees(delta),
    rake: degrees(Math.atan2(dot(moved, upDip), dot(moved, along))),
  };
}

/** The other plane of the double couple: its normal is the slip on the first, its slip the normal of the first. */
export function auxiliaryPlane(plane: NodalPlane): NodalPlane {
  const { normal, slip } = coupleOf(plane);
  return planeOf({ normal: slip, slip: normal });
}

/**
 * The double couple of a plane, in the unit of the scalar moment: M0 (slip × normal + normal × slip) as dyadic products
 * (Aki and Richards, 3.22).
 */
export function doubleCouple(plane: NodalPlane, scalarMoment: number): MomentTensor {
  const { normal: n, slip: u } = coupleOf(plane);
  const element = (i: 0 | 1 | 2, j: 0 | 1 | 2): number => scalarMoment * (u[i] * n[j] + u[j] * n[i]);
  return fromNorthEastDown({
    mxx: element(0, 0),
    myy: element(1, 1),
    mzz: element(2, 2),
    mxy: element(0, 1),
    mxz: element(0, 2),
    myz: element(1, 2),
  });
}

/** Sum of the products of all nine components. */
const inner = (a: MomentTensor, b: MomentTensor): number =>
  a.mrr * b.mrr + a.mtt * b.mtt + a.mpp * b.mpp + 2 * (a.mrt * b.mrt + a.mrp * b.mrp + a.mtp * b.mtp);

/** √(ΣMij² / 2), in the tensor's unit (P. G. Silver and T. H. Jordan, Geophysical Journal 70, 1982). */
export const scalarMomentOf = (tensor: MomentTensor): number => Math.sqrt(inner(tensor, tensor) / 2);

/**
 * The cosine of the angle between two sources, whatever their size: 1 for the same one, −1 for its opposite, √3/2 for a
 * CLVD and its best double couple (W. Tape and C. Tape, Geophysical Journal International 190, 2012). NaN where one of
 * them is zero.
 */
export const agreement = (a: MomentTensor, b: MomentTensor): number =>
  inner(a, b) / Math.sqrt(inner(a, a) * inner(b, b));

/** A principal moment, in the tensor's unit, and its direction as a unit vector of either sense. */
interface PrincipalAxis {
  moment: number;
  direction: Vector;
}

type Matrix = [[number, number, number], [number, number, number], [number, number, number]];

/** Tension, null and pressure axis: the greatest, the middle and the least principal moment. */
export function principalAxes({ mrr, mtt, mpp, mrt, mrp, mtp }: MomentTensor): Record<'t' | 'n' | 'p', PrincipalAxis> {
  const matrix: Matrix = [
    [mtt, -mtp, mrt],
    [-mtp, mpp, -mrp],
    [mrt, -mrp, mrr],
  ];
  const vectors = diagonalise(matrix);
  const [t, n, p] = ([0, 1, 2] as const)
    .map((i): PrincipalAxis => ({ moment: matrix[i][i], direction: [vectors[0][i], vectors[1][i], vectors[2][i]] }))
    .sort((a, b) => b.moment - a.moment);
  return { t: t!, n: n!, p: p! };
}

const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

/** Jacobi's method: rotates a symmetric matrix in place until it is diagonal; returns the eigenvectors as columns. */
function diagonalise(matrix: Matrix): Matrix {
  const vectors: Matrix = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  // Converges quadratically: six sweeps or so are enough for every digit.
  for (let sweep = 0; sweep < 50; sweep += 1) {
    if (PAIRS.every(([i, j]) => matrix[i][j] === 0)) break;
    for (const [i, j] of PAIRS) rotate(matrix, vectors, i, j);
  }
  return vectors;
}

/**
 * One Jacobi rotation (G. H. Golub and C. F. Van Loan, Matrix Computations, section 8.5): makes the element i, j zero.
 */
function rotate(matrix: Matrix, vectors: Matrix, i: 0 | 1, j: 1 | 2): void {
  const off = matrix[i][j];
  if (off === 0) return;
  const tau = (matrix[j][j] - matrix[i][i]) / (2 * off);
  const tan = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.hypot(1, tau));
  const cos = 1 / Math.hypot(1, tan);
  const sin = tan * cos;
  for (const row of [...matrix, ...vectors]) {
    const [a, b] = [row[i], row[j]];
    row[i] = cos * a - sin * b;
    row[j] = sin * a + cos * b;
  }
  for (const column of [0, 1, 2] as const) {
    const [a, b] = [matrix[i][column], matrix[j][column]];
    matrix[i][column] = cos * a - sin * b;
    matrix[j][column] = sin * a + cos * b;
  }
  matrix[i][j] = matrix[j][i] = 0;
}

/**
 * Principal moments nearer to each other than this share of the largest deviatoric one are equal: tensors are published
 * to three or four digits.
 */
const EQUAL = 1e-3;

/**
 * Both planes of the best double couple, which shares the tension and the pressure axis with the tensor: normals (T +
 * P) / √2 and (T − P) / √2. The less steep one first, as Global CMT has it. A text says why a tensor has none.
 */
export function nodalPlanesOf(tensor: MomentTensor): [NodalPlane, NodalPlane] | string {
  if (!Object.values(tensor).every(Number.isFinite)) return 'the tensor has a component that is not a number';
  const { t, n, p } = principalAxes(tensor);
  const size = Math.max(Math.abs(t.moment), Math.abs(p.moment));
  if (size === 0) return 'the tensor is zero';
  if (t.moment - p.moment <= EQUAL * size) return 'the tensor is isotropic and has no nodal planes';
  if (Math.min(t.moment - n.moment, n.moment - p.moment) <= EQUAL * (t.moment - p.moment))
    return 'two principal moments of the tensor are equal: its nodal planes may lie anywhere around the third axis';
  const half = (sign: 1 | -1): Vector => {
    const [x, y, z] = ([0, 1, 2] as const).map((i) => (t.direction[i] + sign * p.direction[i]) * Math.SQRT1_2);
    return [x!, y!, z!];
  };
  const [sum, difference] = [half(1), half(-1)];
  const planes = [planeOf({ normal: sum, slip: difference }), planeOf({ normal: difference, slip: sum })] as const;
  return planes[0].dip <= planes[1].dip ? [planes[0], planes[1]] : [planes[1], planes[0]];
}
