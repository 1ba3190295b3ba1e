import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ablative, listedNames, locative } from '../../generator/site/drawing/turkish.ts';

/** As they are spoken: sıfır, bir, iki, üç, dört, beş, altı, yedi, sekiz, dokuz; on, yirmi, otuz, kırk, elli, … */
const NUMBERS: Record<string, string> = {
  ...{ dan: '0 6 9 06:29 06:00 00:00 10 30 90 26 09:09 2026 1,6 20:40:10 19:30 1.000.000 1.000.000.000' },
  ...{ den: '1 2 7 8 20 50 80 100 1000 1.8 06:21 1,8 1998 2000 17:00 08:00 12:58 500' },
  ...{ ten: '3 4 5 70 13 04:05 1,3 14:00 23:55 1985 4,5 05:00' },
  ...{ tan: '40 60 140 2060 12:40 16:60' },
};

test('numbers and times take the ending that is heard', () => {
  for (const [ending, numbers] of Object.entries(NUMBERS))
    for (const number of numbers.split(' ')) assert.equal(ablative(number), `${number}’${ending}`);
  assert.equal(ablative('26 Kasım 2026 06:29'), '26 Kasım 2026 06:29’dan');
  assert.equal(ablative('M 4,2'), 'M 4,2’den');
  assert.deepEqual(['10', '100', '2023', '1999'].map(locative), ['10’da', '100’de', '2023’te', '1999’da']);
});

test('names and abbreviations too', () => {
  const names =
    'Kandilli’den AFAD’dan USGS’den TURHEC’den EMSC’den GFZ’den INGV’den ISC’den İzmir’den Sinop’tan Muğla’dan';
  for (const expected of names.split(' ')) assert.equal(ablative(expected.split('’')[0]!), expected);
  assert.equal(ablative('NOA (Atina)'), 'NOA’dan (Atina)');
  assert.equal(ablative(listedNames(['Kandilli', 'AFAD'], 've')), 'Kandilli ve AFAD’dan');
  assert.equal(listedNames(['A', 'B', 'C'], 'and'), 'A, B and C');
  assert.deepEqual([listedNames([], 've'), listedNames(['A'], 've')], ['', 'A']);
});
