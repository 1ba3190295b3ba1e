/** Files of a dataset: those that its manifest names, pages of earthquakes, and sitemaps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { datasetFiles } from '#core/dataset-files.ts';
import { readIndex } from '#core/detail-index.ts';
import type { DetailIndex } from '#core/details.ts';
import { ExpectedError } from '#core/expected-error.ts';
import { ManifestError, readManifest, type Manifest } from '#core/manifest.ts';
import { ANSWERS, EARTHQUAKE_PAGES, MANIFEST, SEQUENCE_FILES, SITEMAPS } from '#core/paths.ts';

export interface Contents {
  manifest: Manifest;
  /** Without the manifest, compressed forms and single details. */
  paths: Set<string>;
}

class DatasetError extends ExpectedError {
  override name = 'DatasetError';
}

/** @throws DatasetError when the manifest or the index of details cannot be read */
export function readContents(dist: string): Contents {
  const manifest = parsed(dist, readBytes(dist, MANIFEST));
  const files = datasetFiles({ manifest, index: indexOf(dist, manifest) });
  const paths = new Set<string>([
    ANSWERS.status,
    ...Object.values(files).flatMap((some) => some.map(([path]) => path)),
    ...fastGlob.sync([EARTHQUAKE_PAGES, SEQUENCE_FILES, `${SITEMAPS}/*`], { cwd: dist, ignore: ['**/*.{gz,br}'] }),
  ]);
  return { manifest, paths };
}

function indexOf(dist: string, { details }: Manifest): DetailIndex {
  try {
    return readIndex(details.hash, (path) => readBytes(dist, path));
  } catch (error) {
    throw error instanceof DatasetError ? error : new DatasetError(`${dist}: ${(error as Error).message}`);
  }
}

function readBytes(dist: string, path: string): Uint8Array {
  try {
    return readFileSync(join(dist, path));
  } catch (error) {
    throw new DatasetError(`${path} cannot be read: ${(error as Error).message}; npm run generate writes it`);
  }
}

function parsed(dist: string, bytes: Uint8Array): Manifest {
  try {
    return readManifest(Buffer.from(bytes).toString('utf8'), (path) => readBytes(dist, path));
  } catch (error) {
    throw error instanceof ManifestError ? new DatasetError(`${join(dist, MANIFEST)}: ${error.message}`) : error;
  }
}
