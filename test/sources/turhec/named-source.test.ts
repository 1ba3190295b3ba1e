import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { AGENCIES, type Agency } from '#core/agencies.ts';
import { openCatalog } from '../../../generator/catalog/database.ts';
import { ingestFiles } from '../../../generator/ingest.ts';
import { REGION } from '#core/region.ts';
import { temporaryFolder } from '../../support/temporary.ts';

test('a named agency with one feed reads a file that nothing recognises, and says what its columns lack', async (t) => {
  const path = join(temporaryFolder(t), 'catalogue.txt');
  writeFileSync(path, '# a b c\n1999 8 17\n');
  const db = openCatalog(':memory:');
  t.after(() => db.close());
  const options = { db, now: Date.now, region: REGION, agencies: AGENCIES, placeName: () => null };
  const reasonFor = async (agency?: Agency): Promise<string> =>
    (await ingestFiles(options, [path], { ...(agency ? { agency } : {}) })).failed[0]!.reason;
  assert.match(await reasonFor('turhec'), /turhec-columns\.json/);
  for (const agency of [undefined, 'afad'] as const) assert.match(await reasonFor(agency), /^not recognised/);
});
