/** Synthetic catalogues: every row is readable and in the ground truth; the same seed gives the same bytes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { HOUR } from '#core/time.ts';
import { admit } from '../../generator/sources/parsing/admit.ts';
import { afadApi } from '../../generator/sources/afad/api.ts';
import { kandilliLive } from '../../generator/sources/kandilli/live-page.ts';
import { kandilliXml } from '../../generator/sources/kandilli/monthly-xml.ts';
import { kandilliZeqdb } from '../../generator/sources/kandilli/zeqdb.ts';
import type { Feed, Parsed } from '../../generator/sources/feed.ts';
import { turhecFile } from '../../generator/sources/turhec/file.ts';
import { usgsFdsn } from '../../generator/sources/usgs/list.ts';
import { startOfYear } from '../../scripts/synthetic/eras.ts';
import { FeedFiles } from '../../scripts/synthetic/feed-files.ts';
import { formsOf } from '../../scripts/synthetic/forms.ts';
import { synthesize, SynthesizeError, type SynthesizeOptions } from '../../scripts/synthetic/synthesize.ts';
import { readTruth } from '../../scripts/synthetic/truth.ts';
import { temporaryFolder } from '../support/temporary.ts';

const FEEDS: Feed[] = [kandilliLive, kandilliXml, kandilliZeqdb, afadApi, usgsFdsn, turhecFile];

const SCRIPT = path.resolve(import.meta.dirname, '../../scripts/synthesize.ts');
const root = temporaryFolder({ after });

let created = 0;
function make(options: Partial<SynthesizeOptions>): { out: string; summary: ReturnType<typeof synthesize> } {
  const out = path.join(root, String((created += 1)));
  return { out, summary: synthesize({ events: 300, seed: 1, ...options, out }) };
}

/** Relative paths of all files, sorted. */
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(path.join(folder, name)).isFile())
    .sort();

const wireFiles = (folder: string): string[] =>
  filesOf(folder).filter((name) => !/^(?:SYNTHETIC\.txt|truth\.ndjson)$/.test(name));

function parseFile(folder: string, name: string, now = startOfYear(2030)): Parsed {
  const bytes = readFileSync(path.join(folder, name));
  const head = bytes.subarray(0, 4096).toString('latin1');
  const feeds = FEEDS.filter((feed) => feed.recognise(head));
  assert.equal(feeds.length, 1, `${name} is recognised by ${feeds.map((feed) => feed.name).join(', ') || 'none'}`);
  return admit(feeds[0]!.parse(bytes, { knownTime: () => undefined }), { receivedAt: now });
}

const rowKey = (feed: string, time: number, { latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${feed} ${time} ${latitude} ${longitude}`;

/** Reads everything; every row must be in the truth, and all of the truth in the rows. */
async function assertAccounted(out: string, events: number): Promise<Map<string, number>> {
  const truth = new Map<string, { n: number; keys: string[] }>();
  let expected = 0;
  for await (const { n, reports } of readTruth(path.join(out, 'truth.ndjson'))) {
    assert.equal(n, (expected += 1));
    for (const { feed, keys, rows } of reports) {
      assert.ok(rows.length > 0);
      for (const row of rows) {
        const key = rowKey(feed, row.time, row);
        assert.ok(!truth.has(key), `two statements in one row: ${key}`);
        truth.set(key, { n, keys });
      }
    }
  }
  assert.equal(expected, events);
  const used = new Set<string>();
  const counts = new Map<string, number>();
  for (const name of wireFiles(out)) {
    const parsed = parseFile(out, name);
    assert.deepEqual([parsed.rejects, parsed.warnings], [[], []], name);
    counts.set(parsed.feed, (counts.get(parsed.feed) ?? 0) + parsed.reports.length);
    for (const report of parsed.reports) {
      const readings = [report.time, report.alternativeTime].filter((time) => time !== null);
      const key = readings.map((time) => rowKey(parsed.feed, time, report)).find((each) => truth.has(each));
      assert.ok(key, `${name}: a row that the truth does not know: ${JSON.stringify(report)}`);
      if (report.key !== null)
        assert.ok(truth.get(key)!.keys.includes(report.key), `${name}: the truth does not know the key ${report.key}`);
      used.add(key);
    }
  }
  assert.equal(used.size, truth.size, 'rows of the truth that no file has');
  return counts;
}

test('a catalogue of 125 years: every row is readable, and in the ground truth', async () => {
  const { out, summary } = make({ events: 3000 });
  const counts = await assertAccounted(out, 3000);
  for (const feed of ['kandilli-zeqdb', 'kandilli-xml', 'afad-api', 'turhec-file'])
    assert.ok(counts.get(feed)! > 300, `${feed}: ${counts.get(feed)}`);
  for (const [feed, rows] of Object.entries(summary.rows)) assert.equal(counts.get(feed) ?? 0, rows, feed);
  assert.match(readFileSync(path.join(out, 'SYNTHETIC.txt'), 'utf8'), /^EVERYTHING IN THIS FOLDER IS SYNTHETIC\./);
  assert.equal(filesOf(out).length, summary.files);
});

test('the last days: pages in order, late and replaced rows, rows that fall off the end', async () => {
  const { out } = make({ events: 3000, scenario: 'sequence', until: startOfYear(2024) });
  await assertAccounted(out, 3000);
  const pages = wireFiles(out).filter((name) => name.includes('live'));
  const times = pages.map((name) => parseFile(out, name).asOf!);
  assert.equal(pages.length, 24);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
  assert.equal(times.at(-1), startOfYear(2024));
  const truth = await Array.fromAsync(readTruth(path.join(out, 'truth.ndjson')));
  const live = truth.flatMap(({ reports }) => reports.filter(({ feed }) => feed === 'kandilli-live'));
  assert.ok(
    live.some(({ rows }) => rows.length > 1),
    'no row was ever replaced on a page',
  );
  const inXml = truth.filter(({ reports }) => reports.some(({ feed }) => feed === 'kandilli-xml')).length;
  assert.ok(live.length < inXml, 'every row was on a page');
});

test('revisions show between the earlier edition and the later one', async () => {
  const { out } = make({ events: 8_000, from: startOfYear(2023) });
  await assertAccounted(out, 8_000);
  const revised: Record<string, number> = {};
  let renamed = 0;
  for await (const { reports } of readTruth(path.join(out, 'truth.ndjson'))) {
    for (const { feed, rows, keys } of reports) {
      if (rows.length > 1) revised[feed] = (revised[feed] ?? 0) + 1;
      if (feed === 'usgs-fdsn' && keys.length > 1) renamed += 1;
    }
  }
  assert.ok(revised['afad-api']! > 5, JSON.stringify(revised));
  assert.ok(revised['kandilli-live']! > 0, JSON.stringify(revised));
  assert.ok(renamed > 0, 'no preferred identifier changed');
  const first = wireFiles(out).filter((name) => name.startsWith('earlier/'));
  assert.ok(first.some((name) => name.includes('afad')) && first.some((name) => name.includes('usgs')));
});

const treeOf = (folder: string): string[] =>
  filesOf(folder).map((name) => `${name}\n${readFileSync(path.join(folder, name), 'latin1')}`);

test('the same seed gives the same bytes, another seed others', () => {
  const tree = treeOf(make({ seed: 'a' }).out);
  assert.deepEqual(treeOf(make({ seed: 'a' }).out), tree);
  const other = treeOf(make({ seed: 'b' }).out);
  assert.ok(
    tree.every((file) => !other.includes(file)),
    'a file is the same for two seeds',
  );
});

test('a file is closed at its size and its period goes on in another', () => {
  const [, form] = formsOf(startOfYear(2026)).find(([feed]) => feed === 'afad-api')!;
  const files = new FeedFiles(path.join(root, 'parts'), form, 30);
  for (const text of ['"the first row"', '"the second row"', '"the third row"'])
    files.add({ time: startOfYear(2025), latitude: 38, longitude: 38, text: () => text });
  files.close();
  const read = (name: string): string => readFileSync(path.join(root, 'parts/afad', name), 'utf8');
  assert.equal(read('2025-01.json'), '["the first row",\n"the second row"]\n');
  assert.equal(read('2025-01-part2.json'), '["the third row"]\n');
});

test('one earthquake, and the shortest sequence', async () => {
  await assertAccounted(make({ events: 1 }).out, 1);
  await assertAccounted(make({ events: 1, scenario: 'sequence' }).out, 1);
  await assertAccounted(make({ events: 40, from: startOfYear(2020), until: startOfYear(2020) + HOUR }).out, 40);
});

test('options that cannot be met are refused by name', () => {
  const { out } = make({ events: 1 });
  const refused = (options: Partial<SynthesizeOptions>, reason: RegExp): void => {
    const folder = path.join(root, `refused-${(created += 1)}`);
    assert.throws(
      () => synthesize({ events: 10, seed: 1, out: folder, ...options }),
      (error) => error instanceof SynthesizeError && reason.test(error.message),
    );
  };
  refused({ events: 0 }, /events must be a whole number from 1 to .*, not 0/);
  refused({ events: 1.5 }, /not 1\.5/);
  refused({ from: startOfYear(1800) }, /before 1900/);
  refused({ from: startOfYear(2020), until: startOfYear(2019) }, /begins .*2020.* after it ends .*2019/);
  refused({ out }, /is not empty/);
  writeFileSync(path.join(root, 'a-file'), '');
  refused({ out: path.join(root, 'a-file') }, /cannot be used/);
});

test('the command line writes the same in every time zone, and says what is wrong', () => {
  const called = (zone: string, out: string, ...flags: string[]) =>
    spawnSync(process.execPath, [SCRIPT, '--events', '200', '--out', path.join(root, out), ...flags], {
      ...{ encoding: 'utf8', env: { ...process.env, TZ: zone } },
    });
  const trees = ['Pacific/Auckland', 'America/New_York'].map((zone, index) => {
    const { status, stdout, stderr } = called(zone, `zone${index}`);
    assert.equal(status, 0, stderr);
    assert.match(stdout, /^200 earthquakes, all SYNTHETIC; /);
    return treeOf(path.join(root, `zone${index}`));
  });
  assert.deepEqual(trees[0], trees[1]);
  for (const [out, flags, message] of [
    ['other', ['--until', '2025-01-01'], /--until .*instant in UTC/],
    ['zone0', [], /is not empty/],
  ] as const) {
    const bad = called('UTC', out, ...flags);
    assert.deepEqual([bad.status, bad.stdout], [1, '']);
    assert.match(bad.stderr, message);
  }
});
