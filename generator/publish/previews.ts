/** Pictures for previews of links: those of the former build are kept, the others drawn. */
import { readManifest } from '#core/manifest.ts';
import { contentHash } from '#core/etag.ts';
import { MANIFEST } from '#core/paths.ts';
import type { Db } from '../catalog/database.ts';
import { pictureRenderer, plannedPictures } from '../site/pictures.ts';
import { notableOf } from './answers.ts';
import { Output } from './writer.ts';

interface PreviewInputs {
  db: Db;
  dist: string;
  serviceName: string;
  /** How many at most, of the newest notable earthquakes. */
  count: number;
}

/** Before a build, which cannot wait. @returns by path in `dist/` */
export async function drawPreviews({ db, dist, serviceName, count }: PreviewInputs): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  if (count === 0) return pictures;
  const former = formerPictures(new Output(dist));
  for (const { path, svg } of plannedPictures(notableOf(db).slice(0, count), serviceName))
    pictures.set(path, former(path) ?? (await pictureRenderer())(svg()));
  return pictures;
}

/** Undefined for a path that the former build did not have, or with a file that is not what it was. */
function formerPictures(output: Output): (path: string) => Buffer | undefined {
  let hashes: Map<string, string>;
  try {
    const { answers } = readManifest(output.read(MANIFEST) ?? '');
    hashes = new Map(Object.entries(answers).map(([path, { hash }]) => [path, hash]));
  } catch {
    hashes = new Map();
  }
  return (path) => {
    const bytes = hashes.has(path) ? output.readBytes(path) : undefined;
    return bytes && contentHash(bytes) === hashes.get(path) ? bytes : undefined;
  };
}
