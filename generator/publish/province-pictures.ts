/** Pictures for previews of links to the pages of provinces: each is drawn once. */
import type { Manifest } from '#core/manifest.ts';
import { ownValue } from '#core/own-value.ts';
import { pictureRenderer } from '../site/pictures.ts';
import { plannedProvincePictures } from '../site/province-pictures.ts';
import type { Output } from './writer.ts';

interface ProvincePictureInputs {
  output: Output;
  /** Answers of the former build. */
  former: Manifest['answers'];
  serviceName: string;
}

/** Before a build, which cannot wait. @returns those that the dataset does not have yet, by path in `dist/` */
export async function drawProvincePictures({ output, former, serviceName }: ProvincePictureInputs) {
  const missing = plannedProvincePictures(serviceName).filter(
    ({ path }) => output.sizeOf(path) !== ownValue(former, path)?.size,
  );
  const pictures = new Map<string, Buffer>();
  for (const { path, svg } of missing) pictures.set(path, (await pictureRenderer())(svg()));
  return pictures;
}
