/** How a chance is worded for a frightened reader. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  chanceWords,
  countWords,
  forecastSentence,
  FORECAST_TEXTS,
} from '../../generator/site/drawing/forecast-words.ts';

test('chances have no false precision, and never claim to be sure', () => {
  const words = [0, 0.0099, 0.01, 0.026, 0.08, 0.094, 0.095, 0.34, 0.949, 0.96, 0.991, 1].map((chance) =>
    chanceWords(chance, 'en'),
  );
  assert.deepEqual(words, [
    ...['less than 1 in 100', 'less than 1 in 100', '1 in 100', '3 in 100', '7 in 100', '7 in 100', '1 in 10'],
    ...['3 in 10', '9 in 10', 'more than 9 in 10', 'more than 99 in 100', 'more than 99 in 100'],
  ]);
  assert.equal(chanceWords(0.005, 'tr'), '100’de 1’den az');
  assert.equal(chanceWords(0.6, 'tr'), '10’da 6');
  assert.equal(chanceWords(0.97, 'tr'), '10’da 9’dan fazla');
});

test('a larger chance is never worded as a smaller one', () => {
  const rankOf = (words: string): number => {
    const [count, of] = words.match(/\d+/g)!.map(Number) as [number, number];
    return count / of + (words.startsWith('more') ? 1e-3 : 0) - (words.startsWith('less') ? 1e-3 : 0);
  };
  const ranks = Array.from({ length: 1001 }, (_, index) => rankOf(chanceWords(index / 1000, 'en')));
  assert.deepEqual(
    ranks,
    ranks.toSorted((a, b) => a - b),
  );
});

test('counts are rounded outwards, and none is said as such', () => {
  const words = (low: number, high: number) => countWords({ low, high }, 'en');
  assert.deepEqual([words(0, 0), words(0, 1), words(0, 5)], ['most likely none', 'at most one', 'between 0 and 5']);
  assert.deepEqual([words(20, 137), words(137, 1234)], ['between 20 and 140', 'between 130 and 1,300']);
  assert.equal(countWords({ low: 0, high: 1 }, 'tr'), 'en çok bir tane');
  assert.equal(countWords({ low: 81, high: 1140 }, 'tr'), '81 ile 1.200 arası');
});

test('a forecast is one sentence in each language, and says that it is no prediction', () => {
  const forecast = { hours: 24, magnitude: 4, chance: 0.31, expected: 0.9, low: 0, high: 5 };
  assert.equal(
    forecastSentence(forecast, 'en'),
    'The chance of another earthquake of M 4 or above in the next 24 hours: 3 in 10 (expected number: between 0 and 5).',
  );
  assert.equal(
    forecastSentence({ ...forecast, hours: 168, magnitude: 6.2 }, 'tr'),
    'Önümüzdeki 7 günde M 6,2 ve üzeri bir deprem daha olma olasılığı: 10’da 3 (beklenen sayı: 0 ile 5 arası).',
  );
  assert.match(FORECAST_TEXTS.notPrediction[1], /not a prediction/);
});
