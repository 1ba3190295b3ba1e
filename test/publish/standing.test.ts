/** What a build keeps of the last one without reading it: what is bundled, and answers with their former content. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { standingIn } from '../../generator/publish/quiet.ts';
import { bundledFor, standsIn } from '../../generator/publish/standing.ts';
import { manifestIn } from '../../generator/publish/sweep.ts';
import { Output } from '../../generator/publish/writer.ts';
import { siteAssets } from '../../generator/site/assets.ts';
import { AS_OF, buildInto, sampleCatalog } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('all that is bundled, and nothing else, is kept of a build; nothing is once a file was changed', (t) => {
  const dist = temporaryFolder(t);
  buildInto(dist, sampleCatalog().db, { site: true });
  const output = new Output(dist);
  const answersBase = { ...manifestIn(output)!, asOf: AS_OF };
  const standing = standingIn(output, dist);
  const { assets, bodies, reused } = bundledFor({ standing, answersBase });
  assert.equal(bodies.size, 0);
  assert.deepEqual(assets, siteAssets().assets);
  assert.deepEqual(Object.keys(reused).sort(), [...siteAssets().files.keys()].sort());
  const { hash } = answersBase.answers['rss.xml']!;
  assert.ok(standsIn({ standing, answersBase })('rss.xml', hash));
  assert.ok(!standsIn({ standing, answersBase })('rss.xml', `${hash}0`));
  appendFileSync(join(dist, 'rss.xml.gz'), ' ');
  assert.equal(standingIn(output, dist), undefined);
  assert.deepEqual(bundledFor({ standing: undefined, answersBase }).bodies, siteAssets().files);
  assert.ok(!standsIn({ standing: undefined, answersBase })('rss.xml', hash));
});
