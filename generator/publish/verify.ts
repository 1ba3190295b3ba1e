/** Compares `dist/` with what the catalogue gives, file by file, by building it anew in a hidden folder of it. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { contentHash } from '#core/etag.ts';
import { ManifestError, readRoot, writeManifest, type ManifestRoot } from '#core/manifest.ts';
import { ANSWERS, MANIFEST, readCompressedPath, type Compression } from '#core/paths.ts';
import { readStatus } from '#core/status.ts';
import { currentState } from '../catalog/read.ts';
import { build, type BuildOptions } from './publish.ts';

interface Difference {
  path: string;
  what: 'missing' | 'different' | 'unexpected';
}

interface Verification {
  /** Why nothing was compared. */
  reason?: string;
  /** Files compared. */
  files: number;
  differences: Difference[];
}

type VerifyOptions = Omit<BuildOptions, 'asOf' | 'full' | 'output'>;

/** In `dist/`, which may be a volume of its own beside which nothing can be written. */
const COPY = '.verify';

/**
 * Needs as much disk space as `dist/` has. The folder must not change meanwhile.
 * @throws PublishError when the other copy cannot be written
 */
export function verify(options: VerifyOptions): Verification {
  const { db, dist } = options;
  const manifest = manifestOf(dist);
  const nothing = (reason: string): Verification => ({ reason, files: 0, differences: [] });
  if (typeof manifest === 'string') return nothing(manifest);
  const { sequence, history } = currentState(db);
  if (manifest.sequence !== sequence || manifest.history !== history)
    return nothing(
      `dist/ has the changes up to ${manifest.sequence}, the catalogue those up to ${sequence}` +
        `${manifest.sequence === sequence ? ' of another history' : ''}: npm run generate first`,
    );
  const statusPath = join(dist, ANSWERS.status);
  const isThere = existsSync(statusPath);
  const status = isThere ? readStatus(readFileSync(statusPath, 'utf8')) : undefined;
  // Without its time nothing can be built again as it was.
  if (!status) return { files: 1, differences: [{ path: ANSWERS.status, what: isThere ? 'different' : 'missing' }] };
  const copy = join(dist, COPY);
  const remove = (): void => rmSync(copy, { recursive: true, force: true });
  // What a run that was killed left.
  remove();
  try {
    build({ ...options, dist: copy, asOf: status.generatedAt, full: true, output: { flush: () => {} } });
    const other = manifestOf(copy) as ManifestRoot;
    if (other.settings !== manifest.settings)
      return nothing('dist/ was built with other settings, agencies or stations: npm run generate first');
    return compared({
      dist,
      copy,
      ofSite: Object.keys(manifest.answers).filter((path) => !Object.hasOwn(other.answers, path)),
    });
  } finally {
    remove();
  }
}

/** The reason for the operator when there is none. */
function manifestOf(dist: string): ManifestRoot | string {
  try {
    return readRoot(readFileSync(join(dist, MANIFEST), 'utf8'));
  } catch (error) {
    if (error instanceof ManifestError) return `${MANIFEST} is damaged: ${error.message}`;
    return `${MANIFEST} cannot be read: ${(error as Error).message}`;
  }
}

interface Compared {
  dist: string;
  copy: string;
  /** Answers that `dist/` alone has: the copy has no pages and no pictures. */
  ofSite: readonly string[];
}

function compared({ dist, copy, ofSite }: Compared): Verification {
  const hashOf = hasherOf(new Set(ofSite));
  const paths = fastGlob.sync('**', { cwd: copy, ignore: ['versions/*', ANSWERS.status] });
  const differences = paths.sort().flatMap((path): Difference[] => {
    if (!existsSync(join(dist, path))) return [{ path, what: 'missing' }];
    return hashOf(dist, path) === hashOf(copy, path) ? [] : [{ path, what: 'different' }];
  });
  const known = new Set(paths);
  // Other folders keep files of former datasets for a while.
  for (const path of fastGlob.sync('details/{id,date,gone,buckets,newest,names}/**', { cwd: dist }).sort())
    if (!known.has(path)) differences.push({ path, what: 'unexpected' });
  return { files: paths.length, differences };
}

/**
 * Of the content, since versions of zlib compress it differently; of a manifest without the entries of the site.
 * @returns undefined when it is damaged
 */
const hasherOf =
  (ofSite: ReadonlySet<string>) =>
  (folder: string, path: string): string | undefined => {
    const { path: plain = path, compression } = readCompressedPath(path) ?? {};
    try {
      const bytes = unpacked(readFileSync(join(folder, path)), compression);
      return contentHash(plain === MANIFEST ? withoutSite(bytes.toString(), ofSite) : bytes);
    } catch {
      return undefined;
    }
  };

const unpacked = (bytes: Buffer, compression: Compression | undefined): Buffer =>
  compression === undefined ? bytes : compression === 'gzip' ? gunzipSync(bytes) : brotliDecompressSync(bytes);

/** @throws ManifestError */
function withoutSite(text: string, ofSite: ReadonlySet<string>): string {
  const { details, answers, ...manifest } = readRoot(text);
  const { pages: _, ...others } = details;
  const kept = Object.entries(answers).filter(([path]) => !ofSite.has(path));
  return writeManifest({ ...manifest, details: others, answers: Object.fromEntries(kept) });
}
