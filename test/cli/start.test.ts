import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { command, json, listens, LIVE, run, settingsIn, start, until } from '../support/project.ts';
import { replayServer } from '../support/replay-server.ts';
import { writeSmallCatalogue } from '../support/small-catalogue.ts';
import { temporaryFolder } from '../support/temporary.ts';

interface List {
  count: number;
  earthquakes: { magnitude: number; sources?: { name: string }[] }[];
}
interface Status {
  sources: { name: string; state: string; error: string | null }[];
}

// Side by side: the first one waits for rounds of a watch.
suite('start and watch', { concurrency: 2 }, () => {
  test('a failed publication prints its message and stack once, and a line when it works again', async (t) => {
    const settings = settingsIn(temporaryFolder(t), { SOURCES: LIVE });
    const { child, printed, output, ended } = run(settings, 'watch', '--every', '10s');
    t.after(async () => {
      child.kill('SIGKILL');
      await ended;
    });
    await printed(/^full build/m);
    const manifest = join(settings['DIST_DIR']!, 'manifest.json');
    assert.match(readFileSync(manifest, 'utf8'), /^\{/);
    rmSync(manifest);
    mkdirSync(join(manifest, 'in the way'), { recursive: true });
    await printed(/^this round was not published: cannot (?:write|read) .*manifest\.json: .*\n +at .*publish/m);
    rmSync(manifest, { recursive: true });
    await printed(/^publishing works again$/m);
    assert.equal(output.stderr.match(/this round was not published/g)!.length, 1);
  });

  test('start serves at once, ingests the feeds, reports which is down, and ends on a signal', async (t) => {
    const replay = await replayServer();
    t.after(() => replay.close());
    replay.modes.usgs = 'page';
    // Asked again and again until the feeds are ingested.
    const live = { OFFLINE: '0', BULK: 'off', PLAN_LIMITS: 'free.burst=none' };
    const settings = settingsIn(temporaryFolder(t), { ...replay.environment, ...live });
    const { url, child, ended, printed, output } = await start(t, settings);
    assert.equal((await json<List>(`${url}/api.php?max_magnitude=9`)).count, 100, 'the shipped earthquakes');

    const recent = `${url}/api.php?date_from=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`;
    const { earthquakes } = await until(
      () => json<List>(recent),
      ({ count }) => count === 2,
    );
    assert.deepEqual(
      earthquakes.map(({ magnitude }) => magnitude),
      [5.2, 2.4],
    );
    assert.deepEqual(earthquakes[0]!.sources!.map(({ name }) => name).sort(), ['afad', 'kandilli']);
    await printed(/usgs-fdsn is down: .*Out of service/);
    // The state of the sources is written after what came of them.
    const { sources } = await until(
      () => json<Status>(`${url}/status`),
      ({ sources: [kandilli] }) => kandilli!.state !== 'idle',
    );
    assert.deepEqual(
      sources.map(({ name, state }) => `${name} ${state}`),
      ['kandilli ok', 'afad ok', 'usgs down', 'turhec idle', 'historical ok'],
    );
    assert.equal(sources[2]!.error, 'its answer could not be read');

    child.kill('SIGTERM');
    assert.equal((await ended).code, 0, output.stderr);
    assert.equal(await listens(url), false);
    assert.doesNotMatch(output.stderr, /^ +at /m);
  });

  test('start repairs a half-written dist, and holds a lock that ends with its process', async (t) => {
    const settings = settingsIn(temporaryFolder(t), { SOURCES: LIVE });
    writeSmallCatalogue(settings['DATA_DIR']!, 2);
    assert.equal((await command(settings, 'generate')).code, 0);
    const manifest = join(settings['DIST_DIR']!, 'manifest.json');
    writeFileSync(manifest, readFileSync(manifest, 'utf8').slice(0, 300));
    const { url, child, ended, printed } = await start(t, settings);
    const [, tried] = await printed(/^Try (http:\S+) in a browser; keys and usage: http:\S+\/account\/$/m);
    assert.equal((await fetch(tried!)).status, 200);
    assert.equal((await json<List>(`${url}/api.php`)).count, 2);
    assert.doesNotThrow(() => JSON.parse(readFileSync(manifest, 'utf8')));

    for (const args of [['start'], ['ingest']]) {
      const { code, stderr } = await command({ ...settings, PORT: '0' }, ...args);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^hiposantr: another hiposantr process is writing to .*data; stop it first, or choose another folder with DATA_DIR$/m,
      );
    }
    const other = await command({ ...settings, DATA_DIR: join(settings['DATA_DIR']!, 'other') }, 'generate');
    assert.match(other.stderr, /writing to .*dist; .*DIST_DIR$/m);
    assert.equal((await json<List>(`${url}/api.php`)).count, 2, 'the first one keeps serving');

    child.kill('SIGKILL');
    await ended;
    // The gateway notices that its parent has ended, and ends as well.
    await until(
      () => listens(url),
      (there) => !there,
    );
    const again = await command(settings, 'generate');
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stderr, /^full build|^incremental build/m);
  });

  test('settings that the gateway would refuse are reported before anything is built', async (t) => {
    const settings = settingsIn(temporaryFolder(t));
    for (const [setting, message] of [
      [{ NODE_ENV: 'production' }, /^hiposantr: AUTH_SECRET is missing; in production/m],
      [{ SMTP_URL: 'mail.example.org' }, /^hiposantr: SMTP_URL must be an address/m],
    ] as const) {
      const { code, stderr } = await command({ ...settings, ...setting }, 'start');
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /build|^ +at /m);
      assert.equal(existsSync(join(settings['DIST_DIR']!, 'manifest.json')), false);
    }
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    test(`${signal} ends a watch with hanging feeds, before any of them has timed out`, async (t) => {
      const replay = await replayServer();
      t.after(() => replay.close());
      for (const feed of ['live', 'afad', 'monthly', 'stations'] as const) replay.modes[feed] = 'hanging';
      replay.modes.usgs = 'unavailable';
      const settings = settingsIn(temporaryFolder(t), { ...replay.environment, OFFLINE: '', SOURCES: LIVE });
      const { child, ended, output } = run(settings, 'watch');
      await until(
        () => Promise.resolve(new Set(replay.requests.map(({ feed }) => feed)).size),
        (requests) => requests >= 5,
      );
      child.kill(signal);
      // The shortest time-out is twenty seconds.
      const first = await Promise.race([ended, sleep(18_000, undefined, { ref: false })]);
      assert.equal(first?.code, 0, output.stderr);
      assert.doesNotMatch(output.stderr, /is down: .*(?:stopped|timed out)|^ +at /m);
    });

  test('an interrupted ingest keeps the documents read so far', async (t) => {
    const replay = await replayServer();
    t.after(() => replay.close());
    replay.modes.usgs = 'hanging';
    const settings = settingsIn(temporaryFolder(t), { ...replay.environment, OFFLINE: '', SOURCES: 'afad,usgs' });
    const { child, ended, printed } = run(settings, 'ingest');
    await printed(/afad-api\): 2 rows|afad-stations: 1 stations[^]*2 new/);
    await until(() => Promise.resolve(replay.requests.some(({ feed }) => feed === 'usgs')), Boolean);
    child.kill('SIGINT');
    const { code, stderr } = await ended;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /stopped before all feeds had responded/);
    assert.match(stderr, /earthquakes: 2 created/);
    assert.doesNotMatch(stderr, /usgs-fdsn is down/);
  });
});
