/** What is kept of long answers stays within its memory. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Extents } from '../../../gateway/endpoints/extents.ts';
import type { EndpointRequest } from '../../../gateway/endpoints/request.ts';

const request = {
  caller: { kind: 'anonymous', address: '198.18.0.1' },
  signal: () => new AbortController().signal,
  queue: { during: (_request: unknown, use: (work: unknown) => Promise<unknown>) => use(undefined) },
} as unknown as EndpointRequest;

test('the parts of an extent count, and the oldest extents go', async () => {
  const extents = new Extents<{ counts: number[] }>(10_000, ({ counts }) => counts.length);
  const keep = (hash: string, parts: number) =>
    extents.of(hash, request, {
      expensive: false,
      measure: async () => ({ counts: Array.from({ length: parts }, () => 0) }),
    });
  const kept = () => ['a', 'b', 'c'].filter((hash) => extents.kept(hash) !== undefined);
  await keep('a', 20);
  await keep('b', 20);
  assert.deepEqual(kept(), ['a', 'b']);
  await keep('c', 50);
  assert.deepEqual(kept(), ['c']);
});
