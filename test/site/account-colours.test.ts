/** Type and colours of the account pages are those of the site. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sharedStyles } from '#core/styles/styles.ts';
import { ASSETS } from '../../gateway/accounts/routes/assets.ts';

const shared = sharedStyles();
const own = readFileSync(join(import.meta.dirname, '../../gateway/accounts/pages/account.css'), 'utf8');

/** Custom properties of a rule, with their colours. */
function coloursOf(sheet: string, selector: string): string[] {
  const from = sheet.indexOf(`${selector} {`);
  assert.ok(from >= 0, selector);
  const rule = sheet.slice(from, sheet.indexOf('}', from));
  return [...rule.matchAll(/(--[\w-]+): #[0-9a-f]{6};/g)].map(([colour]) => colour);
}

const LIGHT = '\n:root';
const DARK = [":root[data-theme='dark']", ":root:not([data-theme='light'])"] as const;

for (const selector of [LIGHT, ...DARK])
  test(`colours of the account pages are the site's: ${selector.trim()}`, async () => {
    const colours = coloursOf(await ASSETS[0]![1]().text(), selector);
    assert.ok(colours.length >= 10);
    assert.deepEqual(colours, coloursOf(shared, selector));
    const names = new Set(colours.map((colour) => colour.split(':')[0]));
    const used = [...own.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name!);
    assert.deepEqual(
      used.filter((name) => name !== '--mono' && !names.has(name)),
      [],
    );
    assert.doesNotMatch(own, /#[0-9a-f]{3,6};|^ {2}--/m);
  });

test('a dark theme that is chosen has the colours of the one that the system asks for', () => {
  assert.deepEqual(coloursOf(shared, DARK[0]), coloursOf(shared, DARK[1]));
});

test('the typeface is declared once, by the shared styles', () => {
  const faces = (sheet: string): string[] => sheet.match(/@font-face \{[^}]*\}/g) ?? [];
  // Two halves of the typeface, and two weights of its stand-in.
  assert.equal(faces(shared).length, 4);
  assert.deepEqual(faces(own), []);
});
