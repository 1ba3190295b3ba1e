/** The service in separate processes during rebuilds: list and detail agree, also after `kill -9` of a build. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { AS_OF, buildInto, manifestOf, neighbours, sampleCatalog, treeOf, usgsSays } from '../support/build.ts';
import type { TestCatalog } from '../support/catalog.ts';
import { ConsistentReader } from '../support/consistent-reader.ts';
import { startGatewayChild } from '../support/gateway-child.ts';
import { random } from '../support/synthetic-earthquakes.ts';
import { temporaryFolder } from '../support/temporary.ts';

const CHILD = join(import.meta.dirname, '../support/build-child.ts');
const ROUNDS = Number(process.env['ROUNDS'] ?? 5);
const EARTHQUAKES = 60;

/** Every earthquake differs. */
function revise(catalog: TestCatalog, round: number): void {
  const reports = neighbours(EARTHQUAKES).map((one, n) => ({
    ...one,
    latitude: one.latitude! + (round % 7) / 100,
    magnitudes: [{ type: 'mb', value: 3 + ((n + round) % 40) / 10 }],
  }));
  usgsSays(catalog, ...reports);
}

test('list and details agree while datasets change and builds are killed', async (t) => {
  const folder = temporaryFolder(t);
  const [path, dist] = [join(folder, 'catalog.db'), join(folder, 'dist')];
  const catalog = sampleCatalog(EARTHQUAKES, path);
  buildInto(dist, catalog.db);
  const gateway = await startGatewayChild({
    DATA_DIR: join(folder, 'data'),
    DIST_DIR: dist,
    PLAN_LIMITS: 'free.daily=none,free.burst=none',
  });
  t.after(() => gateway.child.kill('SIGKILL'));
  const reader = new ConsistentReader(() => gateway.url);
  const reading = [1, 2, 3].map((seed) => reader.run(random(seed)));
  const dice = random(7);
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    revise(catalog, round);
    // Every other build kills itself among its details; of the others most are killed somewhere else, one is not.
    const last = round % 2 === 1 ? [String(Math.floor(dice() * EARTHQUAKES))] : [];
    const child = spawn(process.execPath, [CHILD, path, dist, String(AS_OF + round * 60_000), ...last]);
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
    if (round % 4 === 2) void sleep(250 + dice() * 900).then(() => child.kill('SIGKILL'));
    const [, signal] = await ended;
    if (signal === 'SIGKILL') killed += 1;
    await sleep(1100);
    // The final state must agree also without a running build.
    for (let again = 0; again < 10; again += 1) await reader.compare(dice());
  }
  reader.stop();
  await Promise.all(reading);
  assert.equal(reader.unanswered, 0);
  t.diagnostic(`${reader.compared} compared, ${reader.states.size} states, ${killed} of ${ROUNDS} builds killed`);
  assert.ok(reader.compared > 200 && reader.states.size > 50 && killed > 1);
  const asOf = AS_OF + (ROUNDS + 1) * 60_000;
  buildInto(dist, catalog.db, { asOf });
  const clean = temporaryFolder(t);
  buildInto(clean, catalog.db, { asOf });
  assert.equal(manifestOf(dist).dataset, manifestOf(clean).dataset);
  assert.deepEqual(treeOf(dist), treeOf(clean));
  assert.doesNotMatch(gateway.output(), /is corrupt|is missing|fault:/);
});
