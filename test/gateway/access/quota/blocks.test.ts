import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressWindows } from '../../../../gateway/access/quota/blocks.ts';
import type { QuotaRequest, Decision } from '../../../../gateway/access/quota/meter.ts';
import { sqliteMeter } from '../../../../gateway/access/quota/sqlite-meter.ts';
import { countsOf, testMetering } from '../../../support/metering.ts';

const NOON = Date.UTC(2026, 6, 1, 12);
const MIDNIGHT = Date.UTC(2026, 6, 2);

function metered() {
  const clock = { now: NOON };
  const statements: string[] = [];
  const metering = testMetering({ now: () => clock.now, onStatement: (text) => void statements.push(text) });
  const commits = (): number => statements.filter((text) => text === 'COMMIT').length;
  const writes = (): string[] => statements.filter((text) => /^(INSERT|UPDATE|DELETE)/.test(text));
  return { ...metering, metering, clock, statements, commits, writes };
}

const FREE = { daily: 5, burst: 3, exportRows: 50 };
const countFrom = (block: string): QuotaRequest => ({ ...addressWindows(block, FREE), operation: 'count' });
const outcomeOf = ({ refused, daily }: Decision) => [refused, daily!.limit];

test('IPv6: a /48 block has a hundred times the quota of a /64', async () => {
  const { meter, metering } = metered();
  const block = (number: number): string => `2001:db8:1:${number.toString(16)}::/64`;
  const first = await meter.take(Array.from({ length: 300 }, (_, number) => countFrom(block(number))));
  assert.ok(first.every(({ refused }) => refused === undefined));
  const next = await meter.take([countFrom(block(1000)), countFrom('2001:db8:2:0::/64'), countFrom('192.0.2.1')]);
  assert.deepEqual(next.map(outcomeOf), [
    ['burst', 500],
    [undefined, 5],
    [undefined, 5],
  ]);
  assert.deepEqual(countsOf(metering, 'address:2001:db8:1::/48'), { day_count: 300, minute_count: 300 });
  assert.equal(countsOf(metering, `address:${block(1000)}`), undefined, 'who is refused has no row');
  // A caller over its own limit gets that one reported.
  const own = await meter.take(Array.from({ length: 5 }, () => countFrom('2001:db8:2:0::/64')));
  assert.deepEqual(outcomeOf(own.at(-1)!), ['burst', 5]);
  const [, back] = await meter.take([countFrom('2001:db8:3:0::/64'), countFrom('2001:db8:3:0::/64')]);
  await meter.take([{ ...countFrom('2001:db8:3:0::/64'), operation: { refund: back!.window } }]);
  for (const name of ['2001:db8:3:0::/64', '2001:db8:3::/48'])
    assert.deepEqual(countsOf(metering, `address:${name}`), { day_count: 1, minute_count: 1 }, name);
});

test('beyond the maximum of addresses a day new ones share the windows of their block, and then one', async () => {
  const { db, clock } = metered();
  const rows = (): number => db.prepare<[], number>('SELECT count(*) FROM meter_windows').pluck().get()!;
  const meter = sqliteMeter({ db, now: () => clock.now, addresses: 10 });
  const address = (number: number): string => `198.${number}.0.1`;
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, number) => countFrom(address(from + number)));
  await meter.take(range(0, 10));
  assert.equal(rows(), 10);
  await meter.take(range(10, 20));
  const shared = { day_count: 1, minute_count: 1 };
  const of = (name: string) =>
    db.prepare('SELECT day_count, minute_count FROM meter_windows WHERE caller = ?').get(`address:${name}`);
  assert.deepEqual([of('198.12.0.1'), of('198.12.0.0/16')], [undefined, shared]);
  // Neighbours share one row; an existing row is kept.
  await meter.take(Array.from({ length: 200 }, (_, number) => countFrom(`198.12.${number}.9`)));
  const [known, neighbour] = await meter.take([countFrom(address(3)), countFrom('198.12.7.7')]);
  assert.deepEqual([known!.daily!.remaining, neighbour!.daily!.remaining], [3, 500 - 202]);
  assert.equal(rows(), 20);
  // Another process knows from the file.
  const other = sqliteMeter({ db, now: () => clock.now, addresses: 10 });
  for (const one of [meter, other]) await one.take([...range(20, 120), countFrom('2001:db8:9:9::/64')]);
  assert.equal(rows(), 21);
  assert.deepEqual(of('others'), { day_count: 202, minute_count: 202 });
  const [peeked] = await meter.take([{ ...countFrom(address(50)), operation: 'peek' }]);
  assert.equal(peeked!.daily!.remaining, 500 - 202);
  clock.now = MIDNIGHT;
  await meter.take(range(100, 105));
  assert.deepEqual(of(address(104)), shared);
});
