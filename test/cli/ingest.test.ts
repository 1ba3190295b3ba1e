import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { DAY } from '#core/time.ts';
import { ExpectedError } from '#core/expected-error.ts';
import { generateCommand } from '../../generator/cli/generate.ts';
import { ingestCommand, type IngestArguments } from '../../generator/cli/ingest.ts';
import { livePage } from '../support/kandilli-page.ts';
import { windows1254 } from '../support/kandilli-xml.ts';
import { manifestIn } from '../support/manifest.ts';
import { command, settingsIn, feedUrls } from '../support/project.ts';
import { replayServer } from '../support/replay-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const AFAD_HEADER = 'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n';
const row = (id: number, magnitude = '3.1'): string =>
  `2024-01-${String(10 + (id % 10))}T11:53:31,30.5,37.1,7,0.4,ML,${magnitude},"Kepez (Antalya)",${700_000 + id}\n`;

interface Place {
  settings: Record<string, string>;
  saved(name: string, body: string | Uint8Array): string;
}

function place(t: TestContext): Place {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'saved'));
  return {
    settings: settingsIn(folder, { SOURCES: 'kandilli,afad,usgs,turhec', PREVIEW_PICTURES: '0' }),
    saved(name, body) {
      const path = join(folder, 'saved', name);
      writeFileSync(path, body);
      return path;
    },
  };
}

test('generate publishes nothing of an agency that SOURCES leaves out, and all of one that comes back', async (t) => {
  const { settings, saved } = place(t);
  saved('one.html', windows1254(livePage()));
  const afad = saved('two.csv', AFAD_HEADER + row(1));
  await command(settings, 'ingest', '--file', join(afad, '..', '*'));
  await generateCommand(settings, {});
  const list = (): string => readFileSync(join(settings['DIST_DIR']!, 'list.json'), 'utf8');
  const before = list();
  assert.match(before, /"source":"afad"/);
  const without = await command({ ...settings, SOURCES: 'kandilli' }, 'generate');
  assert.match(without.stderr, /^earthquakes: 0 created, 0 revised, 0 merged, 1 withdrawn$/m);
  assert.doesNotMatch(list(), /"source":"afad"/);
  await generateCommand(settings, {});
  const ids = (text: string): string[] => [...text.matchAll(/"id":(\d+),"event_id":"\w+"/g)].map(([all]) => all);
  assert.deepEqual(ids(list()), ids(before));
  assert.doesNotMatch((await command(settings, 'generate')).stderr, /^earthquakes: /m);
});

test('saved files by glob, gzip too, each recognised by its content', async (t) => {
  const { settings, saved } = place(t);
  saved('one.html', windows1254(livePage()));
  saved('two.csv.gz', gzipSync(AFAD_HEADER + row(1) + row(2)));
  const other = saved('other.txt', AFAD_HEADER + row(3));
  const { code, stderr } = await command(settings, 'ingest', '--file', join(other, '..', '*.{html,gz}'), other);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /one\.html \(kandilli-live\): 3 rows, 3 new, 0 known\n/);
  assert.match(stderr, /two\.csv\.gz \(afad-api\): 2 rows, 2 new, 0 known\n/);
  assert.match(stderr, /other\.txt \(afad-api\): 1 rows, 1 new, 0 known\n/);
  assert.match(stderr, /earthquakes: 6 created, 0 revised, 0 merged, 0 withdrawn\n/);
  assert.match(stderr, /^kandilli: 1 documents, 3 rows, 3 new/m);
  assert.match(stderr, /^afad: 2 documents, 3 rows, 3 new/m);

  const again = await command(settings, 'ingest', '--file', other);
  assert.match(again.stderr, /other\.txt \(afad-api\): 1 rows, 0 new, 1 known\n/);
  assert.match(again.stderr, /earthquakes: 0 created, 0 revised, 0 merged, 0 withdrawn\n/);

  const built = await command(settings, 'generate');
  assert.match(built.stderr, /^full build of 6 earthquakes: /m);
  assert.equal((await command(settings, 'generate')).stderr.match(/^incremental build of 6 earthquakes/m)?.length, 1);
  assert.match((await command(settings, 'generate', '--full')).stderr, /^full build of 6 earthquakes/m);
  assert.equal(manifestIn(settings['DIST_DIR']!).sequence, 6);
});

test('bad lines are rejects with file, line and reason; unreadable files are named; the rest is kept', async (t) => {
  const { settings, saved } = place(t);
  const files = [
    saved('mixed.csv', AFAD_HEADER + row(1) + row(2, 'big') + row(3).replace('37.1', '97.1') + row(4)),
    saved('empty.csv', ''),
    saved('page.html', '<html><head><title>Out of service</title></head></html>'),
    saved('cut.csv.gz', gzipSync(AFAD_HEADER + row(5)).subarray(0, 60)),
    saved('picture.png', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')),
  ];
  const list = join(files[0]!, '..', '..', 'rejects.jsonl');
  const { code, stderr } = await command(
    settings,
    'ingest',
    '--rejects',
    list,
    '--file',
    ...files,
    join(files[0]!, '..'),
  );
  assert.equal(code, 1);
  assert.match(stderr, /mixed\.csv \(afad-api\): 4 rows, 2 new, 0 known, 2 rejects\n/);
  assert.match(stderr, / {2}line 3: the magnitude "big" is not a number\n/);
  assert.match(stderr, / {2}line 4: .*97\.1/);
  assert.match(stderr, /empty\.csv: not read: .*0 bytes/);
  assert.match(stderr, /page\.html: not read: .*Out of service/);
  assert.match(stderr, /cut\.csv\.gz: not read: .*cut off/);
  assert.match(stderr, /picture\.png: not read: .*image/);
  assert.match(stderr, /saved: not read: .*folder/);
  assert.match(stderr, /earthquakes: 2 created/);
  assert.doesNotMatch(stderr, /^ +at /m);
  const rejects = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { file: string; line: number | null; reason: string });
  assert.deepEqual(rejects.map(({ file, line }) => [file.split('/').at(-1), line]).sort(), [
    ['cut.csv.gz', null],
    ['empty.csv', null],
    ['mixed.csv', 3],
    ['mixed.csv', 4],
    ['page.html', null],
    ['picture.png', null],
    ['saved', null],
  ]);
  for (const { reason } of rejects) assert.ok(reason.length > 5);
});

/** Arguments and settings that the command line refuses at once, with a one-line reason. */
const REFUSED: [string, string[], Record<string, string>, RegExp][] = [
  ['a file that is not there', ['ingest', '--file', 'nowhere.csv'], {}, /no such file: nowhere\.csv/],
  ['an unknown source', ['ingest', '--source', 'bgs'], {}, /bgs.*Allowed choices are kandilli, afad/],
  ['a day that does not exist', ['ingest', '--from', '2023-02-30'], {}, /--from.*must be a day that exists/],
  ['days and files', ['ingest', '--file', 'a', '--from', '2023-01-01'], {}, /--file.*cannot be used with.*--from/],
  ['a pause too short', ['watch', '--every', '5s'], {}, /--every.*must be 10s or more/],
  ['an unknown command', ['inject'], {}, /unknown command 'inject'/],
  ['an unknown option', ['generate', '--ful'], {}, /unknown option '--ful'/],
  ['a wrong setting', ['generate'], { OFFLINE: 'maybe' }, /^hiposantr: OFFLINE is "maybe"; it must be 1 or 0$/m],
];

/** What the command itself refuses: of such an error the command line prints the message alone. */
const REFUSED_INGESTS: [string, IngestArguments, Record<string, string>, RegExp][] = [
  ['a glob without matches', { file: ['nowhere/*.csv'] }, {}, /no file matches nowhere\/\*\.csv/],
  ['days in the wrong order', { from: DAY, to: DAY - 1 }, { OFFLINE: '' }, /--from is later/],
  ['a source without a feed', { source: 'turhec' }, { OFFLINE: '' }, /turhec has no online feed.*--file/],
  ['a source left out', { source: 'afad' }, { OFFLINE: '', SOURCES: 'usgs' }, /afad is not in SOURCES/],
  ['rejects into nowhere', { rejects: 'nowhere/a', file: ['x'] }, {}, /--rejects: nowhere\/a cannot be written/],
  ['an empty path', { file: [''] }, {}, /^--file is empty; it must be a path or a glob of saved files$/],
  ['a blank path', { file: ['x.csv', ' '] }, {}, /^--file is empty; it must be a path or a glob of saved files$/],
];

suite('refused in a sentence', { concurrency: 3 }, () => {
  for (const [what, args, more, message] of REFUSED)
    test(what, async (t) => {
      const { code, stdout, stderr } = await command({ ...place(t).settings, ...more }, ...args);
      assert.equal(code, 1, stdout + stderr);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^ +at /m);
    });

  for (const [what, args, more, message] of REFUSED_INGESTS)
    test(what, async (t) => {
      const refused = ingestCommand({ ...place(t).settings, ...more }, args);
      await assert.rejects(refused, (error) => error instanceof ExpectedError && message.test(error.message));
    });
});

test('a catalogue that is none is refused in a sentence', async (t) => {
  const { settings } = place(t);
  mkdirSync(settings['DATA_DIR']!);
  writeFileSync(
    join(settings['DATA_DIR']!, 'catalog.db'),
    'not a database, but long enough to look like one'.repeat(100),
  );
  const { code, stderr } = await command(settings, 'generate');
  assert.equal(code, 1);
  assert.match(stderr, /^hiposantr: .*catalog\.db cannot be opened as a catalogue/);
  assert.doesNotMatch(stderr, /^ +at /m);
});

test('with OFFLINE no feed is requested, and the shipped tables are read', async (t) => {
  const replay = await replayServer();
  t.after(() => replay.close());
  const settings = settingsIn(temporaryFolder(t), replay.environment);
  const { code, stderr } = await command(settings, 'ingest');
  assert.equal(code, 0);
  assert.match(stderr, /OFFLINE is set: no feed is requested/);
  assert.match(stderr, /data\/historical\.csv \(historical-file\): \d{3} rows, \d{3} new/);
  assert.deepEqual(replay.requests, []);
});

test('every feed is requested, and unchanged documents are recognised', async (t) => {
  const replay = await replayServer();
  t.after(() => replay.close());
  const settings = { ...place(t).settings, ...replay.environment, OFFLINE: '0' };
  const { code, stderr } = await command(settings, 'ingest');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /earthquakes: 2 created, 0 revised, 0 merged, 0 withdrawn/);
  assert.match(stderr, /kandilli-stations: 1 stations\n/);
  assert.match(stderr, /afad-stations: 1 stations\n/);
  assert.ok(
    replay.requests.some(({ url }) => url.includes('eventid=us9000test')),
    'details of a large event',
  );
  const again = await command(settings, 'ingest', '--source', 'afad');
  assert.match(again.stderr, /0 new, 2 known|0 new, 1 known/);
  assert.match(again.stderr, /earthquakes: 0 created, 0 revised/);
  const requests = replay.requests.length;
  const replayed = await command(settings, 'replay');
  assert.equal(replayed.code, 0, replayed.stderr);
  assert.match(replayed.stderr, /earthquakes: 0 created, 0 revised, 0 merged, 0 withdrawn/);
  assert.match(replayed.stderr, /^usgs: \d+ documents, \d+ rows, 0 new/m);
  assert.equal(replay.requests.length, requests);
});

test('each failing feed is reported with its reason, and the others continue', async (t) => {
  const replay = await replayServer();
  t.after(() => replay.close());
  Object.assign(replay.modes, { live: 'page', afad: 'endless', monthly: 'nothing' });
  const closed = await replayServer();
  await closed.close();
  const settings = {
    ...place(t).settings,
    ...feedUrls(replay.url, { 'kandilli-stations': closed.url }),
    OFFLINE: '',
    SERVICE_NAME: 'Hiposantr İzleme',
  };
  const { code, stderr } = await command(settings, 'ingest');
  assert.equal(code, 0, stderr);
  assert.match(stderr, /^kandilli-live is down: .*Out of service/m);
  assert.match(stderr, /^afad-api is down: .*larger than \d+ bytes/m);
  assert.match(stderr, /^kandilli-xml is down: .*0 bytes/m);
  assert.match(stderr, /^kandilli-stations is down: .*connection refused/m);
  assert.match(stderr, /^afad-stations: 1 stations$/m);
  assert.match(stderr, /earthquakes: 1 created/);
  assert.doesNotMatch(stderr, /^ +at /m);
});

test('the run fails when no feed answers', async (t) => {
  const replay = await replayServer();
  t.after(() => replay.close());
  for (const feed of ['live', 'afad', 'usgs', 'monthly', 'stations'] as const) replay.modes[feed] = 'page';
  const { code, stderr } = await command({ ...place(t).settings, ...replay.environment, OFFLINE: '' }, 'ingest');
  assert.equal(code, 1, stderr);
  assert.match(stderr, /^usgs-fdsn is down: /m);
});
