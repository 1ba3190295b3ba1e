/** Pictures for previews of links to the pages of provinces. */
import { contentHash } from '#core/etag.ts';
import { PICTURES } from '#core/paths.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import { provincePreview } from './drawing/province-preview.ts';
import type { PlannedPicture } from './pictures.ts';
import { provinceAreas } from './province-areas.ts';

/** Raised when the same province is drawn otherwise. */
const DRAWING = 1;

/** Path in `dist/`; one for both languages. */
export const provincePicturePath = ({ slug }: Province, serviceName: string): string =>
  `${PICTURES}/${slug}.${contentHash(JSON.stringify([DRAWING, serviceName]))}.png`;

/** Nothing is drawn yet. */
export const plannedProvincePictures = (serviceName: string): PlannedPicture[] =>
  PROVINCES.map((province) => ({
    path: provincePicturePath(province, serviceName),
    svg: () => provincePreview(province, provinceAreas().get(province.name)!, serviceName),
  }));
