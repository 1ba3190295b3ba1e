/** The folder for hosts that replace a deployment as a whole: few files, every reference resolves, pages stay whole. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fastGlob from 'fast-glob';
import { ENDPOINT_PATHS, ENDPOINTS } from '#core/endpoints.ts';
import { cataloguePath, hashInPath, readCompressedPath } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import { writeDeployment } from '../../generator/hosting/deployment.ts';
import { GATEWAY_ONLY } from '../../generator/hosting/routes.ts';
import { readContents } from '../../generator/hosting/contents.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { AS_OF, buildInto, manifestOf, sampleCatalog, usgsSays } from '../support/build.ts';
import { testGateway } from '../support/gateway.ts';
import { temporaryFolder } from '../support/temporary.ts';

const EARTHQUAKES = 1020;

const filesIn = (folder: string): string[] => fastGlob.sync('**', { cwd: folder });

/** What a page or style sheet asks for by an absolute path. */
const referencesIn = (text: string): string[] =>
  [...text.matchAll(/(?:href|src|content)="(\/[^"#?]*)|url\(["']?(\/[^"')#?]*)/g)].map(
    ([, inPage, inStyle]) => (inPage ?? inStyle)!,
  );

test('a deployment has what its files name, and nothing else', async (t) => {
  const folder = temporaryFolder(t);
  const [dist, made] = [join(folder, 'dist'), join(folder, 'made')];
  const deployment = join(made, 'site');
  const catalog = sampleCatalog(EARTHQUAKES);
  const build = (minute: number): void =>
    void buildInto(dist, catalog.db, { site: true, bulk: true, asOf: AS_OF + minute * MINUTE });
  build(0);
  const { files, changed, large } = writeDeployment(dist, made);
  const paths = filesIn(deployment);
  assert.equal(files, paths.length);
  assert.deepEqual(large, []);
  assert.ok(changed > 500 && changed < filesIn(dist).length);
  const growing = paths.filter((path) => /^(?:shards|changes|details|deprem|earthquake|dizi|sequence)\//.test(path));
  // What does not grow with the catalogue.
  assert.ok(paths.length - growing.length < 1000, String(paths.length - growing.length));
  assert.deepEqual(
    paths.filter((path) => readCompressedPath(path) !== undefined || path.startsWith('versions/')),
    [],
  );
  const contents = readContents(deployment);
  for (const path of contents.paths)
    assert.deepEqual(readFileSync(join(deployment, path)), readFileSync(join(dist, path)), path);
  for (const { period } of contents.manifest.catalogue!) assert.ok(existsSync(join(deployment, cataloguePath(period))));
  assert.equal(contents.manifest.dataset, manifestOf(dist).dataset);

  const missing = paths
    .filter((path) => /\.(?:html|css|webmanifest)$/.test(path))
    .flatMap((path) => referencesIn(readFileSync(join(deployment, path), 'utf8')).map((to) => [path, to] as const))
    .filter(([, to]) => !existsSync(join(deployment, to, to.endsWith('/') ? 'index.html' : '')))
    .filter(([, to]) => !ENDPOINT_PATHS.includes(to) && !GATEWAY_ONLY.some((one) => to.startsWith(one)));
  assert.deepEqual(missing, []);
  const gateway = testGateway(new Map(), { reader: folderReader(deployment) });
  const { earthquakes } = (await (await gateway.get('/api.php?limit=1000')).json()) as { earthquakes: unknown[] };
  assert.equal(earthquakes.length, 1000);
  assert.equal((await gateway.get('/deprem_api.php?id=3')).status, 200);

  assert.deepEqual(fastGlob.sync(['*', 'edge-functions/*'], { cwd: made }).toSorted(), [
    ...['edge-functions/hiposantr.js', 'netlify.toml', 'worker.js', 'wrangler.json'],
  ]);
  const { assets } = JSON.parse(readFileSync(join(made, 'wrangler.json'), 'utf8')) as Wrangler;
  assert.equal(assets.directory, 'site');
  const alsoPage = `${ENDPOINTS.kandilliAll}/`;
  assert.deepEqual(assets.run_worker_first, [...ENDPOINT_PATHS, alsoPage, ...GATEWAY_ONLY.map((path) => `${path}/*`)]);
  const rules = readFileSync(join(deployment, '_headers'), 'utf8').split(/\n(?=\/)/);
  assert.ok(rules.length > 12 && rules.length <= 100, 'Cloudflare reads 100 rules');
  for (const address of rules.map((rule) => rule.split('\n', 1)[0]!)) {
    const file = address.replace(/\*$/, '').replace(/\/$/, '/index.html');
    assert.ok(existsSync(join(deployment, file)) || existsSync(join(deployment, file, '..')), address);
  }

  const first = hashedIn(deployment);
  assert.equal(writeDeployment(dist, made).changed, 0);
  usgsSays(catalog, { key: 'q3', depthKm: 33 });
  build(1);
  const second = writeDeployment(dist, made);
  assert.ok(second.changed > 5 && second.changed < 300, String(second.changed));
  // An open page asks for those that its manifest names.
  for (const path of first) assert.ok(existsSync(join(deployment, path)), path);
  assert.equal(writeDeployment(dist, made).removed, 0, 'without a change the former files stay');
  usgsSays(catalog, { key: 'q3', depthKm: 34 });
  build(2);
  const third = writeDeployment(dist, made);
  assert.ok(third.removed > 3, String(third.removed));
  assert.ok(filesIn(deployment).length < files + 2 * second.changed);
  const fewer = writeDeployment(dist, join(folder, 'fewer'), 1000);
  assert.ok(third.hasPages && !fewer.hasPages && fewer.files < files - EARTHQUAKES, `${fewer.files} of ${files}`);
  const left = filesIn(join(folder, 'fewer/site')).filter((path) => /^(?:deprem|earthquake)\//.test(path));
  assert.deepEqual(left.toSorted(), ['deprem/index.html', 'earthquake/index.html']);
});

interface Wrangler {
  assets: { directory: string; run_worker_first: string[] };
}

const hashedIn = (folder: string): string[] =>
  [...readContents(folder).paths].filter((path) => hashInPath(path) !== undefined);
