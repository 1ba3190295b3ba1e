/** Pictures for previews of links to the pages of provinces: each is drawn once. */
import { readManifest, type Manifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { pictureRenderer } from '../site/pictures.ts';
import { plannedProvincePictures } from '../site/province-pictures.ts';
import { Output } from './writer.ts';

/** Before a build, which cannot wait. @returns those that the dataset does not have yet, by path in `dist/` */
export async function drawProvincePictures(dist: string, serviceName: string): Promise<Map<string, Buffer>> {
  const output = new Output(dist);
  const answers = formerAnswers(output);
  const missing = plannedProvincePictures(serviceName).filter(
    ({ path }) => answers[path] === undefined || output.sizeOf(path) !== answers[path].size,
  );
  const pictures = new Map<string, Buffer>();
  for (const { path, svg } of missing) pictures.set(path, (await pictureRenderer())(svg()));
  return pictures;
}

function formerAnswers(output: Output): Manifest['answers'] {
  try {
    return readManifest(output.read(MANIFEST) ?? '').answers;
  } catch {
    return {};
  }
}
