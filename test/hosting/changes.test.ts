/** `generate --changes FILE`: no path is lost, whatever happens between two uploads. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import fastGlob from 'fast-glob';
import { hashInPath, MANIFEST, readCompressedPath } from '#core/paths.ts';
import { MINUTE } from '#core/time.ts';
import { ChangeList, type ChangesSummary } from '../../generator/hosting/changes.ts';
import { AS_OF, buildInto, sampleCatalog, usgsSays } from '../support/build.ts';
import { command } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** A dataset of a few earthquakes, and its list. */
function setting(t: TestContext) {
  const folder = temporaryFolder(t);
  const [dist, file] = [join(folder, 'dist'), join(folder, 'lists/changes')];
  const catalog = sampleCatalog(6);
  let minute = 0;
  const build = (list?: ChangeList): void => {
    usgsSays(catalog, { key: 'us5', depthKm: 10 + (minute += 1) });
    const options = { detailFiles: 'none' as const, asOf: AS_OF + minute * MINUTE };
    buildInto(dist, catalog.db, { ...options, ...(list ? { output: { onChange: list.add } } : {}) });
  };
  return {
    ...{ dist, file, build },
    listed(to = file): ChangesSummary {
      const list = new ChangeList(to, dist);
      build(list);
      return list.write();
    },
    lines: (of = file): string[] =>
      readFileSync(of, 'utf8')
        .split('\n')
        .filter((line) => /^[^#]/.test(line)),
    removed: (): string[] => [...readFileSync(file, 'utf8').matchAll(/^# removed: (.*)$/gm)].map(([, path]) => path!),
    all: (): string[] => fastGlob.sync('**', { cwd: dist, ignore: ['hosting/**'] }).toSorted(),
  };
}

test('the first list has every file: those named by their hash, others, the manifest last', (t) => {
  const { listed, lines, all, removed } = setting(t);
  const { isWhole, written } = listed();
  assert.deepEqual([isWhole, written], [true, lines().length]);
  assert.deepEqual(lines().toSorted(), all());
  const hashed = lines().map((path) => hashInPath(readCompressedPath(path)?.path ?? path) !== undefined);
  assert.ok(hashed.indexOf(false) > 10 && !hashed.slice(hashed.indexOf(false)).includes(true));
  assert.deepEqual(lines().slice(-3), [`${MANIFEST}.br`, `${MANIFEST}.gz`, MANIFEST]);
  assert.deepEqual(removed(), []);
});

test('later lists have what changed, and grow until the file is removed', (t) => {
  const { dist, file, listed, lines, removed } = setting(t);
  listed();
  rmSync(file);
  const second = listed();
  assert.ok(!second.isWhole && second.written > 10);
  const before = lines();
  assert.ok(before.includes('list.json') && before.at(-1) === MANIFEST && !before.includes('sitemap.xml'));
  // Its upload failed, and a file of it goes.
  const list = new ChangeList(file, dist);
  const gone = before.find((path) => path.startsWith('versions/'))!;
  list.add(gone);
  rmSync(join(dist, gone));
  list.write();
  assert.deepEqual(
    lines(),
    before.filter((path) => path !== gone),
  );
  assert.ok(removed().includes(gone));
  const third = listed();
  assert.equal(third.isWhole, false);
  for (const path of before) assert.ok(lines().includes(path) || removed().includes(path), path);
  for (const path of removed()) assert.ok(!existsSync(join(dist, path)), path);
  rmSync(file);
  listed();
  assert.ok(!lines().includes(before[0]!), 'what was published is not listed again');
});

test('every file is listed where the list cannot know all changes', (t) => {
  const { dist, file, build, listed, lines, all } = setting(t);
  listed();
  const cases: [string, () => void][] = [
    ['a build without the option', () => build()],
    ['a build that ended early', () => build(new ChangeList(file, dist))],
    ['one that changed nothing before it ended', () => void new ChangeList(file, dist)],
  ];
  for (const [what, happens] of cases) {
    rmSync(file);
    happens();
    assert.equal(listed().isWhole, true, what);
    assert.deepEqual(lines().toSorted(), all(), what);
    assert.equal(listed().isWhole, false, `after ${what}`);
  }
  const other = `${file}.other`;
  assert.equal(listed(other).isWhole, true);
  assert.deepEqual(lines(other).toSorted(), all());
  assert.equal(listed().isWhole, true);
});

test('a file that is no list is left alone', (t) => {
  const { dist } = setting(t);
  const file = join(temporaryFolder(t), 'notes');
  writeFileSync(file, 'mine\n');
  assert.throws(() => new ChangeList(file, dist), /is no list of changes: name another file; nothing was changed$/);
  assert.equal(readFileSync(file, 'utf8'), 'mine\n');
  assert.throws(() => new ChangeList(join(file, '..'), dist), /^SettingError: --changes is .*cannot be read/);
});

test('the former command names the present way', async () => {
  const { code, stderr } = await command({}, 'publish', 's3://quakes', '--dry-run');
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^hiposantr: publish is gone: npm run generate -- --changes FILE .*rclone.*object-store\.md\)\n$/,
  );
});
