/** A lost, older or other catalogue never replaces the dataset that was published. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { command, json, LIVE, settingsIn, start } from '../support/project.ts';
import { writeSmallCatalogue } from '../support/small-catalogue.ts';
import { temporaryFolder } from '../support/temporary.ts';

const REFUSAL = /^(?:hiposantr: )?nothing is published: .*dist \(DIST_DIR\) .*--force$/gm;

interface Place {
  settings: Record<string, string>;
  catalogue: string;
  manifest(): string;
  isRefused(...args: string[]): Promise<void>;
}

/** A dataset of four earthquakes, and its catalogue. */
async function published(t: TestContext): Promise<Place> {
  const settings = settingsIn(temporaryFolder(t), { SOURCES: LIVE, BULK: 'off', PREVIEW_PICTURES: '0' });
  writeSmallCatalogue(settings['DATA_DIR']!, 4);
  const { code, stderr } = await command(settings, 'generate');
  assert.equal(code, 0, stderr);
  const manifest = (): string => readFileSync(join(settings['DIST_DIR']!, 'manifest.json'), 'utf8');
  return {
    ...{ settings, manifest, catalogue: join(settings['DATA_DIR']!, 'catalog.db') },
    async isRefused(...args) {
      const before = manifest();
      const { code, stdout, stderr } = await command(settings, ...args);
      assert.equal(code, 1, stdout + stderr);
      assert.equal(stderr.match(REFUSAL)?.length, 1, stderr);
      assert.doesNotMatch(stderr, /build|^ +at /m);
      assert.equal(manifest(), before);
    },
  };
}

suite('a dataset and a catalogue that do not belong together', { concurrency: 2 }, () => {
  test('a lost catalogue: every command is refused until it is back or is forced', async (t) => {
    const { settings, catalogue, manifest, isRefused } = await published(t);
    rmSync(catalogue);
    for (const args of [['generate'], ['generate', '--full'], ['watch'], ['ingest'], ['replay']])
      await isRefused(...args);
    assert.ok(existsSync(join(settings['DIST_DIR']!, '.publication-refused')));
    // The folder of an unmounted volume.
    rmSync(settings['DATA_DIR']!, { recursive: true });
    await isRefused('generate');
    assert.equal((await command(settings, 'generate', '--force')).code, 0);
    assert.match(manifest(), /"sequence": 0,/);
    assert.ok(!existsSync(join(settings['DIST_DIR']!, '.publication-refused')));
  });

  test('an older state and another catalogue are refused, whichever has more changes', async (t) => {
    const { settings, manifest, isRefused } = await published(t);
    const replaceBy = (count: number): void => {
      rmSync(settings['DATA_DIR']!, { recursive: true });
      writeSmallCatalogue(settings['DATA_DIR']!, count);
    };
    replaceBy(2);
    await isRefused('generate');
    // More changes, and other ones from the first on.
    replaceBy(6);
    await isRefused('generate');
    for (const args of [['--force'], []]) {
      const { code, stderr } = await command(settings, 'generate', ...args);
      assert.equal(code, 0, stderr);
    }
    assert.match(manifest(), /"year":2024,"count":6/);
  });

  test('of a manifest of another format the number counts, and an illegible one is replaced', async (t) => {
    const { settings, manifest, isRefused } = await published(t);
    const path = join(settings['DIST_DIR']!, 'manifest.json');
    const text = manifest();
    writeFileSync(path, text.replace(/"format": \d+/, '"format": 5').replace(/"sequence": \d+/, '"sequence": 99'));
    await isRefused('generate');
    for (const repaired of [text.replace(/"format": \d+/, '"format": 5'), '{']) {
      writeFileSync(path, repaired);
      const { code, stderr } = await command(settings, 'generate');
      assert.equal(code, 0, stderr);
    }
  });

  test('a start without its catalogue serves the dataset as it is, says so once and has a metric', async (t) => {
    const { settings, catalogue, manifest } = await published(t);
    rmSync(catalogue);
    const before = manifest();
    const { url, child, ended, output, printed } = await start(t, { ...settings, METRICS_PORT: '0' });
    assert.equal((await json<{ count: number }>(`${url}/api.php`)).count, 4);
    const [, metrics] = await printed(/Metrics at (http:\S+)/);
    assert.match(await (await fetch(metrics!)).text(), /^hiposantr_publication_refused 1$/m);
    child.kill('SIGTERM');
    assert.equal((await ended).code, 0, output.stderr);
    assert.equal(output.stderr.match(REFUSAL)?.length, 1, output.stderr);
    assert.equal(manifest(), before);
  });
});
