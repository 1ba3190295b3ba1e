/** Charts and colours of the pages. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { rangeChart, trendChart } from '../../generator/site/drawing/charts.ts';
import { borderPath, frameOf, landPath } from '../../generator/site/drawing/land.ts';
import { yearMap } from '../../generator/site/drawing/year-map.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { STATISTICS } from '../support/site-statistics.ts';
import {
  ageClass,
  COLOURS,
  depthClass,
  radiusOf,
  UNKNOWN_CLASS,
  type Colouring,
  type Theme,
} from '../../generator/site/drawing/palette.ts';

const numbersOf = (svg: string, pattern: RegExp): number[] =>
  [...svg.matchAll(pattern)].map(([, text]) => Number(text));

test('a range lies where its values are on the axis, and not beyond it', () => {
  const options = { title: 'T', language: 'en', ticks: [-1, 0, 1], name: String };
  const range = (values: number[]) =>
    String(rangeChart({ ...options, ranges: [{ label: 'a < b', values, note: '7' }] }));
  const svg = range([-0.5, 0, 0.5]);
  assert.deepEqual(numbersOf(svg, /class="span" x1="([\d.]+)"/g), [244]);
  assert.deepEqual(numbersOf(svg, /class="median" cx="([\d.]+)"/g), [480]);
  assert.match(svg, /a &lt; b: -0\.5 … 0 … 0\.5/);
  assert.deepEqual(numbersOf(range([-9, 2, 9]), /class="median" cx="([\d.]+)"/g), [952]);
  const powers = rangeChart({
    ...{ title: 'T', ticks: [1, 10, 100], name: String, logarithmic: true },
    ranges: [{ label: 'l', values: [0, 10, 100], note: '' }],
  });
  assert.deepEqual(numbersOf(String(powers), /class="(?:span" x1|median" cx)="([\d.]+)"/g), [8, 480]);
});

test('a trend is broken where a year has no value, and its errors are spans around the value', () => {
  const points = [1, 1, null, 1.5].map((value, index) => ({ year: 2000 + index, value, error: value && 0.25 }));
  const svg = String(trendChart({ title: 'T', points, language: 'en', ticks: [1, 1.5, 2] }));
  assert.equal(/class="line" d="([^"]*)"/.exec(svg)![1]!.replace(/[\d. ]/g, ''), 'MLM');
  assert.equal(svg.match(/class="median"/g)!.length, 3);
  assert.match(svg, /<title>2003: 1\.50 ± 0\.25<\/title>/);
  assert.match(svg, /class="error" x1="([\d.]+)" x2="\1" y1="138.5" y2="55.5"/);
});

const LAND = {
  step: 1,
  land: [
    [30, 38, 2, 0, 0, 2, -2, 0],
    [100, 10, 1, 0, 0, 1],
  ],
  borders: [[31, 38, 0, 2]],
};

test('land within the picture is drawn, the rest of the world is not', () => {
  const frame = frameOf({ west: 30, east: 40, south: 36, north: 42 }, 1000);
  const path = landPath(LAND, frame);
  assert.match(path, /^M0 \d+l200 0 0-\d+-200 0Z$/);
  assert.equal(borderPath(LAND, frame).match(/M/g)!.length, 1);
  assert.ok(frame.height > 700 && frame.height < 900, String(frame.height));
});

test('every epicentre is a link with a text, the greatest lowest', () => {
  const one = { latitude: 38, longitude: 30, depthKm: 7, href: '/deprem/?id=1', label: 'M 4.0 "x"' };
  const map = yearMap(
    LAND,
    [
      { ...one, magnitude: 4 },
      { ...one, depthKm: null, magnitude: 6 },
    ],
    'heading',
  );
  const svg = String(map);
  assert.match(svg, /aria-labelledby="heading"/);
  assert.deepEqual(
    [...svg.matchAll(/class="(depth-[\d-]+)"/g)].map(([, name]) => name),
    ['depth--1', 'depth-1'],
  );
  assert.match(svg, /<a href="\/deprem\/\?id=1"><title>M 4\.0 &quot;x&quot;<\/title>/);
});

test('the map of the last year says of how many earthquakes it shows the largest', () => {
  const titleOf = (count: number, folder = 'statistics'): string => {
    const bands = STATISTICS.bands.map((band) => ({ ...band, count: band.from === 4 ? count : 0 }));
    const page = syntheticSite([], { statistics: { bands } }).get(`${folder}/index.html`)!.toString('utf8');
    return /<h2 id="year-map">([^]*?)<\/h2>/.exec(page)![1]!;
  };
  const { length } = STATISTICS.felt;
  assert.ok(titleOf(length).includes(`Map of the last year: ${length} earthquakes, M ≥ 4`), titleOf(length));
  const turkish = titleOf(1400, 'istatistik');
  assert.ok(turkish.includes(`Son bir yılın haritası: 1.400 depremin en büyük ${length} tanesi, M ≥ 4`), turkish);
  assert.ok(titleOf(1400).includes(`Map of the last year: the largest ${length} of 1,400 earthquakes, M ≥ 4`));
});

type Triple = [number, number, number];

const linear = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Triple;

/** CIE L* of D65 (CIE 15:2004). */
function lightness(hex: string): number {
  const [r, g, b] = linear(hex);
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return y > 216 / 24389 ? 116 * Math.cbrt(y) - 16 : (24389 / 27) * y;
}

const CASES = (['light', 'dark'] as Theme[]).flatMap((theme) =>
  (['age', 'depth'] as Colouring[]).map((colouring) => ({ theme, colouring })),
);

for (const { theme, colouring } of CASES)
  test(`${colouring}, ${theme}: lightness alone tells each class from the next`, () => {
    const steps = COLOURS[theme][colouring].map(lightness);
    const sign = Math.sign(steps[1]! - steps[0]!);
    for (let index = 1; index < steps.length; index += 1)
      assert.ok(sign * (steps[index]! - steps[index - 1]!) >= 9, `${steps[index - 1]} ${steps[index]}`);
  });

test('classes: upper ends are exclusive', () => {
  assert.deepEqual([0, 3_599_999, 3_600_000, 86_400_000, 1e12].map(ageClass), [0, 0, 1, 2, 4]);
  assert.deepEqual([null, -2, 4.9, 5, 40, 600].map(depthClass), [UNKNOWN_CLASS, 0, 0, 1, 4, 4]);
});

test('a greater magnitude is never smaller, and every one can be seen', () => {
  const radii = [null, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(radiusOf);
  for (const [index, radius] of radii.entries())
    assert.ok(radius >= 2 && radius <= 34 && radius >= (radii[index - 1] ?? 0));
});

test('completeness is a map of cells for each decade, with words for those who do not see it', () => {
  const page = syntheticSite([]).get('statistics/index.html')!.toString('utf8');
  const [map] = /<svg class="year-map cells"[^]*?<\/svg>/.exec(page) ?? [];
  assert.ok(map);
  assert.match(map, /role="img" aria-label="Magnitude of completeness Mc, 2020–2029: Mc &lt; 2: \d+ squares, /);
  assert.match(map, /<use href="#ground"\/>.*<path class="depth-0" d="M\d+ \d+H\d+V\d+H\d+z/);
  assert.equal(page.split('id="ground"').length, 2, 'drawn once');
  assert.match(page, /<h3>Since 2020<\/h3>[^]*<summary>2010–2019<\/summary>/);
});
