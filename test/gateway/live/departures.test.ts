/** What is remembered of clients that left, and its bounds. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { SECOND } from '#core/time.ts';
import { Departures, Progress } from '../../../gateway/live/departures.ts';
import { TEMPORARY, temporaryFolder } from '../../support/temporary.ts';

test('places are bounded: twenty of an address, so many in all, none where it is off', async (t) => {
  const receipts = { confirmed: 0, silentSince: Infinity };
  const departures = new Departures({ most: 30 });
  const leave = (address: string, sequence: number): void =>
    departures.enter({ address, name: 'n' }, new Progress(sequence, receipts))();
  for (let sequence = 1; sequence <= 25; sequence += 1) leave('a', sequence);
  const taken: (number | undefined)[] = [];
  for (let times = 0; times < 21; times += 1) taken.push(await departures.take({ address: 'a', name: 'n' }));
  assert.deepEqual(taken, [...Array.from({ length: 20 }, (_, index) => 25 - index), undefined]);
  for (const address of ['a', 'b']) for (let sequence = 1; sequence <= 20; sequence += 1) leave(address, sequence);
  assert.equal(await departures.take({ address: 'a', name: 'n' }), undefined, 'the oldest address made room');
  assert.equal(await departures.take({ address: 'b', name: 'n' }), 20);
  const folder = join(temporaryFolder(t), 'places');
  const off = new Departures({ seconds: 0, folder });
  off.enter({ address: 'a', name: 'n' }, new Progress(1, receipts))();
  await off.save();
  assert.deepEqual([await off.take({ address: 'a', name: 'n' }), existsSync(folder)], [undefined, false]);
});

test('progress is what the client confirmed, in bounded memory', () => {
  const receipts = { confirmed: 0, silentSince: Infinity };
  const progress = new Progress(10, receipts);
  for (let sequence = 11; sequence <= 3000; sequence += 1) progress.sent(sequence);
  progress.reached(3100);
  assert.equal(progress.sequence, 10);
  receipts.confirmed = 5;
  assert.equal(progress.sequence, 15);
  receipts.confirmed = 2989;
  assert.equal(progress.sequence, 10 + 999, 'the last place is that of all later messages');
  receipts.confirmed = 2990;
  assert.equal(progress.sequence, 3100);
  receipts.silentSince = performance.now() - 3 * SECOND;
  assert.ok(progress.isSilent);
});

test('a gateway whose working folder was deleted still stops', () => {
  const script = `
    import { rmSync } from 'node:fs';
    const { Departures, Progress } = await import(${JSON.stringify(join(import.meta.dirname, '../../../gateway/live/departures.ts'))});
    const places = new Departures({ folder: 'data/stream-places' });
    places.enter({ address: 'a', name: 'n' }, new Progress(1, { confirmed: 0, silentSince: Infinity }))();
    rmSync(process.cwd(), { recursive: true });
    await places.save();
    process.stdout.write('saved');`;
  const cwd = mkdtempSync(join(TEMPORARY, 'departures-'));
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd, timeout: 20_000 });
  assert.equal(run.stdout.toString(), 'saved', run.stderr.toString().slice(0, 500));
});
