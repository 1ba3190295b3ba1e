/** The order in which callers get their turn. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { queueWith, STAYING } from '../../support/work.ts';

test('among callers with much recent work the one with the least goes first', async () => {
  const { submit, order } = queueWith();
  const callers = Array.from({ length: 20 }, (_, number) => `attacker ${number}`);
  await Promise.all(callers.map((caller) => submit(caller, 'dear', [900, 1])));
  await submit('busy', 'busy', [300, 1]);
  order.length = 0;
  const attack = callers.flatMap((caller) => Array.from({ length: 5 }, () => submit(caller, 'dear', [3, 1])));
  await submit('busy', 'busy again', [3, 1]);
  const others = order.filter((name) => name === 'dear').length;
  assert.ok(others <= 10, `${others} slices of others`);
  await Promise.all(attack);
});

test('answers being sent come after requests, however many and new they are', async () => {
  const { queue, submit, order, clock } = queueWith();
  let isOver = false;
  async function* sent(): AsyncGenerator<void, void, void> {
    for (let slice = 0; slice < 5 && !isOver; slice += 1) {
      order.push('sent');
      clock.now += 1;
      yield;
    }
  }
  const clients = Array.from({ length: 100 }, async (_, number) => {
    while (!isOver) await queue.streaming({ caller: `client ${number}`, signal: STAYING }).run(sent());
  });
  for (let turns = 0; turns < 50; turns += 1) await turn();
  order.length = 0;
  await submit('normal', 'cheap', [5, 1]);
  const others = order.filter((name) => name === 'sent').length;
  isOver = true;
  await Promise.all(clients);
  assert.ok(others <= 10, `${others} slices of answers before the five of a request`);
});

test('a slice that a busy machine interrupts is no expensive work', async () => {
  const { submit, order, queue, clock } = queueWith();
  const dear = Array.from({ length: 50 }, (_, number) => submit(`attacker ${number}`, 'dear', [40, 1]));
  for (let turns = 0; turns < 200; turns += 1) await turn();
  async function* interrupted(): AsyncGenerator<void, void, void> {
    clock.now += 50;
    yield;
    order.push('cheap');
  }
  const before = order.length;
  await queue.during({ caller: 'normal', signal: STAYING }, (work) => work.run(interrupted()));
  const others = order.slice(before).filter((name) => name === 'dear').length;
  assert.ok(others <= 6, `${others} slices of others within the two of a cheap request`);
  await Promise.all(dear);
});

test('a caller with much recent work is queued behind the others', async () => {
  const { submit, order, clock } = queueWith();
  await submit('greedy', 'greedy', [50, 100]);
  const both = [submit('greedy', 'greedy again', [1, 1]), submit('greedy', 'greedy again', [1, 1])];
  const other = submit('modest', 'modest', [1, 1]);
  const last = submit('greedy', 'greedy again', [4, 1]);
  await Promise.all([...both, other, last]);
  assert.ok(order.indexOf('modest') < order.lastIndexOf('greedy again') - 2, String(order.slice(50)));
  clock.now += 600_000;
  order.length = 0;
  const again = [
    submit('greedy', 'forgiven', [1, 1]),
    submit('greedy', 'forgiven', [1, 1]),
    submit('greedy', 'forgiven', [1, 1]),
  ];
  await Promise.all([...again, submit('modest', 'modest', [1, 1])]);
  assert.equal(order.at(-1), 'modest', 'first come, first served');
});
