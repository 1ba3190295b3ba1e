import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientGone } from '../../../gateway/http/errors.ts';
import { JointWork } from '../../../gateway/work/admission.ts';

/** Work that ends on demand, or when it is abandoned. */
function working() {
  const joint = new JointWork<string>();
  let [started, givenUp] = [0, 0];
  const ends: ((value: string) => void)[] = [];
  const make = (signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      started += 1;
      ends.push(resolve);
      signal.addEventListener('abort', () => {
        givenUp += 1;
        reject(new ClientGone());
      });
    });
  return {
    join: (signal: AbortSignal) => joint.get('x', { caller: 'a', signal }, ({ signal: leaving }) => make(leaving)),
    ends,
    counts: () => [started, givenUp],
  };
}

test('simultaneous requests share one computation, which continues until the last of them is aborted', async () => {
  const { join, ends, counts } = working();
  const leaving = [new AbortController(), new AbortController(), new AbortController()];
  const results = leaving.map(({ signal }) => join(signal));
  leaving[0]!.abort();
  await assert.rejects(results[0]!, ClientGone);
  assert.deepEqual(counts(), [1, 0]);
  ends[0]!('done');
  assert.deepEqual(await Promise.all(results.slice(1)), ['done', 'done']);
  assert.equal(counts()[0], 1);
});

test('when the last request is aborted the computation is too, and the next request restarts it', async () => {
  const { join, ends, counts } = working();
  const leaving = new AbortController();
  const results = [join(leaving.signal), join(leaving.signal)];
  leaving.abort();
  for (const one of results) await assert.rejects(one, ClientGone);
  assert.deepEqual(counts(), [1, 1]);
  const next = join(new AbortController().signal);
  const later = join(new AbortController().signal);
  assert.deepEqual(counts(), [2, 1]);
  for (const end of ends) end('done');
  for (const one of [next, later]) assert.equal(await one, 'done');
});

test('an aborted request starts nothing', async () => {
  const { join, counts } = working();
  await assert.rejects(join(AbortSignal.abort()), ClientGone);
  assert.deepEqual(counts(), [0, 0]);
});
