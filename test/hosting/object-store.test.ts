/** The script of docs/operations/object-store.md with a real rclone, against an S3 server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import fastGlob from 'fast-glob';
import { contentHash } from '#core/etag.ts';
import { hashInPath, MANIFEST, readCompressedPath, versionPath } from '#core/paths.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { urlReader } from '../../gateway/dataset/remote/url-reader.ts';
import { ChangeList } from '../../generator/hosting/changes.ts';
import { readContents } from '../../generator/hosting/contents.ts';
import { AS_OF, buildInto, sampleCatalog, usgsSays } from '../support/build.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { testGateway } from '../support/gateway.ts';
import { BUCKET, startObjectStore, storedBytes, type TestStore } from '../support/object-store.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { programPath } from './host.ts';

const skip =
  programPath('/usr/bin/rclone', '/usr/local/bin/rclone', '/opt/homebrew/bin/rclone') === undefined &&
  'rclone is not installed (Debian: apt-get install rclone)';

const PAGE = readFileSync(new URL('../../docs/operations/object-store.md', import.meta.url), 'utf8');
const [, SCRIPT, COMPARE] = /```sh\n(set -e[\s\S]*?)```[\s\S]*?```sh\n(rclone sync[^\n]*)\n```/.exec(PAGE)!;
/** What the tests do themselves. */
const OWN = /^DIST=.*$\n|^npm run generate -- --changes "\$CHANGES"$\n/gm;

const folder = temporaryFolder({ after });
const [dist, objects, list] = ['dist', 's3', 'lists/changes'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
];
const PREFIX = 'prefix/';
const catalog = sampleCatalog(8);
let server: TestStore;
let minutes = 0;

before(async () => (server = await startObjectStore(objects)));
after(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
  server.intercept = undefined;
});

/** @param later time since the build before */
function build(later = MINUTE): void {
  minutes += later / MINUTE;
  usgsSays(catalog, { key: 'us5', depthKm: 10 + (minutes % 50) });
  const changes = new ChangeList(list, dist);
  buildInto(dist, catalog.db, { asOf: AS_OF + minutes * MINUTE, output: { onChange: changes.add } });
  changes.write();
}

async function run(script: string): Promise<{ code: number; stderr: string }> {
  const env = {
    ...CHILD_ENVIRONMENT,
    ...server.environment,
    DIST: dist,
    CHANGES: list,
    STORE: `quakes:${BUCKET}/prefix`,
  };
  const child = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stderr };
}

async function publish() {
  assert.equal(SCRIPT!.match(OWN)?.length, 2);
  return run(SCRIPT!.replaceAll(OWN, ''));
}

async function publishWhole(): Promise<void> {
  const { code, stderr } = await publish();
  assert.equal(code, 0, stderr);
  assert.ok(!existsSync(list));
  for (const path of here()) assert.deepEqual(stored(path), readFileSync(join(dist, path)), path);
}

const here = (): string[] => fastGlob.sync('**', { cwd: dist, ignore: ['hosting/**'] });
const stored = (path: string): Buffer | undefined => storedBytes(objects, `${PREFIX}${path}`);
const storedPaths = (): string[] =>
  fastGlob
    .sync('**/*._S3rver_object', { cwd: join(objects, BUCKET, PREFIX), dot: true })
    .map((file) => file.replace('._S3rver_object', ''));
const written = (): string[] =>
  server.requests.filter(({ method }) => method === 'PUT').map(({ key }) => key.slice(PREFIX.length));

const MANIFESTS = [MANIFEST, `${MANIFEST}.br`, `${MANIFEST}.gz`];
const lastThree = (): string[] => written().slice(-3).toSorted();

test('the first round uploads every file, and the manifest last', { skip }, async () => {
  build();
  await publishWhole();
  assert.deepEqual(lastThree(), MANIFESTS);
  assert.deepEqual(storedPaths().toSorted(), here().toSorted());
  for (const path of [MANIFEST, 'list.json', ...readContents(dist).paths].slice(0, 40)) {
    const { headers } = await fetch(`${server.endpoint}/${BUCKET}/${PREFIX}${path}`, { method: 'HEAD' });
    const caching = hashInPath(path) === undefined ? 'public, max-age=10' : 'public, max-age=31536000, immutable';
    assert.equal(headers.get('cache-control'), caching, path);
  }
});

/** Contents of the paths that a manifest names, by its hash. */
function snapshotOf(from: string): [string, Map<string, string>] {
  const { paths } = readContents(from);
  const named = [...paths].filter((path) => !/^(?:(?:deprem|earthquake|sitemaps)\/|status\.json$)/.test(path));
  const contents = named.map((path): [string, string] => [path, contentHash(readFileSync(join(from, path)))]);
  return [contentHash(readFileSync(join(from, MANIFEST))), new Map(contents)];
}

test(
  'a small change uploads what changed, and every content of the manifest is found at every moment',
  { skip },
  async () => {
    const former = join(folder, 'former');
    cpSync(dist, former, { recursive: true });
    build();
    const snapshots = new Map([snapshotOf(former), snapshotOf(dist)]);
    assert.equal(snapshots.size, 2);
    const isFound = (path: string, hash: string): boolean =>
      [path, versionPath(hash)].some((one) => {
        const bytes = stored(one);
        return bytes !== undefined && contentHash(bytes) === hash;
      });
    let looks = 0;
    const lost: string[] = [];
    server.intercept = ({ method }) => {
      if (method !== 'PUT' && method !== 'DELETE' && method !== 'POST') return false;
      const contents = snapshots.get(contentHash(stored(MANIFEST)!));
      for (const [path, hash] of contents ?? []) if (!isFound(path, hash)) lost.push(path);
      looks += 1;
      return false;
    };
    await publishWhole();
    assert.deepEqual(lost, []);
    assert.ok(looks > 20);
    const puts = written();
    assert.ok(puts.length < here().length / 2, `${puts.length} files`);
    const isHashed = (path: string): boolean => hashInPath(readCompressedPath(path)?.path ?? path) !== undefined;
    const lastHashed = puts.findLastIndex(isHashed);
    assert.ok(puts.findIndex((path) => !isHashed(path)) > lastHashed, 'plain names follow');
    assert.deepEqual(lastThree(), MANIFESTS);
  },
);

test('what was not uploaded is in the next round; the manifest stays until then', { skip }, async () => {
  const manifest = stored(MANIFEST);
  build();
  server.intercept = ({ method, key }, response) => {
    if (method !== 'PUT' || key !== `${PREFIX}list.json`) return false;
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
    return true;
  };
  const { code, stderr } = await publish();
  assert.ok(code !== 0 && stderr.includes('list.json'), stderr);
  assert.deepEqual(stored(MANIFEST), manifest);
  assert.ok(existsSync(list));
  server.intercept = undefined;
  build();
  await publishWhole();
});

test('what dist/ has no more goes, and no other file', { skip }, async () => {
  const before = new Set(here());
  build(49 * HOUR);
  const gone = [...before.difference(new Set(here()))];
  assert.ok(gone.length > 4);
  await publishWhole();
  for (const path of gone) assert.equal(stored(path), undefined, path);
  assert.deepEqual(storedPaths().toSorted(), here().toSorted());
});

test('comparing everything repairs the store', { skip }, async () => {
  const [lost] = readContents(dist).paths;
  const { code } = await run(`rclone delete "$STORE/${lost}" && echo x | rclone rcat "$STORE/list.json" && ${COMPARE}`);
  assert.equal(code, 0);
  for (const path of here()) assert.deepEqual(stored(path), readFileSync(join(dist, path)), path);
  assert.deepEqual(storedPaths().toSorted(), here().toSorted());
});

test('a gateway over what was published answers as one over the folder', { skip }, async () => {
  const url = `${server.endpoint}/${BUCKET}/${PREFIX.slice(0, -1)}`;
  const reader = urlReader({ url, cacheFolder: join(folder, 'cache'), cacheBytes: 50e6, log: () => {} });
  const [remote, local] = [testGateway(new Map(), { reader }), testGateway(new Map(), { reader: folderReader(dist) })];
  for (const path of [
    '/api.php?limit=5',
    '/deprem_api.php?id=3',
    '/export.php?format=csv',
    '/rss',
    '/api.php?q=maras',
  ]) {
    const [ours, theirs] = await Promise.all([remote.get(path), local.get(path)]);
    assert.equal(ours.status, 200, path);
    assert.equal(ours.headers.get('etag'), theirs.headers.get('etag'), path);
    assert.equal(await ours.text(), await theirs.text(), path);
  }
  const faults = remote.lines.filter((line) => line.startsWith('dataset: ') && !line.includes('serving'));
  assert.deepEqual(faults, []);
});
