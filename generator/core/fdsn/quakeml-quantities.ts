/** Quantities of QuakeML with what agencies state of their uncertainty. */
import type { SolutionItem } from '../record/items.ts';
import { optional, tag, type Markup } from './xml.ts';

export const quantity = (name: string, value: number | string, uncertainty?: number): Markup =>
  tag(name, tag('value', value), optional('uncertainty', uncertainty));

/** QuakeML wants metres. */
const metres = (km: number): number => Math.round(km * 1000) + 0;

export const depthXml = (depthKm: number | null, errorKm?: number): Markup | undefined =>
  depthKm === null
    ? undefined
    : quantity('depth', metres(depthKm), errorKm === undefined ? undefined : metres(errorKm));

/** Agencies give one value for all directions, so latitude and longitude have none of their own. */
export const uncertaintyXml = ({ horizontal_error_km: km }: SolutionItem): Markup | undefined =>
  km === undefined
    ? undefined
    : tag(
        'originUncertainty',
        tag('horizontalUncertainty', metres(km)),
        tag('preferredDescription', 'horizontal uncertainty'),
      );

export function qualityXml(origin: SolutionItem): Markup | undefined {
  const parts = [
    optional('usedStationCount', origin.stations),
    optional('standardError', origin.rms),
    optional('azimuthalGap', origin.azimuthal_gap),
    optional('minimumDistance', origin.nearest_station),
  ];
  return parts.some((one) => one) ? tag('quality', parts) : undefined;
}
