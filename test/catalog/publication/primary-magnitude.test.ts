/** Earthquakes of the agencies' real catalogues: time, depth and magnitudes as they gave them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Agency, Solution } from '#core/earthquake.ts';
import { primaryMagnitude } from '../../../generator/catalog/publication/primary-magnitude.ts';
import { at } from '../../support/catalog.ts';
import { earthquake } from '../../support/earthquake.ts';

const [TEMPLATE] = earthquake().solutions as [Solution];

/** `kandilli: ML 4.9, Mw* 5.2 @ 10`: an agency's magnitudes, and its depth in km; a value alone is untyped. */
function solutionsOf(day: string, texts: readonly string[]): Solution[] {
  return texts.map((text) => {
    const [, agency, values, depth] = /^(\w+): ([^@]*?)(?: @ (\S+))?$/.exec(text)!;
    const magnitudes = values!.split(', ').map((value) => {
      const [type, number] = value.includes(' ') ? value.split(' ') : [null, value];
      return { type: type ?? null, value: Number(number) };
    });
    const depthKm = depth === undefined ? 10 : Number(depth);
    return { ...TEMPLATE, agency: agency as Agency, time: Date.parse(day), depthKm, magnitudes };
  });
}

const CASES: [what: string, day: string, solutions: string[], type: string | null, value: number][] = [
  [
    'Samos: one Mw is too small',
    '2020-10-30',
    ['afad: Mw 6.6', 'kandilli: Mw 6.9, ML 6.7', 'usgs: Mww 7', 'historical: 7'],
    'Mw',
    6.9,
  ],
  ['Antalya: Kandilli', '2013-12-28', ['afad: ML 6', 'kandilli: Mw 5.5, ML 6', 'usgs: Mww 5.9'], 'Mww', 5.9],
  ['off Karataş', '2023-01-25', ['afad: Mw 5.4', 'kandilli: Mw 5.8, ML 5.9', 'usgs: Mww 5.9'], 'Mw', 5.8],
  ['Pazarcık: all agree', '2023-02-06', ['afad: Mw 7.7', 'kandilli: Mw 7.7', 'usgs: Mww 7.8'], 'Mw', 7.7],
  ['İzmit', '1999-08-17', ['afad: Mw 7.6, MD 6.7', 'kandilli: Mw 7.4, MD 6.7', 'usgs: Mwc 7.6'], 'Mw', 7.6],
  ['Üzümlü: a phantom MD', '1992-04-28', ['afad: MD 6, mb 4.2', 'kandilli: mb 4.2'], 'mb', 4.2],
  ['two that contradict each other: the greater', '2002-02-17', ['afad: MD 5', 'kandilli: MD 3.7'], 'MD', 5],
  ['before 1970 the lesser', '1941-12-13', ['kandilli: Ms 6.5, ML 6.1 @ 30', 'afad: Ms 6 @ 100'], 'Ms', 6],
  ['two that contradict each other: the measured one', '2023-02-06', ['afad: Mw 5', 'kandilli: ML 3.6'], 'Mw', 5],
  ['the measured one, although the lesser', '1984-06-17', ['afad: Mw 5.1', 'usgs: Ms 6.1'], 'Mw', 5.1],
  ['another value of the agency agrees', '1984-01-31', ['afad: MD 6, mb 4.2', 'kandilli: ML 4.1'], 'ML', 4.1],
  ['a saturated ML of Kandilli', '2023-02-06', ['kandilli: ML 6.7', 'usgs: Mww 7.8'], 'Mww', 7.8],
  ['a saturated MD of Kandilli', '2023-02-06', ['kandilli: MD 6.7', 'usgs: Mww 7.8'], 'Mww', 7.8],
  ['a saturated ML of AFAD', '2023-02-06', ['afad: ML 6.6', 'usgs: Mww 7.6'], 'Mww', 7.6],
  ['two saturated ML', '2023-02-06', ['afad: ML 6.6', 'kandilli: ML 6.7', 'usgs: Mww 7.8'], 'Mww', 7.8],
  [
    'ML, MD and mb of five agencies',
    '2023-02-06',
    ['afad: ML 6.1', 'kandilli: MD 6', 'emsc: mb 6', 'gfz: mb 6.1', 'usgs: Mww 7.1, mb 6.2'],
    'Mww',
    7.1,
  ],
  ['a third decides', '2023-02-20', ['afad: Mw 5.8', 'kandilli: ML 4.1', 'usgs: Mww 5.7'], 'Mw', 5.8],
  ['Tercan: three mb against an Ms', '1983-04-06', ['afad: mb 5', 'kandilli: Ms 4.1, mb 5', 'usgs: mb 5'], 'mb', 5],
  [
    'Ms of a small earthquake',
    '1993-08-26',
    ['afad: mb 5.2', 'kandilli: MD 4.6, Ms 4.5, mb 5.3', 'usgs: mb 5.3'],
    'mb',
    5.2,
  ],
  [
    'bulletins before 1977 are too small',
    '1922-08-29',
    ['afad: Ms 4.9', 'kandilli: ML 4.9, MD 4.9, Ms 4.9, mb 4.9, Mw* 5.2'],
    'Mw*',
    5.2,
  ],
  [
    'Mudurnu: the historical list before bulletins of a great earthquake',
    '1967-07-22',
    ['afad: Ms 6.8', 'kandilli: Ms 6.8, ML 6.3, MD 6.4, mb 6, Mw* 6.2', 'historical: 7.3'],
    null,
    7.3,
  ],
  [
    'Hınıs: not of a smaller one',
    '1959-10-25',
    ['afad: Ms 5', 'kandilli: ML 4.9, Mw* 5.3', 'historical: 6.2'],
    'Mw*',
    5.3,
  ],
  ['not since 1970', '1981-12-19', ['usgs: Ms 7.2', 'afad: Mw 6.8', 'historical: 7.5'], 'Mw', 6.8],
  ['one value', '1995-01-01', ['afad: MD 4'], 'MD', 4],
  ['small ones: the preferred agency', '2024-01-01', ['afad: ML 2.4', 'kandilli: ML 2.6'], 'ML', 2.4],
];
for (const [what, day, texts, type, value] of CASES)
  test(`primary magnitude: ${what}`, () => {
    assert.deepEqual(primaryMagnitude(solutionsOf(day, texts))?.magnitude, { type, value });
  });

const WHOLE_MINUTE = { time: at('1992-01-27 12:21:00') };
const WHOLE_MINUTE_2023 = { time: at('2023-02-06 01:17:00') };
const DOUBT: [
  what: string,
  day: string,
  solutions: string[],
  place: Partial<Solution>,
  isDoubtful: true | undefined,
][] = [
  ['Pernik: untyped and alone', '2012-05-22', ['kandilli: 6.4'], {}, true],
  ['Otlukbeli: alone in whole degrees', '1992-03-13', ['afad: MD 5'], { latitude: 40, longitude: 40 }, true],
  ['Saruhanlı: alone in a whole minute', '1980-08-02', ['afad: mb 5.3'], { time: at('1980-08-02 00:52:00') }, true],
  ['Horasan: alone in a whole minute', '1992-01-27', ['afad: MD 5'], WHOLE_MINUTE, true],
  ['Taşova: alone without a depth', '1997-03-03', ['kandilli: MD 5'], { depthKm: null }, true],
  ['in a whole minute, with another agency', '1992-01-27', ['afad: MD 5', 'kandilli: MD 5'], WHOLE_MINUTE, undefined],
  ['a first report in a whole minute', '2023-02-06', ['kandilli: ML 7'], WHOLE_MINUTE_2023, undefined],
  ['a first report without a depth', '2023-02-06', ['usgs: mb 7'], { depthKm: null }, undefined],
  ['typed and alone', '2013-11-23', ['afad: Mw 5'], {}, undefined],
  ['another agency has one', '2012-05-22', ['kandilli: 6.4', 'usgs: mb 5.6'], {}, undefined],
  ['too small for others', '2012-05-22', ['kandilli: 4.9'], {}, undefined],
  ['before there were networks', '1969-05-22', ['kandilli: 6.4'], {}, undefined],
  ['the historical list', '1986-08-30', ['historical: 6.9'], {}, undefined],
];
for (const [what, day, texts, place, isDoubtful] of DOUBT)
  test(`doubtful magnitude: ${what}`, () => {
    const solutions = solutionsOf(day, texts).map((solution) => ({ ...solution, ...place }));
    assert.equal(primaryMagnitude(solutions)?.isDoubtful, isDoubtful);
  });

const SETTLING: [what: string, day: string, solutions: string[], isSettling: true | undefined][] = [
  ['two agencies, ML and Mw', '2023-02-06', ['kandilli: ML 6.7', 'usgs: Mww 7.8'], true],
  ['0.8 apart', '2023-02-06', ['afad: Mw 6.2', 'usgs: Mww 7'], true],
  ['less apart', '2023-02-06', ['afad: Mw 6.3', 'usgs: Mww 7'], undefined],
  ['a third agency', '2023-02-06', ['kandilli: ML 6.7', 'usgs: Mww 7.8', 'afad: Mw 7.7'], undefined],
  ['a third without a magnitude is none', '2023-02-06', ['kandilli: ML 6.7', 'usgs: Mww 7.8', 'afad: NaN'], true],
  ['one agency', '2023-02-06', ['usgs: Mww 7.8, mb 6'], undefined],
];
for (const [what, day, texts, isSettling] of SETTLING)
  test(`not settled: ${what}`, () => {
    const solutions = solutionsOf(day, texts).map((one) => ({
      ...one,
      magnitudes: one.magnitudes.filter(({ value }) => !Number.isNaN(value)),
    }));
    assert.equal(primaryMagnitude(solutions)?.isSettling, isSettling);
  });

test('no magnitude, no primary one', () => {
  assert.equal(primaryMagnitude([{ ...TEMPLATE, magnitudes: [] }]), undefined);
});

for (const type of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])
  test(`a magnitude of type ${type} is one of an unknown type`, () => {
    for (const day of ['1950-01-01', '2026-01-01']) {
      const chosen = primaryMagnitude(solutionsOf(day, ['usgs: mb 4.5', `afad: ${type} 4.6`]));
      assert.deepEqual(chosen?.magnitude, { type: 'mb', value: 4.5 }, day);
    }
  });
