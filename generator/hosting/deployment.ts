/**
 * The present dataset in a folder of its own, for hosts that replace a deployment as a whole and count its files.
 * It has no compressed forms and no single details, which such hosts do not need, and few former files.
 */
import { copyFileSync, existsSync, linkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '#runtime/folder.ts';
import fastGlob from 'fast-glob';
import { writeManifest } from '#core/manifest.ts';
import { cataloguePath, EARTHQUAKE_PAGE, hashInPath, MANIFEST } from '#core/paths.ts';
import { readContents, type Contents } from './contents.ts';
import { HEADERS_FILE, readHeadersFile } from './hosting.ts';

/** The greatest file that Cloudflare takes. */
const MOST_BYTES = 25 * 2 ** 20;

/** Beyond this the pages of single earthquakes are left out, for which the hosts have one page: room below 20,000. */
const MOST_FILES = 17_000;

/** The folder of the files to upload. */
const SITE = 'site';

interface DeploymentSummary {
  files: number;
  /** Files that differ from those of the last deployment. */
  changed: number;
  removed: number;
  /** Whether earthquakes have pages of their own. */
  hasPages: boolean;
  /** Left out: greater than {@link MOST_BYTES}. */
  large: string[];
}

/** The hosts' own files, in the folder above `site/`: path in `dist/hosting/` → path there. */
const CONFIGURATION = {
  'cloudflare/wrangler.json': 'wrangler.json',
  'cloudflare/worker.js': 'worker.js',
  'netlify/netlify.toml': 'netlify.toml',
  'netlify/edge-functions/hiposantr.js': 'edge-functions/hiposantr.js',
};

/** Only one process at a time may write to the folders. @throws DatasetError when dist/ is not whole */
export function writeDeployment(dist: string, folder: string, mostFiles = MOST_FILES): DeploymentSummary {
  for (const [from, to] of Object.entries(CONFIGURATION)) place(join(dist, 'hosting', from), join(folder, to));
  const site = join(folder, SITE);
  const contents = readContents(dist);
  const complete = [...contents.paths];
  const hasPages = complete.length <= mostFiles;
  const all = hasPages ? complete : complete.filter((path) => !EARTHQUAKE_PAGE.test(path.replace(/index\.html$/, '')));
  const large = all.filter((path) => statSync(join(dist, path)).size > MOST_BYTES);
  const paths = all.filter((path) => !large.includes(path));
  const former = formerPaths(site, contents);
  const changed = paths.filter((path) => place(join(dist, path), join(site, path))).length;
  const kept = new Set([...paths, ...former, MANIFEST, HEADERS_FILE]);
  const left = fastGlob.sync('**', { cwd: site }).filter((path) => !kept.has(path));
  for (const path of left) rmSync(join(site, path));
  writeFileSync(join(site, HEADERS_FILE), readHeadersFile());
  writeFileSync(join(site, MANIFEST), manifestOf(contents, large));
  return { files: fastGlob.sync('**', { cwd: site }).length, changed, removed: left.length, hasPages, large };
}

/** Files of the last deployment that are named by their hash: pages that are open still ask for them. */
function formerPaths(site: string, { manifest }: Contents): string[] {
  if (!existsSync(join(site, MANIFEST))) return [];
  const before = readContents(site);
  // Nothing is new: the files before these stay as well.
  if (before.manifest.dataset === manifest.dataset) return fastGlob.sync('**', { cwd: site });
  return [...before.paths].filter((path) => hashInPath(path) !== undefined);
}

/** Names what is in the deployment alone. */
function manifestOf({ manifest }: Contents, large: string[]): string {
  const { catalogue, releases, answers, details } = manifest;
  return writeManifest({
    ...manifest,
    ...(catalogue ? { catalogue: catalogue.filter(({ period }) => !large.includes(cataloguePath(period))) } : {}),
    ...(releases ? { releases: releases.filter(({ path }) => !large.includes(path)) } : {}),
    details: { ...details, files: 'none' },
    answers: Object.fromEntries(Object.entries(answers).map(([path, one]) => [path, { ...one, encodings: [] }])),
  });
}

/** A hard link where the file systems allow it, else a copy. @returns whether the file is another one than before */
function place(source: string, target: string): boolean {
  const [from, to] = [statSync(source), statSync(target, { throwIfNoEntry: false })];
  const isSame = to !== undefined && from.size === to.size && Math.floor(from.mtimeMs) === Math.floor(to.mtimeMs);
  if (isSame) return false;
  makeFolder(dirname(target));
  const temporary = `${target}.new`;
  rmSync(temporary, { force: true });
  try {
    linkSync(source, temporary);
  } catch {
    copyFileSync(source, temporary);
    utimesSync(temporary, from.atime, from.mtime);
  }
  renameSync(temporary, target);
  return true;
}
