import assert from 'node:assert/strict';
import test from 'node:test';
import {
  ageClass,
  COLOURS,
  depthClass,
  radiusOf,
  UNKNOWN_CLASS,
  type Colouring,
  type Theme,
} from '../../generator/site/drawing/palette.ts';

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
