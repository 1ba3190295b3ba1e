import assert from 'node:assert/strict';
import test from 'node:test';
import {
  baseSlug,
  cleanText,
  coordinateText,
  decimal,
  fold,
  grouped,
  magnitudeText,
  numberText,
  shown,
  SLUG,
  slugWords,
} from '#core/text.ts';
import fc, { anyText } from '../support/property.ts';

const FOLDED: [string, string][] = [
  ['izmir', 'izmir'],
  ['İzmir', 'izmir'],
  ['IZMIR', 'izmir'],
  ['İZMİR', 'izmir'],
  ['I\u0307zmir', 'izmir'],
  ['ızmır', 'izmir'],
  ['IĞDIR', 'igdir'],
  ['Şırnak', 'sirnak'],
  ['S\u0327ırnak', 'sirnak'],
  ['ŞÇĞÜÖİ şçğüöı', 'scguoi scguoi'],
  ['Ağrı', 'agri'],
  ['KÜTAHYA', 'kutahya'],
  ['Crète', 'crete'],
  ['  A \t  B\u00a0C ', 'a b c'],
  ['ﬁ', 'fi'],
  ['Ελλάδα', 'ελλαδα'],
  ['Крит É', 'крит e'],
  ['', ''],
];

for (const [text, folded] of FOLDED)
  test(`"${text}" folds to "${folded}"`, () => {
    assert.equal(fold(text), folded);
    assert.equal(fold(folded), folded);
  });

test('folding does not depend on the case of Turkish letters', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aİIıiŞşĞğÜüÖöÇçzZ '), maxLength: 30 });
  fc.assert(
    fc.property(letters, (text) => {
      assert.equal(fold(text.toLocaleUpperCase('tr')), fold(text));
      assert.equal(fold(text.toLocaleLowerCase('tr')), fold(text));
    }),
  );
});

test('folding is idempotent for every character', () => {
  const unstable: string[] = [];
  for (let first = 0; first <= 0x10ffff; first += 0x100) {
    if (first >= 0xd800 && first <= 0xdfff) continue;
    const letters = Array.from({ length: 0x100 }, (_, index) => String.fromCodePoint(first + index));
    const text = letters.join('x');
    // Letters are folded one by one: where a text of them stays, each of them does.
    if (fold(text) !== text) unstable.push(...letters.filter((letter) => fold(fold(letter)) !== fold(letter)));
  }
  assert.deepEqual(unstable, []);
});

const SLUGS: [string, number | null, string][] = [
  ['Pazarcık (Kahramanmaraş)', 7.7, 'pazarcik-kahramanmaras-m7-7'],
  ['Pazarcık (Kahramanmaraş)', null, 'pazarcik-kahramanmaras'],
  ['Ege Denizi - [27.20 km] Seferihisar (İzmir)', 4, 'ege-denizi-27-20-km-seferihisar-izmir-m4-0'],
  ['../../etc/passwd', 1, 'etc-passwd-m1-0'],
  ['%2e%2e', null, '2e-2e'],
  ['', 5, 'earthquake-m5-0'],
  ['日本', null, 'earthquake'],
  ['Van', -0.3, 'van-mminus-0-3'],
];

for (const [place, magnitude, slug] of SLUGS)
  test(`"${place}" of magnitude ${magnitude} is ${slug}`, () => assert.equal(baseSlug(place, magnitude), slug));

test('every slug has the form of a slug and fits a file name', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 400 }), fc.option(fc.double({ min: -2, max: 10 })), (...of) => {
      const slug = baseSlug(of[0], of[1] !== null && Number.isNaN(of[1]) ? null : of[1]);
      assert.match(slug, SLUG);
      assert.ok(slug.length < 160);
      assert.match(slugWords(of[0]) || 'x', SLUG);
    }),
  );
});

const CLEANED: [string, string][] = [
  ['plain', 'plain'],
  ['two\r\nlines\tand a tab', 'two lines and a tab'],
  ['nul\u0000 bell\u0007 escape\u001b[31m delete\u007f c1\u0085', 'nul bell escape[31m delete c1'],
  ['\u202eright to left\u202c', 'right to left'],
  ['\u2066isolated\u2069 \u200fmark\u200e \u061c', 'isolated mark'],
  ['zero\u200bwidth\u200djoined\u2060\ufeff', 'zerowidthjoined'],
  ['soft\u00adhyphen', 'softhyphen'],
  ['not a character\ufffe\uffff\ufdd0', 'not a character'],
  ['lone\ud800surrogate\udc00', 'lonesurrogate'],
  ['a lost letter\ufffd', 'a lost letter\ufffd'],
  ['K\ufffdTAHYA', 'K\ufffdTAHYA'],
  ['tags\u{e0041}\u{e007f}', 'tags'],
  ['separators\u2028\u2029', 'separators'],
  ['I\u0307zmir', 'İzmir'],
  ['\u00a0 spaces \u3000 of all kinds \u2003', 'spaces of all kinds'],
  ['😀 beyond the basic plane', '😀 beyond the basic plane'],
];

for (const [text, clean] of CLEANED)
  test(`${JSON.stringify(text)} becomes ${JSON.stringify(clean)}`, () => assert.equal(cleanText(text), clean));

test('cleaned text is short, well-formed, and clean already', () => {
  const texts = fc.oneof(
    anyText({ maxLength: 300 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }).map((units) => String.fromCharCode(...units)),
  );
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 250 }), (text, most) => {
      const clean = cleanText(text, most);
      assert.ok(clean.length <= most);
      assert.ok(clean.isWellFormed());
      assert.doesNotMatch(
        clean,
        /[\p{Cc}\p{Bidi_Control}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}]/u,
      );
      assert.equal(clean, clean.trim());
      assert.equal(cleanText(clean, most), clean);
    }),
  );
});

test('a cut never splits a letter of two units', () => assert.equal(cleanText('ab😀', 3), 'ab'));

test('values are shown short and in one line', () => {
  assert.equal(shown('a\nb'), 'a b');
  assert.equal(shown('x'.repeat(61)), `${'x'.repeat(57)}...`);
  assert.equal(shown('x'.repeat(60)), 'x'.repeat(60));
  assert.equal(shown({ a: 1 }), '{"a":1}');
  assert.equal(shown(undefined), 'undefined');
});

test('digits are grouped by three, in the way of the language', () => {
  const words = [0, 12, 999, 1000, -123, -1234, 12345, 1234567, '1234'].map((value) => grouped(value, 'tr'));
  assert.deepEqual(words, ['0', '12', '999', '1.000', '-123', '-1.234', '12.345', '1.234.567', '1.234']);
  assert.equal(grouped(12345, 'en'), '12,345');
});

test('numbers have one decimal sign in a language', () => {
  assert.equal(decimal(12_345.67, 1, 'tr'), '12.345,7');
  assert.equal(decimal(12_345.67, 1, 'en'), '12,345.7');
  assert.equal(decimal(-1.25, 2, 'tr'), '-1,25');
  assert.deepEqual([numberText(1.8, 'tr'), numberText(1999, 'tr'), numberText(1.8, 'en')], ['1,8', '1999', '1.8']);
  assert.deepEqual([magnitudeText(4, 'tr'), magnitudeText(4.26, 'en'), magnitudeText(null, 'tr')], ['4,0', '4.3', '–']);
  assert.equal(coordinateText({ latitude: 38.1234, longitude: -0.5 }, 'tr'), '38,123°\u00A0K 0,500°\u00A0B');
  assert.equal(coordinateText({ latitude: -38.1234, longitude: 27 }, 'en'), '38.123°\u00A0S 27.000°\u00A0E');
});
