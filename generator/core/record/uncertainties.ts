/** How exact an agency says that its solution is: as `sources[]` and stored solution versions name it. */

interface Uncertainty {
  /** Inclusive; the least is above 0, which agencies give where they know nothing, but for `least`. */
  most: number;
  least?: 0;
  isCount?: true;
  /** What it is, with its unit. */
  text: string;
}

/** More is no statement: the bounds of depths, magnitudes, angles and distances, and a minute. */
export const UNCERTAINTIES = {
  horizontal_error_km: { most: 1000, text: 'Uncertainty of the epicentre, in km.' },
  depth_error_km: { most: 1000, text: 'Uncertainty of the depth, in km.' },
  magnitude_error: { most: 10, text: "Uncertainty of the agency's preferred magnitude." },
  rms: { most: 60, text: 'Root mean square of the residuals of arrival times, in s.' },
  azimuthal_gap: { most: 360, text: 'Greatest angle at the epicentre without a station, in degrees.' },
  nearest_station: { most: 180, least: 0, text: 'Distance of the nearest station from the epicentre, in degrees.' },
  stations: { most: 100_000, isCount: true, text: 'Stations used for the hypocentre.' },
  magnitude_stations: { most: 100_000, isCount: true, text: 'Stations used for the magnitude.' },
} as const satisfies Record<string, Uncertainty>;

export type UncertaintyName = keyof typeof UNCERTAINTIES;
export type Uncertainties = { [Name in UncertaintyName]?: number };

export const UNCERTAINTY_NAMES = Object.keys(UNCERTAINTIES) as UncertaintyName[];

/** Whether an agency can mean it. */
export function isUncertainty(name: UncertaintyName, value: number): boolean {
  const { most, least, isCount }: Uncertainty = UNCERTAINTIES[name];
  return (value > 0 || value === least) && value <= most && (!isCount || Number.isInteger(value));
}

/** Some of them, in the order of the table; undefined for none. */
export function pickUncertainties(valueOf: (name: UncertaintyName) => number | undefined): Uncertainties | undefined {
  const found = UNCERTAINTY_NAMES.map((name) => [name, valueOf(name)] as const).filter(([, one]) => one !== undefined);
  return found.length === 0 ? undefined : (Object.fromEntries(found) as Uncertainties);
}

/** As an optional field. */
export const uncertaintiesField = (uncertainties: Uncertainties | undefined) =>
  uncertainties === undefined ? {} : { uncertainties };
