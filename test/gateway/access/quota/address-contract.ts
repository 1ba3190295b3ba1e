/** How counts of addresses are stored on every engine. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, MINUTE } from '#core/time.ts';
import { AddressCounts, type CountedAddress } from '../../../../gateway/access/quota/address-counts.ts';
import type { AddressStore } from '../../../../gateway/access/quota/address-store.ts';
import { WriteBehind } from '../../../../gateway/access/quota/write-behind.ts';
import { NOON } from './meter-contract.ts';

const LIMITS = { daily: 100, burst: 60 };

/** @param open an empty store; with `again`, the one before as another process opens it */
export function addressContract(
  name: string,
  open: (again?: 'again') => Promise<AddressStore> | AddressStore,
  skip: string | false = false,
): void {
  const check = (what: string, work: () => Promise<void>): void => void test(`${name}: ${what}`, { skip }, work);

  /** A gateway process. */
  async function process(clock: { now: number }, again?: 'again') {
    const counts = new AddressCounts(LIMITS);
    const store = await open(again);
    const failing: { error?: Error } = {};
    const lines: string[] = [];
    const written = new WriteBehind({
      counts,
      store: {
        windows: (at) => store.windows(at),
        add: async (changes, at) => {
          if (failing.error) throw failing.error;
          return store.add(changes, at);
        },
      },
      now: () => clock.now,
      log: (line) => void lines.push(line),
    });
    await written.flush();
    /** Requests that are allowed. */
    const allowed = (requests: number, address = '192.0.2.1'): number =>
      Array.from({ length: requests }, () => counts.count(address, clock.now)).filter(({ refused }) => !refused).length;
    return { counts, written, allowed, failing, lines };
  }

  check('a restart resets nothing that was stored', async () => {
    const clock = { now: NOON };
    const first = await process(clock);
    assert.equal(first.allowed(70), 60);
    clock.now += MINUTE;
    assert.equal(first.allowed(30), 30);
    assert.equal(first.allowed(7, '2001:db8:1:2::/64'), 7);
    await first.written.flush();
    const next = await process(clock, 'again');
    assert.equal(next.allowed(70), 10, 'of the day');
    assert.equal(next.allowed(60, '2001:db8:1:2::/64'), 53, 'of the minute');
    assert.equal(next.counts.size, 3, 'with the /48 block');
    clock.now += DAY;
    assert.equal((await process(clock, 'again')).allowed(70), 60);
  });

  check('processes add up: each learns what the others counted', async () => {
    const clock = { now: NOON };
    const [one, other] = [await process(clock), await process(clock, 'again')];
    assert.deepEqual([one.allowed(20), other.allowed(25)], [20, 25]);
    await one.written.flush();
    await other.written.flush();
    assert.deepEqual([one.allowed(1), other.allowed(60)], [1, 15], 'the other one knows of 45');
    await one.written.flush();
    await other.written.flush();
    await one.written.flush();
    // 20 + 25 + 1 + 15: one more than the limit, counted since the last exchange.
    clock.now += MINUTE;
    assert.equal(other.allowed(60), 39);
    assert.equal(one.allowed(1), 1);
    await other.written.flush();
    await one.written.flush();
    assert.deepEqual([one.allowed(1), other.allowed(1)], [0, 0]);
  });

  check('a count that is taken back after it was stored', async () => {
    const clock = { now: NOON };
    const { counts, written, allowed } = await process(clock);
    assert.equal(allowed(59), 59);
    const counted = counts.count('192.0.2.1', clock.now) as CountedAddress;
    await written.flush();
    counts.refund(counted);
    await written.flush();
    assert.equal((await process(clock, 'again')).allowed(2), 1);
    assert.equal(allowed(2), 1);
  });

  check('what cannot be stored is kept, and added later', async () => {
    const clock = { now: NOON };
    const [one, other] = [await process(clock), await process(clock, 'again')];
    one.failing.error = new Error('away');
    assert.equal(one.allowed(10), 10);
    await one.written.flush();
    assert.equal(one.allowed(60), 50, 'nobody has more than the limit');
    await one.written.flush();
    clock.now += MINUTE;
    assert.equal(one.allowed(5), 5);
    assert.equal(other.allowed(3), 3);
    await other.written.flush();
    delete one.failing.error;
    await one.written.flush();
    assert.equal(one.allowed(100), 32);
    await one.written.flush();
    assert.equal((await process(clock, 'again')).allowed(1), 0);
    assert.match(one.lines.join('\n'), /^storing counts fails: fault: Error: away.*\nstoring counts works again$/);
  });

  check('many windows: every one is stored and read', async () => {
    const clock = { now: NOON };
    const first = await process(clock);
    for (let number = 0; number < 6001; number += 1)
      first.counts.count(`10.1.${number >> 8}.${number & 255}`, clock.now);
    await first.written.close();
    assert.equal(first.counts.changed, 0);
    assert.equal((await process(clock, 'again')).counts.size, 6001);
  });
}
