/** What renders: a dataset continues only from files that the same sources and packages rendered. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentHash } from '#core/etag.ts';

const GENERATOR = join(import.meta.dirname, '..');

/** Sources of everything that an incremental build may reuse, as folders with or without those inside them. */
export const RENDERING_SOURCES = [
  { folder: 'core', recursive: true },
  { folder: 'outputs', recursive: true },
  { folder: 'publish', recursive: false },
  { folder: 'catalog', recursive: false },
];

/** Packages that decide about bytes of such files. */
export const RENDERING_PACKAGES = ['geokdbush', 'hono', 'hyparquet-writer', 'kdbush', 'xmlbuilder2'];

const filesOf = ({ folder, recursive }: (typeof RENDERING_SOURCES)[number]): string[] =>
  readdirSync(join(GENERATOR, folder), { recursive, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(GENERATOR, folder, file));

function hashOfSources(sources: typeof RENDERING_SOURCES, packages: readonly string[]): string {
  const ofPackages = packages.map((name) => join(GENERATOR, '../node_modules', name, 'package.json'));
  const files = [...sources.flatMap(filesOf), ...ofPackages];
  // Neither line ends nor paths of a checkout change it.
  return contentHash(...files.map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).sort());
}

/** Read when the program is loaded: a running program does not follow its sources. */
export const RENDERING = hashOfSources(RENDERING_SOURCES, RENDERING_PACKAGES);

/** Sources of the stored pages of earthquakes and provinces besides those: their change makes no full build. */
export const PAGE_SOURCES = ['site', 'site/pages', 'site/drawing', 'places'].map((folder) => ({
  folder,
  recursive: false,
}));

export const PAGE_RENDERING = hashOfSources(PAGE_SOURCES, []);
