/** Rows in `accounts.db` for many addresses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressWindows } from '../../../../gateway/access/quota/blocks.ts';
import type { QuotaRequest } from '../../../../gateway/access/quota/meter.ts';
import { databaseMeter } from '../../../../gateway/access/quota/database-meter.ts';
import { sqliteEngine } from '../../../../gateway/store/sqlite-engine.ts';
import { testMetering } from '../../../support/metering.ts';
import { NOON } from './meter-contract.ts';

const FREE = { daily: 5, burst: 3, exportRows: 50, webhooks: 1 };
const countFrom = (number: number): QuotaRequest => ({
  ...addressWindows(`198.${number >> 8}.${number & 255}.1`, FREE),
  operation: 'count',
});

test('rows are bounded for any number of addresses, and a refused address has none', async () => {
  const { db } = testMetering({ now: () => NOON });
  const rows = (): number => db.prepare<[], number>('SELECT count(*) FROM meter_windows').pluck().get()!;
  const meter = databaseMeter({ database: sqliteEngine(db), now: () => NOON, addresses: 10 });
  await meter.take([...Array(4)].map(() => countFrom(0)));
  assert.equal(rows(), 1);
  await meter.take(Array.from({ length: 3000 }, (_, number) => countFrom(number)));
  // Ten addresses, ten blocks of them, and all others.
  assert.ok(rows() <= 21, String(rows()));
  const wide = { ...addressWindows('2001:db8:1:2::/64', FREE), operation: 'count' } as QuotaRequest;
  const before = rows();
  await meter.take([wide]);
  assert.equal(rows(), before);
});
