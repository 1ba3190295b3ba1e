/** Releases as they are stored: each in a folder of its own below `DATA_DIR`, from which every build copies. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fields, instant, integer, list, string } from '#core/codecs.ts';
import { ExpectedError } from '#core/expected-error.ts';
import type { Manifest } from '#core/manifest.ts';
import { byLatest, isReleaseName, type Release, releaseFolder } from '#core/releases.ts';
import type { Output } from './writer.ts';

/** In the folder of a release, beside what is published of it. */
export const RECORD = 'release.json';

export const RELEASE = fields({
  name: string,
  asOf: ['as_of', instant],
  earthquakes: integer,
  files: list(fields({ name: ['file', string], hash: string, size: integer, pieces: list(integer) })),
});

export interface StoredRelease extends Release {
  folder: string;
  files: { name: string; hash: string; size: number; pieces: number[] }[];
}

export const releasesFolder = (dataDir: string): string => join(dataDir, 'releases');

/** The latest first. @throws ExpectedError naming a release that cannot be read */
export function storedReleases(dataDir: string): StoredRelease[] {
  const root = releasesFolder(dataDir);
  const names = existsSync(root) ? readdirSync(root).filter(isReleaseName) : [];
  return names.map((name) => storedRelease(join(root, name))).sort(byLatest);
}

function storedRelease(folder: string): StoredRelease {
  try {
    return { ...RELEASE.read(JSON.parse(readFileSync(join(folder, RECORD), 'utf8'))), folder };
  } catch (error) {
    throw new ExpectedError(`the release in ${folder} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Copies what the dataset lacks of them. @returns entries of the manifest */
export function putReleases(output: Output, releases: readonly StoredRelease[]): Pick<Manifest, 'releases'> {
  const entries = releases.flatMap(({ name: release, folder, files }) =>
    files.map(({ name, ...entry }) => {
      const path = `${releaseFolder(release)}${name}`;
      if (output.sizeOf(path) !== entry.size) output.put(path, readFileSync(join(folder, name)));
      return { path, ...entry };
    }),
  );
  return entries.length > 0 ? { releases: entries } : {};
}
