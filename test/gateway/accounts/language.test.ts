import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from '../../../gateway/accounts/language.ts';
import { TEXTS } from '../../../gateway/accounts/pages/view.ts';
import { testAccounts } from '../../support/accounts.ts';

const PREFERRED: [header: string | undefined, language: string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['tr', 'tr'],
  ['TR-tr', 'tr'],
  ['tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7', 'tr'],
  ['en-US,en;q=0.9,tr;q=0.8', 'en'],
  ['de,tr;q=0.3,en;q=0.4', 'en'],
  ['de, tr ; q=0.3', 'tr'],
  ['tr;q=0', 'en'],
  ['tr;q=2, en;q=0.1', 'en'],
  ['trx, *', 'en'],
  [',;=,q=1', 'en'],
];

for (const [header, language] of PREFERRED)
  test(`Accept-Language ${header} is ${language}`, () => assert.equal(preferredLanguage(header), language));

test('the chosen language is kept, and overrides the preference of the browser', async () => {
  const client = (await testAccounts()).client();
  const heading = async (path: string): Promise<string> =>
    /<h1>(.*)<\/h1>/.exec(await (await client.get(path, { 'Accept-Language': 'en' })).text())![1]!;
  assert.equal(await heading('/account/'), TEXTS.en.logIn);
  assert.equal(await heading('/account/code?lang=tr'), TEXTS.tr.enterCode);
  assert.equal(await heading('/account/'), TEXTS.tr.logIn);
  assert.equal(await heading('/account/?lang=xx'), TEXTS.tr.logIn);
  assert.equal(await heading('/account/?lang=en'), TEXTS.en.logIn);
});

test('all texts differ between the languages', () => {
  const same = Object.keys(TEXTS.en).filter((key) => {
    const [en, tr] = [TEXTS.en[key as 'or'], TEXTS.tr[key as 'or']];
    return typeof en === 'string' && en === tr;
  });
  assert.deepEqual(same, ['plan', 'pro']);
});
