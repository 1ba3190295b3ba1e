/** Ranges of files and of answers. */
import assert from 'node:assert/strict';
import { headersOf } from './error-pages.ts';
import type { Get } from './pages.ts';
import { KEPT, STATIC } from './requests.ts';

export async function rangesOutside(get: Get): Promise<void> {
  for (const target of STATIC) {
    const refused = await get(target, { headers: { Range: 'bytes=99999999-' } });
    // The edge functions send the whole file.
    assert.ok([200, 416].includes(refused.status), target);
    const names = KEPT.filter((header) => header !== 'Content-Type');
    assert.deepEqual(headersOf(refused, names), headersOf(await get(target), names), target);
  }
}

const QUERIES = [
  '/fdsnws/event/1/query?format=geojson&minmagnitude=',
  '/fdsnws/event/1/query.csv?minmagnitude=',
  '/export.php?format=csv&min_magnitude=',
];

/** Of long answers, whether the host keeps them or not: programs read them in parts. */
export async function lengthsAndRanges(get: Get, direct: Get): Promise<void> {
  for (const query of QUERIES)
    for (const [least, isKept] of [
      ['1', false],
      ['0.5', true],
    ] as const) {
      const target = `${query}${least}`;
      if (isKept) await (await get(target)).text();
      const head = await get(target, { method: 'HEAD' });
      const part = await get(target, { headers: { Range: 'bytes=100-299' } });
      const whole = Buffer.from(await (await direct(target)).arrayBuffer());
      assert.deepEqual(
        [head.headers.get('Content-Length'), part.status, Buffer.from(await part.arrayBuffer())],
        [String(whole.length), 206, whole.subarray(100, 300)],
        target,
      );
    }
}
