/** Releases as they are stored: each in a folder of its own below `DATA_DIR`, from which every build copies. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
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

/** The latest first. @param onFault takes the place of the error @throws ExpectedError naming what cannot be read */
export function storedReleases(dataDir: string, onFault?: (fault: ExpectedError) => void): StoredRelease[] {
  const root = releasesFolder(dataDir);
  const names = existsSync(root) ? readdirSync(root).filter(isReleaseName) : [];
  return names
    .flatMap((name) => {
      try {
        return storedRelease(join(root, name));
      } catch (error) {
        if (!onFault) throw error;
        onFault(error as ExpectedError);
        return [];
      }
    })
    .sort(byLatest);
}

function storedRelease(folder: string): StoredRelease {
  try {
    const release = RELEASE.read(JSON.parse(readFileSync(join(folder, RECORD), 'utf8')));
    for (const { name, size } of release.files)
      if (statSync(join(folder, name)).size !== size) throw new Error(`${name} has not ${size} bytes`);
    return { ...release, folder };
  } catch (error) {
    throw new ExpectedError(`the release in ${folder} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

interface ReleaseInputs {
  output: Output;
  releases?: readonly StoredRelease[];
  /** The dataset to continue from, whose files are as it says; null for none: then each is compared. */
  base: { manifest: Manifest } | null;
  before: { manifest: Manifest } | undefined;
}

/** Copies what the dataset lacks of them. Those that only the former dataset has stay. @returns part of the manifest */
export function putReleases({ output, releases = [], base, before }: ReleaseInputs): Pick<Manifest, 'releases'> {
  const known = new Map((base?.manifest.releases ?? []).map(({ path, hash }) => [path, hash]));
  const entries = releases.flatMap(({ name: release, folder, files }) =>
    files.map(({ name, ...entry }) => {
      const path = `${releaseFolder(release)}${name}`;
      const isThere = known.get(path) === entry.hash && output.sizeOf(path) === entry.size;
      if (!isThere) output.put(path, readFileSync(join(folder, name)));
      return { path, ...entry };
    }),
  );
  const own = new Set(entries.map(({ path }) => path));
  const others = (before?.manifest.releases ?? []).filter(
    ({ path, size }) => !own.has(path) && output.sizeOf(path) === size,
  );
  return entries.length + others.length > 0 ? { releases: [...entries, ...others] } : {};
}
