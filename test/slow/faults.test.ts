/**
 * Faults with real processes, each for a short while; `npm run soak` is the long form of the same
 * loops. Each test goes on from what the one before left.
 */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fullDisk } from '../../scripts/soak/disk.ts';
import { jumpingClock } from '../../scripts/soak/clock.ts';
import { manyConnections } from '../../scripts/soak/connections.ts';
import { damagedFiles } from '../../scripts/soak/damage.ts';
import { killLoop } from '../../scripts/soak/kills.ts';
import { SoakService } from '../../scripts/soak/service.ts';
import { random } from '../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const SEED = Number(process.env['FAULTS_SEED'] ?? Date.now() % 100_000);
const dice = random(SEED);

const service = new SoakService(temporaryFolder({ after }), {
  earthquakes: 60,
  environment: {
    SOURCES: 'usgs',
    PREVIEW_PICTURES: '0',
    PLAN_LIMITS: 'free.daily=none,free.burst=none,uncounted.burst=none',
  },
});
after(() => service.killAll());

test('ingest, generate and gateway killed at random moments leave answers, files and catalogue whole', async (t) => {
  const { rounds, killed, compared, datasets } = await killLoop({
    service,
    kills: 2,
    time: 60_000,
    dice,
    thorough: false,
  });
  t.diagnostic(`FAULTS_SEED=${SEED}: ${JSON.stringify(killed)}, ${compared} compared`);
  assert.ok(rounds > 1 && killed.gateway > 0 && compared > 0 && datasets > 1);
});

test('files damaged on the disk are refused, named in /status, and served again once whole', async (t) => {
  const figures = await damagedFiles(service, dice, async (url) => {
    await t.test(
      'beside many connections, a tenth of them without the end of a request, others are answered',
      async () => {
        const { open, ...others } = await manyConnections({ url, connections: 500, malformed: 50, dice });
        assert.deepEqual(others, { slow: 50, answers: 50, malformed: 50 });
        assert.equal(open, 500);
      },
    );
  });
  t.diagnostic(`FAULTS_SEED=${SEED}: ${JSON.stringify(figures)}`);
  assert.ok(figures.refused > 10 && figures.faults > 10);
});

test('on a full disk commands fail with a reason, and what was published stays', async (t) => {
  const { failures, by } = await fullDisk({
    ...{ folder: temporaryFolder(t), from: service, round: 900 },
    ...{ left: [120], serve: false },
  });
  t.diagnostic(by);
  assert.equal(failures.length, 2);
  for (const failure of failures) assert.match(failure, /^hiposantr: .*(?:full|no space|too large|I\/O error)/im);
});

test('a clock that jumps a year ahead and back stops no build', async () => {
  await jumpingClock(service, { round: 901, years: [1, 0], thorough: false });
});
