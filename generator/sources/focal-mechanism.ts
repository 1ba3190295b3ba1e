/** Angles and moments of focal mechanisms, brought to one convention (Aki and Richards, Quantitative Seismology, 2002). */
import type { NodalPlane } from '#core/earthquake.ts';

/** The same direction in [from, from + 360); angles already there are not touched, so that no digits appear. */
function turned(degrees: number, from: number): number {
  if (degrees >= from && degrees < from + 360) return degrees;
  return degrees < from ? degrees + 360 : degrees - 360;
}

/** Degrees; strike and rake may be given from −360 to 360. Undefined when an angle is not one. */
export function nodalPlane(strike: number, dip: number, rake: number): NodalPlane | undefined {
  for (const angle of [strike, dip, rake]) if (!Number.isFinite(angle)) return undefined;
  if (Math.abs(strike) > 360 || Math.abs(rake) > 360 || dip < 0 || dip > 90) return undefined;
  const round = (angle: number): number => Math.round(angle * 1e6) / 1e6 + 0;
  const aki = turned(rake, -180);
  return { strike: round(turned(strike, 0)), dip: round(dip), rake: aki === -180 ? 180 : round(aki) };
}

/** Moment magnitude, two decimals, of a scalar moment in N·m: 2/3 (log10 M0 − 9.1), which is 2/3 (log10 M0[dyn·cm] − 16.1). */
export const momentMagnitude = (scalarMoment: number): number =>
  Math.round((2 / 3) * (Math.log10(scalarMoment) - 9.1) * 100) / 100;
