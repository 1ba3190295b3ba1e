/** A host with a wrong clock publishes nothing until it is set: real processes, two agencies with another time. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Manifest } from '#core/manifest.ts';
import { readStatus } from '#core/status.ts';
import { HOUR } from '#core/time.ts';
import { startGatewayChild } from '../support/gateway-child.ts';
import { manifestIn } from '../support/manifest.ts';
import { scrape } from '../support/metrics.ts';
import { command, LIVE, run, settingsIn, feedUrls } from '../support/project.ts';
import { replayServer } from '../support/replay-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

async function setUp(t: TestContext) {
  const [afad, others] = [await replayServer(), await replayServer()];
  t.after(() => Promise.all([afad.close(), others.close()]));
  const settings = settingsIn(temporaryFolder(t), {
    ...feedUrls(others.url, { afad: afad.url }),
    ...{ SOURCES: LIVE, OFFLINE: '', LOG_FORMAT: 'json', PREVIEW_PICTURES: '0' },
  });
  const file = (name: string): string => readFileSync(join(settings['DIST_DIR']!, name), 'utf8');
  return {
    settings,
    skew: (ms: number): void => void (afad.skew = others.skew = ms),
    manifest: (): Manifest => manifestIn(settings['DIST_DIR']!),
    builtAt: () => readStatus(file('status.json'))!.generatedAt,
    clockOffset: () => (JSON.parse(file('status.json')) as { clock_offset_seconds?: number }).clock_offset_seconds,
  };
}

const WRONG = /"level":"error","message":"the clock of this host is 180 minutes behind the clocks of the agencies: /;

test('ingest commits nothing, generate keeps the time of the dataset, and both go on when the clock is set', async (t) => {
  const { settings, skew, manifest, clockOffset, builtAt } = await setUp(t);
  assert.equal((await command(settings, 'generate')).code, 0);
  const [before, wasBuiltAt] = [manifest(), builtAt()];
  assert.equal(clockOffset(), undefined);
  skew(3 * HOUR);
  const held = await command(settings, 'ingest');
  assert.equal(held.code, 1);
  assert.match(held.stderr, WRONG);
  assert.doesNotMatch(held.stderr, / (?:afad|usgs|kandilli)\S* is down|created/);
  const built = await command(settings, 'generate');
  assert.match(built.stderr, /"level":"error","message":"the clock of this host is wrong: the dataset keeps its time"/);
  assert.deepEqual([builtAt(), manifest().sequence], [wasBuiltAt, before.sequence]);
  assert.ok(Math.abs(clockOffset()! - 10_800) < 60, String(clockOffset()));
  const gateway = await startGatewayChild({ ...settings, METRICS_PORT: '0' });
  t.after(() => gateway.child.kill('SIGKILL'));
  const metric = async (): Promise<number | undefined> =>
    (await scrape(gateway)).sample('hiposantr_clock_offset_seconds');
  // The dataset may be read a moment after the port answers.
  while ((await metric()) === undefined) await sleep(50);
  assert.equal(await metric(), clockOffset());
  const status = (await (await fetch(`${gateway.url}/status`)).json()) as { clock_offset_seconds?: number };
  assert.equal(status.clock_offset_seconds, clockOffset());
  skew(0);
  const good = await command(settings, 'ingest');
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stderr, /no agency disagrees with the clock of this host any more[\s\S]*earthquakes: 2 created/);
  await command(settings, 'generate');
  assert.equal(manifest().sequence, 2);
  assert.equal(clockOffset(), undefined);
  while ((await metric()) !== 0) await sleep(100);
});

test('watch logs it once, in the status too, and publishes by itself when the agencies agree again', async (t) => {
  const { settings, skew, manifest, clockOffset } = await setUp(t);
  skew(3 * HOUR);
  const watching = run(settings, 'watch', '--every', '10s');
  t.after(() => watching.child.kill('SIGKILL'));
  await watching.printed(WRONG);
  await watching.printed(/agencies: nothing[\s\S]* build of 0 earthquakes/);
  assert.ok(Math.abs(clockOffset()! - 10_800) < 60);
  assert.equal(manifest().sequence, 0);
  skew(0);
  await watching.printed(/no agency disagrees[\s\S]* build of 2 earthquakes/);
  assert.equal(clockOffset(), undefined);
  assert.equal(watching.output.stderr.match(new RegExp(WRONG, 'g'))!.length, 1);
  watching.child.kill('SIGTERM');
  assert.equal((await watching.ended).code, 0);
});

test('without a network no agency confirms the clock: OFFLINE continues', async (t) => {
  const { settings, skew, manifest } = await setUp(t);
  skew(3 * HOUR);
  await command(settings, 'ingest');
  const { stderr } = await command({ ...settings, OFFLINE: '1' }, 'generate');
  assert.match(stderr, /no agency disagrees/);
  assert.equal(manifest().sequence, 0);
});
