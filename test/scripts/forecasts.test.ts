/** The benchmark of forecasts: parameters of synthetic sequences come back from its fit. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '#core/time.ts';
import { AFTERSHOCK_PARAMETERS, type Parameters } from '#seismology/aftershocks/parameters.ts';
import { fitParameters } from '../../scripts/bench/forecasts/fit.ts';
import { MAIN_TIME, Random, syntheticSequence } from '../support/aftershocks.ts';

const DRAWN = { a: -1.9, aSpread: 0.4, b: 1.1, p: 0.95, pSpread: 0.1, c: 0.01 };
const COUNT = 16;

/** Without a background, whole in the catalogue from M 3 up. */
function synthetic(random: Random) {
  return Array.from({ length: COUNT }, () => {
    const magnitude = 5.5 + Math.floor(random.unit() * 15) / 10;
    const own = {
      ...DRAWN,
      a: DRAWN.a + DRAWN.aSpread * random.normal(),
      p: DRAWN.p + DRAWN.pSpread * random.normal(),
    };
    const known = syntheticSequence(magnitude, own, { days: 10, random });
    return { main: { time: MAIN_TIME, magnitude }, known, complete: 3, until: MAIN_TIME + 10 * DAY };
  });
}

test('parameters of synthetic sequences come back from other ones', () => {
  const { parameters, value } = fitParameters(synthetic(new Random(11)), AFTERSHOCK_PARAMETERS, 100);
  const off = (name: keyof Parameters & keyof typeof DRAWN): number => Math.abs(parameters[name] - DRAWN[name]);
  const text = JSON.stringify(parameters);
  // Three standard errors of the means of so many sequences.
  assert.ok(off('a') < (3 * DRAWN.aSpread) / Math.sqrt(COUNT), text);
  assert.ok(off('p') < (3 * DRAWN.pSpread) / Math.sqrt(COUNT) + 0.02, text);
  assert.ok(off('b') < 0.05, text);
  assert.ok(parameters.aSpread > DRAWN.aSpread / 1.6 && parameters.aSpread < DRAWN.aSpread * 1.6, text);
  assert.ok(parameters.size > 20, `Poisson counts have no clusters: ${text}`);
  assert.ok(Number.isFinite(value));
});
