/** Pictures for previews of links to the pages of provinces. */
import { contentHash } from '#core/etag.ts';
import { PICTURES } from '#core/paths.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { provincePreview } from './drawing/province-preview.ts';
import type { PlannedPicture } from './pictures.ts';
import { provinceAreas } from './province-areas.ts';

/** The same province is drawn alike as long as this is the same. */
const DRAWING = sourceHash('generator/site/drawing/province-preview.ts');

/** Path in `dist/`; one for both languages. */
export const provincePicturePath = ({ slug }: Province, serviceName: string): string =>
  `${PICTURES}/${slug}.${contentHash(JSON.stringify([DRAWING, serviceName]))}.png`;

/** Nothing is drawn yet. */
export const plannedProvincePictures = (serviceName: string): PlannedPicture[] =>
  PROVINCES.map((province) => ({
    path: provincePicturePath(province, serviceName),
    svg: () => provincePreview(province, provinceAreas().get(province.name)!, serviceName),
  }));
