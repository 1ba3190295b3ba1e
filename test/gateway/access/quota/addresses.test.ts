/** Counts of callers without a key in `accounts.db`, and through the gateway. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '#core/time.ts';
import { databaseAddresses } from '../../../../gateway/access/quota/address-store.ts';
import { openAccounts } from '../../../../gateway/store/database.ts';
import { sqliteEngine } from '../../../../gateway/store/sqlite-engine.ts';
import { syntheticDataset } from '../../../support/dataset.ts';
import { testGateway } from '../../../support/gateway.ts';
import { testMetering, UNLIMITED } from '../../../support/metering.ts';
import { addressContract } from './address-contract.ts';
import { MIDNIGHT, NOON } from './meter-contract.ts';

let db = openAccounts(':memory:');
addressContract('SQLite', (again) => {
  if (!again) db = openAccounts(':memory:');
  return databaseAddresses(sqliteEngine(db));
});

test('5,000 requests of 1,000 addresses run no statement; then one transaction with one write each', async () => {
  const statements: string[] = [];
  const onStatement = (text: string): void => void statements.push(text);
  const { written, ...metering } = testMetering({ limits: UNLIMITED, onStatement });
  const { from } = testGateway(syntheticDataset({ count: 100 }).files, { metering });
  await from('192.0.2.1', '/api.php?limit=2');
  await written.flush();
  statements.length = 0;
  for (let number = 0; number < 5000; number += 1) {
    const { status } = await from(`198.51.${number % 10}.${Math.floor(number / 10) % 100}`, '/api.php?limit=2');
    assert.equal(status, 200);
  }
  assert.deepEqual(statements, []);
  await written.flush();
  const count = (pattern: RegExp): number => statements.filter((text) => pattern.test(text)).length;
  assert.deepEqual([count(/^BEGIN/), count(/^INSERT/), count(/^COMMIT/)], [1, 1000, 1]);
  await written.flush();
  assert.equal(count(/^COMMIT/), 1, 'nothing changed');
});

test('windows of past days are deleted, a few with each transaction', async () => {
  const clock = { now: NOON };
  const { addresses, written, ...metering } = testMetering({ now: () => clock.now });
  const rows = (): number => metering.db.prepare<[], number>('SELECT count(*) FROM meter_windows').pluck().get()!;
  for (let number = 0; number < 1200; number += 1) addresses.count(`10.0.${number >> 8}.${number & 255}`, NOON);
  await written.flush();
  clock.now = MIDNIGHT + DAY;
  const counts: number[] = [];
  for (let times = 0; times < 4; times += 1) {
    addresses.count('new', clock.now);
    await written.flush();
    counts.push(rows());
  }
  assert.deepEqual(counts, [701, 201, 1, 1]);
});

test('rows are bounded for any number of addresses, and a refused address has none', async () => {
  const { addresses, written, db: accounts } = testMetering({ now: () => NOON, most: 10 });
  const rows = (): number => accounts.prepare<[], number>('SELECT count(*) FROM meter_windows').pluck().get()!;
  for (let number = 0; number < 3000; number += 1) addresses.count(`198.${number >> 8}.${number & 255}.1`, NOON);
  await written.flush();
  // Ten addresses, ten ranges of them, and all others.
  assert.ok(rows() <= 21, String(rows()));
  const before = rows();
  addresses.count('2001:db8:1:2::/64', NOON);
  await written.flush();
  assert.equal(rows(), before);
});
