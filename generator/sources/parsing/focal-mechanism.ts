/** Focal mechanisms in one convention (Aki and Richards, Quantitative Seismology, 2002), completed and checked. */
import type { FocalMechanism, MomentTensor, NodalPlane } from '#core/earthquake.ts';
import { RowError } from './rows.ts';
import { agreement, auxiliaryPlane, doubleCouple, nodalPlanesOf, scalarMomentOf, tensorFrom } from './moment-tensor.ts';

/** The same direction in [from, from + 360). */
function turned(degrees: number, from: number): number {
  if (degrees >= from && degrees < from + 360) return degrees;
  return degrees < from ? degrees + 360 : degrees - 360;
}

/** Degrees; strike and rake may be given from −360 to 360. Undefined when an angle is not one. */
export function nodalPlane(strike: number, dip: number, rake: number): NodalPlane | undefined {
  for (const angle of [strike, dip, rake]) if (!Number.isFinite(angle)) return undefined;
  if (Math.abs(strike) > 360 || Math.abs(rake) > 360 || dip < 0 || dip > 90) return undefined;
  return conventional({ strike, dip, rake }, 1e6);
}

/** Strike 0 to 360 exclusive, rake −180 exclusive to 180 inclusive, rounded to one part in `parts` of a degree. */
function conventional({ strike, dip, rake }: NodalPlane, parts: number): NodalPlane {
  // Once more after turning, which may bring out digits; the sum with 0 makes −0 into 0.
  const round = (angle: number): number => Math.round(angle * parts) / parts + 0;
  const aki = round(turned(round(rake), -180));
  return { strike: round(turned(round(strike), 0)), dip: round(dip), rake: aki === -180 ? 180 : aki };
}

/**
 * Moment magnitude, two decimals, of a scalar moment in N·m: 2/3 (log10 M0 − 9.1), which is 2/3 (log10 M0[dyn·cm] −
 * 16.1) (T. C. Hanks and H. Kanamori, Journal of Geophysical Research 84, 1979; constant as the IASPEI working group on
 * magnitudes settled it).
 */
export const momentMagnitude = (scalarMoment: number): number =>
  Math.round((2 / 3) * (Math.log10(scalarMoment) - 9.1) * 100) / 100;

/** Both inclusive, as for other magnitudes. */
const MIN_MW = -3;
const MAX_MW = 10;

/** A mechanism as its source gives it: at least a plane or a tensor. */
export interface PublishedMechanism {
  source: string;
  /** Both planes, one of them, or none. */
  nodalPlanes: NodalPlane[];
  momentTensor: MomentTensor | null;
  scalarMoment: number | null;
  mw: number | null;
  centroid: FocalMechanism['centroid'];
}

/**
 * Half a degree of rounding each leaves published pairs within 1.4° of each other (agreement 0.999); 0.95 is 9° about
 * the null axis.
 */
const PAIR_AGREES = 0.95;
/**
 * A tensor far from a double couple agrees with its own planes by 0.87 and more; one of another system of axes by
 * anything.
 */
const TENSOR_AGREES = 0.7;
/**
 * Between √(ΣMij² / 2) and the mean of the outer principal moments, by which catalogues differ, lies at most a factor
 * of 1.155.
 */
const MOMENT_FACTOR = 2;
/** Published magnitudes and moments agree to 0.05; a moment in dyn·cm is 4.67 off. */
const MAGNITUDE_APART = 0.3;

/**
 * Both planes, tensor, scalar moment and magnitude as far as the given ones determine the others; `computed` names
 * those not given. Given values are never changed. @throws RowError where they contradict each other or determine no
 * plane
 */
export function completeMechanism(published: PublishedMechanism): FocalMechanism {
  const { source, momentTensor: tensor, centroid } = published;
  if (tensor && Object.values(tensor).every((component) => component === 0)) throw new RowError('the tensor is zero');
  const scalarMoment = published.scalarMoment ?? momentOf(tensor, published.mw);
  const mw = published.mw ?? (scalarMoment === null ? null : momentMagnitude(scalarMoment));
  const nodalPlanes = bothPlanes(published);
  const complete: FocalMechanism = {
    source,
    nodalPlanes,
    momentTensor: tensor ?? (scalarMoment === null ? null : roundedTensor(nodalPlanes[0], scalarMoment)),
    scalarMoment,
    mw,
    centroid,
  };
  checkMoments(complete);
  checkPlanes(complete);
  const computed: NonNullable<FocalMechanism['computed']> = [];
  if (published.nodalPlanes.length < 2) computed.push('nodal_planes');
  if (!tensor && complete.momentTensor) computed.push('moment_tensor');
  if (published.scalarMoment === null && scalarMoment !== null) computed.push('scalar_moment');
  if (published.mw === null && mw !== null) computed.push('mw');
  return computed.length > 0 ? { ...complete, computed } : complete;
}

/** Four digits in N·m: of the tensor, else of the moment magnitude (the inverse of {@link momentMagnitude}). */
function momentOf(tensor: MomentTensor | null, mw: number | null): number | null {
  const moment = tensor ? scalarMomentOf(tensor) : mw === null ? null : 10 ** (1.5 * mw + 9.1);
  return moment === null ? null : Number(moment.toPrecision(4));
}

/** A pure double couple, each component to a thousandth of the power of ten of the scalar moment. */
function roundedTensor(plane: NodalPlane, scalarMoment: number): MomentTensor {
  const power = Math.floor(Math.log10(scalarMoment)) - 3;
  // Through text, so that no digits appear.
  const round = (component: number): number => Number(`${Math.round(component / 10 ** power)}e${power}`) + 0;
  const couple = doubleCouple(plane, scalarMoment);
  return tensorFrom((name) => round(couple[name]));
}

/** A missing plane is computed, to a tenth of a degree. @throws RowError */
function bothPlanes({ nodalPlanes: [one, other], momentTensor }: PublishedMechanism): FocalMechanism['nodalPlanes'] {
  if (one && other) return [one, other];
  if (one) return [one, conventional(auxiliaryPlane(one), 10)];
  if (!momentTensor) throw new RowError('neither a nodal plane nor a tensor is given');
  const planes = nodalPlanesOf(momentTensor);
  if (typeof planes === 'string') throw new RowError(planes);
  return [conventional(planes[0], 10), conventional(planes[1], 10)];
}

/** @throws RowError */
function checkMoments({ momentTensor, scalarMoment, mw }: FocalMechanism): void {
  if (mw !== null && !(mw >= MIN_MW && mw <= MAX_MW))
    throw new RowError(`the moment magnitude ${mw} is outside ${MIN_MW} to ${MAX_MW}`);
  if (momentTensor && scalarMoment !== null) {
    const ratio = scalarMomentOf(momentTensor) / scalarMoment;
    if (!(ratio < MOMENT_FACTOR && ratio > 1 / MOMENT_FACTOR))
      throw new RowError(
        `the tensor is ${ratio.toPrecision(2)} times as large as its scalar moment (1 dyn·cm is 1e-7 N·m)`,
      );
  }
  if (scalarMoment !== null && mw !== null && Math.abs(momentMagnitude(scalarMoment) - mw) > MAGNITUDE_APART)
    throw new RowError(`a scalar moment of ${scalarMoment} N·m is Mw ${momentMagnitude(scalarMoment)}, not ${mw}`);
}

/** @throws RowError */
function checkPlanes({ nodalPlanes: [one, other], momentTensor }: FocalMechanism): void {
  const couple = doubleCouple(one, 1);
  if (agreement(couple, doubleCouple(other, 1)) < PAIR_AGREES)
    throw new RowError('the two nodal planes are not those of one double couple');
  if (momentTensor && agreement(couple, momentTensor) < TENSOR_AGREES)
    throw new RowError('the nodal planes and the tensor contradict each other');
}
