/** The account pages have a style sheet of their own: its type and colours are those of the site. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '../..');
const site = readFileSync(join(ROOT, 'generator/site/styles/tokens.css'), 'utf8');
const account = readFileSync(join(ROOT, 'gateway/accounts/pages/account.css'), 'utf8');

/** Colours of the custom properties of a rule. */
function coloursOf(sheet: string, selector: string): string[] {
  const from = sheet.indexOf(`${selector} {`);
  assert.ok(from >= 0, selector);
  const rule = sheet.slice(from, sheet.indexOf('}', from));
  return [...rule.matchAll(/--[\w-]+: (#[0-9a-f]{6});/g)].map(([, colour]) => colour!);
}

const DARK = [":root[data-theme='dark']", ":root:not([data-theme='light'])"];

for (const selector of ['\n:root', ...DARK])
  test(`colours of the account pages are the site's: ${selector.trim()}`, () => {
    const colours = coloursOf(account, selector);
    assert.ok(colours.length >= 10);
    assert.deepEqual(
      colours.filter((colour) => !coloursOf(site, selector).includes(colour)),
      [],
    );
  });

test('a dark theme that is chosen has the colours of the one that the system asks for', () => {
  for (const sheet of [site, account]) assert.deepEqual(coloursOf(sheet, DARK[0]!), coloursOf(sheet, DARK[1]!));
});

test('the typeface is declared alike', () => {
  const faces = (sheet: string): string[] => sheet.match(/@font-face \{[^}]*\}/g) ?? [];
  assert.equal(faces(site).length, 2);
  assert.deepEqual(faces(account), faces(site));
});
