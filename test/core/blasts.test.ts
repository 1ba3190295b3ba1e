import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlast, isProbableBlast } from '#core/blasts.ts';
import { EVENT_TYPES } from '#core/event-types.ts';

test('the explosions of QuakeML are blasts, and so is what is more probably one than not', () => {
  assert.deepEqual(
    EVENT_TYPES.filter((eventType) => isBlast({ eventType })),
    [
      ...['explosion', 'accidental explosion', 'chemical explosion', 'controlled explosion', 'experimental explosion'],
      ...[
        'industrial explosion',
        'mining explosion',
        'quarry blast',
        'road cut',
        'blasting levee',
        'nuclear explosion',
      ],
    ],
  );
  for (const [blastProbability, expected] of [
    [undefined, false],
    [null, false],
    [0, false],
    [0.5, false],
    [0.51, true],
    [1, true],
  ] as const) {
    assert.equal(isBlast({ eventType: 'earthquake', blastProbability }), expected, String(blastProbability));
    assert.equal(isProbableBlast({ blastProbability }), expected, String(blastProbability));
  }
});
