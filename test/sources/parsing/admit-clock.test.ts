import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, HOUR, parseCivil } from '#core/time.ts';
import { admit } from '../../../generator/sources/parsing/admit.ts';
import { now, YEAR, report, parsed, GOOD } from '../../support/parsed-document.ts';

test('a document newer than this computer’s clock is accepted', () => {
  const asOf = now + 3 * DAY;
  const reports = [...GOOD, report({ line: 42, time: asOf - HOUR })];
  assert.equal(admit(parsed(reports, { asOf }), { now }).reports.length, 6);
  assert.equal(admit(parsed(reports), { now }).reports.length, 5);
});

for (const years of [1, 10, 56]) {
  test(`a clock ${years} years slow refuses nothing but the row far from the others, and says so`, () => {
    const far = report({ line: 42, time: parseCivil('2099-01-01 00:00:00')! });
    const result = admit(parsed([...GOOD, far]), { now: now - years * YEAR });
    assert.deepEqual(result.reports, GOOD);
    assert.match(result.rejects[0]!.reason, /2099-01-01 00:00:00 is in the future/);
    assert.match(
      result.warnings[0]!,
      /6 of 6 rows lie in the future of this computer's clock .*the clock is taken to be wrong/,
    );
  });
}

test('a clock years fast refuses nothing', () => {
  const result = admit(parsed(GOOD), { now: now + 30 * YEAR });
  assert.deepEqual([result.reports.length, result.warnings], [5, []]);
});

test('a single row from the future of a wrong clock is kept; an empty document is nothing special', () => {
  assert.equal(admit(parsed([report()]), { now: 0 }).reports.length, 1);
  assert.deepEqual(admit(parsed([]), { now: 0 }), parsed([]));
});

test('exact half in the future is not enough to doubt the clock', () => {
  const later = GOOD.map((one) => ({ ...one, line: one.line + 10, time: one.time + YEAR }));
  const result = admit(parsed([...GOOD, ...later]), { now });
  assert.deepEqual([result.reports.length, result.rejects.length, result.warnings], [5, 5, []]);
});

test('a catalogue of a century with a slow clock loses no row', () => {
  const reports = Array.from({ length: 200 }, (_, index) =>
    report({ line: index + 1, time: now - index * (YEAR / 2) }),
  );
  assert.equal(admit(parsed(reports), { now: now - 60 * YEAR }).reports.length, 200);
});
