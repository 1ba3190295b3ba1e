/** That the lint rules for code which reads outside text find the patterns that once hung. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';

/** Each hung the updater, or could have, as the parsers had it. */
const FORMER_PATTERNS = [
  String.raw`/^\s*-?\s*$/`,
  String.raw`/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?$/`,
  String.raw`/<pre\b[^>]*>/i`,
  String.raw`/<title[^>]*>([^<]{0,100})/i`,
  String.raw`/<(title|h1|h2)[^>]*>([^<]*)</i`,
  String.raw`/^[\s-]*-{5}[\s-]*$/`,
  String.raw`/^\s*(\S+)\s+(\S+)(?:\s+(.*))?$/`,
  String.raw`/Bulunan\s*:?\s*(\d{1,7})/`,
  String.raw`/^\s*No\s*([\t,;])\s*"?Deprem Kodu/i`,
  String.raw`/\s*\[[^[\]]{0,60}\bkm\b[^[\]]{0,40}\]?\s*$/`,
  String.raw`/^(.*?)\s*(?:I?lksel|Quick|(REVI[ZS]E)\s*(\d{1,2})?\s*(?:\(\s*([^()]*?)\s*\)?)?)\s*$/`,
  String.raw`/[([].*?[)\]]/g`,
  String.raw`/charset\s*=\s*["']?\s*(windows-1254|iso-8859-9)/i`,
  String.raw`/^[^ ]+T.+Z$/`,
  String.raw`new RegExp('^a*' + 'a*$')`,
];
const LINEAR_RULES = /^(?:redos|regexp)\/|^no-restricted-syntax$/;

test('the lint rules reject every pattern that once took exponential time', async () => {
  // Rules of patterns need no types: without them no program is built.
  const eslint = new ESLint({ overrideConfig: tseslint.configs.disableTypeChecked });
  const code = FORMER_PATTERNS.map((pattern, at) => `export const P${at} = ${pattern};`).join('\n');
  const [result] = await eslint.lintText(code, { filePath: 'generator/sources/parsing/rows.ts' });
  const lines = result!.messages.filter(({ ruleId }) => LINEAR_RULES.test(ruleId ?? '')).map(({ line }) => line);
  assert.deepEqual(
    FORMER_PATTERNS.filter((_, at) => !lines.includes(at + 1)),
    [],
  );
});
