import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../support/build.ts';
import { command, settingsIn } from '../support/project.ts';

const HEADER = 'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n';
const ROWS =
  '2024-01-10T11:53:31,30.5,37.1,7,0.4,ML,4.1,"Kepez (Antalya)",700001\n' +
  '2024-01-10T11:55:31,30.6,37.1,7,0.4,ML,3.1,"Kepez (Antalya)",700002\n';

/** A catalogue of two reports of AFAD. */
async function catalogue(t: TestContext): Promise<Record<string, string>> {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'saved'));
  writeFileSync(join(folder, 'saved', 'afad.csv'), HEADER + ROWS);
  const settings = settingsIn(folder, { SOURCES: 'afad' });
  const { code, stderr } = await command(settings, 'ingest', '--file', join(folder, 'saved', 'afad.csv'));
  assert.equal(code, 0, stderr);
  return settings;
}

suite('explain', () => {
  test('by id, by the name the agency gives, and as JSON', async (t) => {
    const settings = await catalogue(t);
    const byKey = await command(settings, 'explain', 'afad:700001');
    assert.equal(byKey.code, 0, byKey.stderr);
    assert.match(byKey.stdout, /^afad:700001 is earthquake 1 \(event_id [0-9a-f]{16}\)\n/);
    assert.match(byKey.stdout, /\n1 reports?:\n {2}afad 700001 +2024-01-10T11:53:31Z {2}37\.100 30\.500 {2}ML 4\.1/);
    assert.match(byKey.stdout, /afad 700002 ML 3\.1, \+120\.0 s, 8\.9 km: more than 60 s away/);
    const byId = await command(settings, 'explain', '1', '--json');
    const explanation = JSON.parse(byId.stdout) as { record: { id: number }; nearMisses: unknown[]; current: boolean };
    assert.deepEqual([explanation.record.id, explanation.nearMisses.length, explanation.current], [1, 1, true]);
  });

  const UNKNOWN = ['99', 'afad:1', 'nobody:700001', '0123456789abcdef', "x' OR 1=1 --", '-', ':', 'afad:'];
  test('an unknown id or a missing catalogue is reported in one clear line', async (t) => {
    const settings = await catalogue(t);
    for (const name of UNKNOWN) {
      const { code, stderr, stdout } = await command(settings, 'explain', '--', name);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(
        stderr,
        /^hiposantr: There is no earthquake ".*": give an id, an event_id, or an agency's own name as afad:543593\n$/,
      );
    }
    const none = await command(settingsIn(temporaryFolder(t)), 'explain', '1');
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^hiposantr: .*catalog\.db cannot be read as a catalogue: .*\n$/);
  });
});
