/** `generate` that finds nothing: nothing that renders is loaded. Real processes, with folders of their own. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { readStatus } from '#core/status.ts';
import { openCatalog, run as runSql } from '../../generator/catalog/database.ts';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { LIVE, settingsIn } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary.ts';

const ROOT = join(import.meta.dirname, '../..');
const HOOK = join(ROOT, 'test/support/print-modules.ts');

function project(t: TestContext) {
  const settings = settingsIn(temporaryFolder(t), { SOURCES: LIVE, PREVIEW_PICTURES: '0' });
  const inDist = (path: string): string => join(settings['DIST_DIR']!, path);
  const moment = (): number | undefined =>
    existsSync(inDist('status.json')) ? readStatus(readFileSync(inDist('status.json'), 'utf8'))?.asOf : undefined;
  const once = (more: Record<string, string>, options: string[]) => {
    const command = ['--import', HOOK, join(ROOT, 'generator/main.ts'), 'generate', ...options];
    const env = { ...CHILD_ENVIRONMENT, ...settings, ...more };
    const { status, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
    const lines = stderr.split('\n').filter((line) => !line.startsWith('loaded '));
    const loaded = [...stderr.matchAll(/^loaded .*\/(generator\/.*)$/gm)].map(([, path]) => path!);
    return { status, loaded, text: lines.join('\n'), isQuiet: !loaded.includes('generator/publish/publish.ts') };
  };
  return {
    ...{ settings, inDist },
    /** Again where a step of the clock fell between two commands. */
    generate(more: Record<string, string> = {}, ...options: string[]) {
      const before = moment();
      const ended = once(more, options);
      return before === undefined || moment() === before ? ended : once(more, options);
    },
  };
}

test('generate loads nothing that renders where nothing is to be done', (t) => {
  const { generate, inDist, settings } = project(t);
  const first = generate();
  assert.deepEqual([first.status, first.isQuiet], [0, false], first.text);
  const { status, loaded, text, isQuiet } = generate();
  assert.ok(status === 0 && isQuiet, text);
  assert.match(text, /^incremental build of \d+ earthquakes: \d+ shards, 0 details; [01] files written/);
  assert.ok(loaded.length > 20);
  const heavy = loaded.filter((path) =>
    /^generator\/(?:site|places|polling|seismology|cli\/program|outputs\/(?!status))/.test(path),
  );
  assert.deepEqual(heavy, []);
  writeFileSync(inDist('.publication-refused'), 'of before');
  rmSync(inDist('status.json'));
  assert.ok(generate().isQuiet);
  assert.ok(existsSync(inDist('status.json')) && !existsSync(inDist('.publication-refused')));
  assert.ok(!existsSync(join(settings['DATA_DIR']!, 'catalog.db-wal')), 'the catalogue was closed');
});

test('generate is whole where something waits, where a setting is another one, and with any option', (t) => {
  const { generate, inDist, settings } = project(t);
  generate();
  const isQuietAgain = (): void => {
    generate();
    assert.ok(generate().isQuiet);
  };
  for (const more of [{ SOURCES: 'usgs' }, { BASE_URL: 'https://other.example' }]) {
    assert.ok(!generate(more).isQuiet, JSON.stringify(more));
    assert.ok(generate(more).isQuiet, JSON.stringify(more));
  }
  isQuietAgain();
  for (const option of ['--full', '--force']) assert.ok(!generate({}, option).isQuiet, option);
  rmSync(inDist('manifest.json'));
  assert.ok(!generate().isQuiet);
  isQuietAgain();
  const db = openCatalog(join(settings['DATA_DIR']!, 'catalog.db'));
  runSql(db, 'INSERT INTO dirty_agency_events (agency_event) VALUES (12345)');
  db.close();
  assert.ok(!generate().isQuiet, 'a report waits');
  isQuietAgain();
  const wrong = generate({ FEED_URLS: 'nowhere' });
  assert.deepEqual([wrong.status, wrong.isQuiet], [1, true]);
  assert.match(wrong.text, /^hiposantr: FEED_URLS has "nowhere"/);
});
