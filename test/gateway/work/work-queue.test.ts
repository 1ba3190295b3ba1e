import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ClientGone, type GatewayError } from '../../../gateway/http/errors.ts';
import type { Work } from '../../../gateway/work/work-queue.ts';
import { queueWith, STAYING } from '../../support/work.ts';

const refusal = (code: string) => (error: unknown) => (error as GatewayError).code === code;

test('cheap work precedes expensive work, however much of that is queued', async () => {
  const { submit, order } = queueWith();
  const dear = Array.from({ length: 100 }, (_, number) => submit(`attacker ${number}`, 'dear', [50, 10]));
  for (let turns = 0; turns < 200; turns += 1) await turn();
  const before = order.length;
  await submit('normal', 'cheap', [3, 0.5]);
  const others = order.slice(before).filter((name) => name === 'dear').length;
  assert.ok(others <= 6, `${others} slices of others before the three of a cheap request`);
  await Promise.all(dear);
  assert.equal(order.filter((name) => name === 'dear').length, 5000);
});

test('expensive work finishes under a constant load of cheap requests', async () => {
  const { submit, order } = queueWith();
  let ended = false;
  const dear = submit('a', 'dear', [30, 4]).then(() => (ended = true));
  const submitMany = async (number: number): Promise<void> => {
    while (!ended) await submit(`normal ${number}`, 'cheap', [1, 0.4]);
  };
  await Promise.all([dear, ...Array.from({ length: 20 }, (_, number) => submitMany(number))]);
  assert.ok(order.length > 100);
});

test('a caller has limits of running and of waiting requests; other callers are not affected', async () => {
  const { queue } = queueWith({ concurrent: 3, waiting: 2 });
  const ends: (() => void)[] = [];
  let working = 0;
  const hold = (caller: string): Promise<void> =>
    queue.during({ caller, signal: STAYING }, async () => {
      working += 1;
      await new Promise<void>((resolve) => ends.push(resolve));
      working -= 1;
    });
  const waiting = Array.from({ length: 5 }, () => hold('a'));
  for (let times = 0; times < 20; times += 1)
    await assert.rejects(hold('a'), (error: GatewayError) => {
      assert.deepEqual(
        [error.code, error.options.policy, error.headers['Retry-After']],
        ['rate_limited', 'burst', '1'],
      );
      return /At most 3 requests of one caller/.test(error.message);
    });
  waiting.push(hold('b'));
  await turn();
  assert.equal(working, 4);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await turn();
    assert.ok(working <= 4);
  }
  await Promise.all(waiting);
  assert.equal(working, 0);
});

test('a request that waits too long is refused, and an aborted one leaves the queue', async () => {
  const { queue } = queueWith({ concurrent: 1, waiting: 2, waitTimeoutMs: 5 });
  const end = Promise.withResolvers<void>();
  const first = queue.during({ caller: 'a', signal: STAYING }, () => end.promise);
  await assert.rejects(
    queue.during({ caller: 'a', signal: STAYING }, async () => assert.fail('it has no place')),
    refusal('rate_limited'),
  );
  const leaving = new AbortController();
  const left = queue.during({ caller: 'a', signal: leaving.signal }, async () => assert.fail('it has left'));
  leaving.abort();
  await assert.rejects(left, ClientGone);
  end.resolve();
  await first;
  assert.equal(await queue.during({ caller: 'a', signal: STAYING }, async () => 'a place again'), 'a place again');
});

test('a request that takes too long is 503, whether it waits for its turn or for a file, and its place is free', async () => {
  const { queue } = queueWith({ timeoutMs: 30, requests: 3, long: 1 });
  const blocked = Promise.withResolvers<void>();
  async function* forAFile(): AsyncGenerator<void, void, void> {
    await blocked.promise;
  }
  // Both lanes wait for a file, and the third one for a lane.
  const late = Array.from({ length: 3 }, (_, number) =>
    queue.during({ caller: `c${number}`, signal: STAYING }, (work) => work.run(forAFile())),
  );
  for (const one of late)
    await assert.rejects(one, (error: GatewayError) => {
      assert.deepEqual([error.code, error.headers['Retry-After']], ['unavailable', '5']);
      return true;
    });
  blocked.resolve();
  const next = await queue.during({ caller: 'd', signal: STAYING }, async (work) => {
    await work.run(forAFile());
    return 'answered';
  });
  assert.equal(next, 'answered');
});

test('an aborted request runs no further slice, wherever it waits', async () => {
  const { submit, order } = queueWith({ long: 1 });
  const leaving = new AbortController();
  const submitMany = Array.from({ length: 5 }, (_, number) => submit(`c${number}`, 'dear', [40, 10]));
  const left = Array.from({ length: 3 }, (_, number) => submit(`l${number}`, 'left', [40, 10], leaving.signal));
  for (let turns = 0; turns < 30; turns += 1) await turn();
  leaving.abort();
  const before = order.filter((name) => name === 'left').length;
  for (const one of left) await assert.rejects(one, ClientGone);
  await Promise.all(submitMany);
  const after = order.filter((name) => name === 'left').length;
  assert.ok(before > 0 && after - before <= 2, `${after - before} slices after they left`);
});

test('only a few long requests run at once', async () => {
  const { queue, clock } = queueWith({ long: 2 });
  const open = new Set<number>();
  let most = 0;
  const dear = async (number: number): Promise<void> => {
    async function* steps(): AsyncGenerator<void, void, void> {
      for (let step = 0; step < 80; step += 1) {
        clock.now += 1;
        // By now it is known as long.
        if (step > 33) most = Math.max(most, open.add(number).size);
        yield;
      }
      open.delete(number);
    }
    await queue.during({ caller: `caller ${number}`, signal: STAYING }, (work) => work.run(steps()));
  };
  await Promise.all(Array.from({ length: 12 }, (_, number) => dear(number)));
  assert.equal(most, 2);
});

test('under overload the last request is refused with 503, new cheap ones are not', async () => {
  const { submit } = queueWith({ requests: 20, long: 2 });
  const dear = Array.from({ length: 20 }, (_, number) => submit(`attacker ${number}`, 'dear', [100, 10]));
  const settled = Promise.allSettled(dear);
  for (let turns = 0; turns < 100; turns += 1) await turn();
  for (let times = 0; times < 5; times += 1) await submit(`normal ${times}`, 'cheap', [1, 1]);
  const results = await settled;
  const refused = results.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
  assert.ok(refused.length >= 1 && refused.length <= 5, `${refused.length} gave way`);
  for (const { reason } of refused) assert.ok(refusal('unavailable')(reason));
});

test('a step that fails fails its own request alone', async () => {
  const { queue, submit, order } = queueWith();
  async function* broken(): AsyncGenerator<void, void, void> {
    throw new Error('broken');
  }
  await assert.rejects(
    queue.during({ caller: 'a', signal: STAYING }, (work: Work) => work.run(broken())),
    /broken/,
  );
  await submit('a', 'whole', [2, 1]);
  assert.deepEqual(order, ['whole', 'whole']);
});

test('a response being sent is not aborted for a new request', async () => {
  const { queue } = queueWith({ requests: 1 });
  const end = Promise.withResolvers<void>();
  const first = queue.during({ caller: 'a', signal: STAYING }, () => end.promise);
  async function* steps(): AsyncGenerator<void, void, void> {
    yield;
    yield;
  }
  const streams = Array.from({ length: 5 }, () => queue.streaming({ caller: 'b', signal: STAYING }).run(steps()));
  const all = Promise.all(streams);
  await assert.rejects(
    queue.during({ caller: 'c', signal: STAYING }, async () => {}),
    refusal('unavailable'),
  );
  await all;
  end.resolve();
  await first;
});
