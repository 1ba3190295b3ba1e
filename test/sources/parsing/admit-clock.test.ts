import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import { admit } from '../../../generator/sources/parsing/admit.ts';
import { now as receivedAt, YEAR, report, parsed, GOOD } from '../../support/parsed-document.ts';

const at = (time: number) => report({ line: 42, time });

for (const [name, time, accepted] of [
  ['two minutes after it was received', receivedAt + 2 * MINUTE, true],
  ['a moment more', receivedAt + 2 * MINUTE + 1, false],
  ['two hours', receivedAt + 2 * HOUR, false],
  ['a year', receivedAt + YEAR, false],
  ['a thousand years', receivedAt + 1000 * YEAR, false],
] as const)
  test(`an origin time ${name} is ${accepted ? 'accepted' : 'refused'}, whatever the document says of its own time`, () => {
    for (const asOf of [null, receivedAt, time, receivedAt + 1000 * YEAR]) {
      const result = admit(parsed([...GOOD, at(time)], { asOf }), { receivedAt });
      assert.equal(result.reports.length, accepted ? 6 : 5);
      if (!accepted) assert.match(result.rejects[0]!.reason, /^the date .* is in the future$/);
    }
  });

test('a document with all rows in the future of the host is refused row by row', () => {
  const reports = [1, 2, 3].map((hours) => report({ line: hours, time: receivedAt + 1000 * YEAR - hours * HOUR }));
  const result = admit(parsed(reports, { asOf: receivedAt + 1000 * YEAR }), { receivedAt });
  assert.deepEqual([result.reports.length, result.rejects.length, result.coverage], [0, 3, null]);
});

test('what a document says of its own time is cut to when it was received', () => {
  const asOfOf = (asOf: number | null) => admit(parsed(GOOD, { asOf }), { receivedAt }).asOf;
  assert.equal(asOfOf(receivedAt - MINUTE), receivedAt - MINUTE);
  assert.equal(asOfOf(receivedAt + 1000 * YEAR), receivedAt);
  assert.equal(asOfOf(null), null);
  assert.equal(asOfOf(receivedAt - YEAR), null, 'older than its newest row: the stamp is wrong');
});

test('a coverage ends when the document was received, and one that begins later proves nothing', () => {
  const coverageOf = (from: number, to: number) =>
    admit(parsed(GOOD, { coverage: { from, to, minMagnitude: null } }), { receivedAt }).coverage;
  assert.equal(coverageOf(receivedAt - DAY, receivedAt + 1000 * YEAR)!.to, receivedAt);
  assert.equal(coverageOf(receivedAt + DAY, receivedAt + 2 * DAY), null);
});

test('a time of change later than the receipt is none', () => {
  const updatedAtOf = (updatedAt: number) =>
    admit(parsed([report({ updatedAt })]), { receivedAt }).reports[0]!.updatedAt;
  assert.equal(updatedAtOf(receivedAt - HOUR), receivedAt - HOUR);
  assert.equal(updatedAtOf(receivedAt + MINUTE), receivedAt + MINUTE, 'clocks differ a little');
  assert.equal(updatedAtOf(receivedAt + 7000 * YEAR), null);
});

test('rows more than a day outside of the time that was asked for are refused', () => {
  const window = { from: receivedAt - 3 * DAY, to: receivedAt };
  for (const [time, accepted] of [
    [window.from - DAY, true],
    [window.from - DAY - 1, false],
    [window.from - YEAR, false],
    [window.from - 1000 * YEAR, false],
  ] as const) {
    const result = admit(parsed([...GOOD, at(time)]), { receivedAt, window });
    assert.equal(result.reports.length, accepted ? 6 : 5);
    if (!accepted) assert.match(result.rejects[0]!.reason, /is not in the time that was asked for$/);
  }
  assert.equal(admit(parsed([...GOOD, at(receivedAt - 1000 * YEAR)]), { receivedAt }).reports.length, 6);
});
