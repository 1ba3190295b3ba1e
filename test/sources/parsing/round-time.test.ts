import assert from 'node:assert/strict';
import test from 'node:test';
import { precisionOfRoundTime } from '../../../generator/sources/parsing/origin-time.ts';
import { at } from '../../support/catalog.ts';

for (const [time, precision] of [
  ['1935-07-12 00:00:00', 'day'],
  ['1948-03-02 07:00:00', 'hour'],
  ['1957-04-26 06:33:00', 'minute'],
  ['1957-04-26 06:33:00.1', 'second'],
  ['1961-05-23 02:45:00', 'second'],
  ['1973-03-01 00:00:00', 'day'],
  ['1983-03-01 00:00:00', 'second'],
] as const)
  test(`${time} in a list without precision is known to the ${precision}`, () =>
    assert.equal(precisionOfRoundTime(at(time)), precision));
