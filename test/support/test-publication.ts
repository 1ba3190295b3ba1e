/** An S3 server, two small datasets, and publications of them: each test under a prefix of its own. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, beforeEach } from 'node:test';
import fastGlob from 'fast-glob';
import { readManifest, writeManifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import type { Db } from '../../generator/catalog/database.ts';
import { readContents } from '../../generator/object-store/contents.ts';
import { type PublicationOptions, publish } from '../../generator/object-store/publication.ts';
import { openS3 } from '../../generator/object-store/s3.ts';
import { AS_OF, buildInto, sampleCatalog, usgsSays } from './build.ts';
import { BUCKET, startObjectStore, storedBytes, type StoreRequest } from './object-store.ts';
import { temporaryFolder } from './temporary.ts';

/** A dataset of few files: without single details, FDSN documents and feeds. What matters is their order. */
function buildSmall(dist: string, db: Db, minutes: number): void {
  buildInto(dist, db, { detailFiles: 'none', asOf: AS_OF + minutes * MINUTE });
  const path = join(dist, MANIFEST);
  const manifest = readManifest(readFileSync(path, 'utf8'));
  for (const answer of Object.keys(manifest.answers)) if (/^f/.test(answer)) delete manifest.answers[answer];
  writeFileSync(path, writeManifest(manifest));
}

type RunOptions = Partial<PublicationOptions> & { conditional?: boolean };

let shared: ReturnType<typeof create> | undefined;

/** One for all files of a process: the client finds the server by the environment. */
export const testPublication = () => (shared ??= create());

async function create() {
  const folder = temporaryFolder({ after });
  const objects = join(folder, 's3');
  const server = await startObjectStore(objects);
  after(() => server.close());
  Object.assign(process.env, { ...server.environment, AWS_MAX_ATTEMPTS: '2' });
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const catalog = sampleCatalog(8);
  buildSmall(first, catalog.db, 0);
  /** A dataset made from another one, `minutes` later. */
  const next = (from: string, to: string, minutes: number): void => {
    cpSync(from, to, { recursive: true });
    usgsSays(catalog, { key: 'us5', depthKm: 10 + minutes });
    buildSmall(to, catalog.db, minutes);
  };
  next(first, second, 1);
  let prefix = '';
  let tests = 0;
  beforeEach(() => {
    prefix = `${(tests += 1)}/`;
    server.requests.length = 0;
    server.intercept = undefined;
  });
  const store = (conditional = true) => openS3({ bucket: BUCKET, prefix }, { env: process.env, conditional });
  const stored = (path: string): Buffer | undefined => storedBytes(objects, `${prefix}${path}`);
  return {
    ...{ folder, objects, first, second, server, next, store, stored },
    address: () => `s3://${BUCKET}/${prefix}`,
    async run(dist: string, { conditional, ...options }: RunOptions = {}) {
      return publish({ store: store(conditional), dist, now: AS_OF, ...options });
    },
    /** Paths that were written to, in order. */
    written: () => server.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key.slice(prefix.length)),
    isPut: ({ method, key }: StoreRequest, path: string) => method === 'PUT' && key === `${prefix}${path}`,
    /** Paths of all objects. */
    paths: () =>
      fastGlob
        .sync('**/*._S3rver_object', { cwd: join(objects, BUCKET, prefix), dot: true })
        .map((file) => file.replace('._S3rver_object', '')),
    /** Every file of the dataset lies in the store, byte for byte. */
    assertWhole(dist: string): void {
      const { files, manifestBytes } = readContents(dist);
      assert.deepEqual(stored(MANIFEST), Buffer.from(manifestBytes));
      for (const path of files.keys()) assert.deepEqual(stored(path), readFileSync(join(dist, path)), path);
    },
  };
}
