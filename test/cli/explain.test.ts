import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { explainCommand } from '../../generator/cli/explain.ts';
import { command, settingsIn } from '../support/project.ts';
import { writeSmallCatalogue } from '../support/small-catalogue.ts';
import { temporaryFolder } from '../support/temporary.ts';

suite('explain', () => {
  const settings = settingsIn(temporaryFolder({ after }));
  before(() => writeSmallCatalogue(settings['DATA_DIR']!, 2));

  test('by id, by the name the agency gives, and as JSON', async () => {
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
    const [first, ...others] = UNKNOWN;
    const { code, stderr, stdout } = await command(settings, 'explain', '--', first!);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^hiposantr: There is no earthquake "99": give an id, .*\n$/);
    for (const name of others)
      assert.throws(
        () => explainCommand(settings, name, {}),
        /^SettingError: There is no earthquake ".*": give an id, an event_id, or an agency's own name as afad:543593$/,
      );
    const none = await command(settingsIn(temporaryFolder(t)), 'explain', '1');
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^hiposantr: .*catalog\.db cannot be read as a catalogue: .*\n$/);
  });
});
