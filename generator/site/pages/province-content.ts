/** What the page of a province is made from. */
import type { Earthquake, Station } from '#core/earthquake.ts';
import { provinceAddress } from '#core/paths.ts';
import type { Foremost } from '#seismology/significance.ts';
import type { Province } from '#core/provinces.ts';
import type { ProvinceArea } from '../drawing/province-map.ts';
import type { Both } from './language.ts';

export interface ProvincePageContent {
  province: Province;
  /** Of those of the last week that concern it. */
  foremost?: Foremost<Earthquake> | undefined;
  /** The newest first, each with a magnitude. */
  newest: readonly Earthquake[];
  /** The largest first. */
  largest: readonly Earthquake[];
  /** Of each year (UTC) and band of magnitudes, in order of years. */
  counts: readonly { year: number; band: number; count: number }[];
  completeSince: readonly { minMagnitude: number; year: number }[];
  area: ProvinceArea;
  /** In use, anywhere. */
  stations: readonly Station[];
  /** Path in `dist/` of the picture for previews. */
  picture?: string | undefined;
}

/** Address of its page. */
export const provincePath = ({ slug }: Province): Both => ({
  tr: `/${provinceAddress(slug, 'tr')}`,
  en: `/${provinceAddress(slug, 'en')}`,
});
