import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { formatSecond } from '#core/time.ts';
import { kandilliLive } from '../../../generator/sources/kandilli/live-page.ts';
import type { Parsed } from '../../../generator/sources/feed.ts';
import { kandilliPath, withoutSharedData } from '../../support/shared-data.ts';

const parseBytes = (bytes: Uint8Array): Parsed => kandilliLive.parse(bytes, { knownTime: () => undefined });

const REAL: [file: string, rows: number, asOf: string][] = [
  ['lst0_RECONSTRUCTED_2025-04-23T1105', 500, '2025-04-23 11:05:00'],
  ['lst0_RECONSTRUCTED_2025-04-23T1305', 500, '2025-04-23 13:05:00'],
  ['lst0_RECONSTRUCTED_2025-08-10T1805', 500, '2025-08-10 18:05:00'],
  ['lst0_RECONSTRUCTED_2025-08-10T2205', 500, '2025-08-10 22:05:00'],
  ['lst0_excerpt_2026-09-17', 34, '2026-09-16 21:50:32'],
];
for (const [file, rows, asOf] of REAL) {
  test(`real page ${file}: every row is a report`, { skip: withoutSharedData }, () => {
    const bytes = readFileSync(kandilliPath(`html/${file}.cp1254.html`));
    assert.ok(kandilliLive.recognise(bytes.subarray(0, 4096).toString('latin1')));
    const parsed = parseBytes(bytes);
    assert.deepEqual([parsed.rows, parsed.reports.length, parsed.rejects.length], [rows, rows, 0]);
    assert.equal(formatSecond(parsed.asOf!), asOf);
    assert.equal(parsed.coverage === null, rows !== 500, 'an excerpt covers nothing');
    assert.ok(parsed.reports.every((report) => report.quality !== null && report.magnitudes.length > 0));
  });
}

test('real page: the Marmara earthquake of 2025-04-23 at its UTC second', { skip: withoutSharedData }, () => {
  const parsed = parseBytes(readFileSync(kandilliPath('html/lst0_RECONSTRUCTED_2025-04-23T1305.cp1254.html')));
  const shock = parsed.reports.find((report) => report.magnitudes.some(({ value }) => value >= 6))!;
  assert.match(formatSecond(shock.time), /^2025-04-23 09:49:(?:09|10)$/);
});
