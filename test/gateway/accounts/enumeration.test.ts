/** Responses do not reveal who has an account: they, and their cost, are the same for known and unknown addresses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cheapHashing, EMAIL, loggedInClient, PASSWORD, testAccounts } from '../../support/accounts.ts';

const UNKNOWN = 'nobody@example.org';
const UNCONFIRMED = 'later@example.org';

const hashing = cheapHashing();
const accounts = await testAccounts({ hashing });
await loggedInClient(accounts);
await accounts.client().json('/account/auth/sign-up/email', { email: UNCONFIRMED, password: PASSWORD });

let address = 0;

/** What an answer shows, and how often a password was hashed for it. */
async function responseTo(path: string, fields: Record<string, string>, form: boolean) {
  await accounts.sentEmails();
  const client = accounts.client();
  const before = hashing.calls;
  const headers = { 'X-Test-Address': `198.51.100.${(address += 1)}` };
  const response = form ? await client.form(path, fields, headers) : await client.json(path, fields, 'POST', headers);
  const text = (await response.text())
    .replaceAll(fields['email']!, 'ADDRESS')
    .replaceAll(fields['email']!.toLowerCase(), 'ADDRESS')
    // Random values and times are reduced to their form.
    .replace(/"(?:id|createdAt|updatedAt)":"[^"]*"/g, (pair) =>
      pair.replace(/[0-9]/g, '0').replace(/":"[0A-Za-z]{32}"/, '":32'),
    );
  return {
    status: response.status,
    headers: [...response.headers].filter(([name]) => name !== 'content-length'),
    text,
    hashes: hashing.calls - before,
  };
}

const QUESTIONS: [name: string, path: string, fields: Record<string, string>, form: boolean, hashes: number][] = [
  ['log in (JSON)', '/account/auth/sign-in/email', { password: 'not this one' }, false, 1],
  ['log in (form)', '/account/sign-in', { password: 'not this one' }, true, 1],
  ['sign up (JSON)', '/account/auth/sign-up/email', { password: PASSWORD }, false, 1],
  ['sign up (form)', '/account/register', { newPassword: PASSWORD }, true, 1],
  ['reset (JSON)', '/account/auth/request-password-reset', {}, false, 0],
  ['reset (form)', '/account/forgot', {}, true, 0],
];

for (const [name, path, fields, form, hashes] of QUESTIONS)
  test(`${name}: a known, an unconfirmed and an unknown address get the same`, async () => {
    const known = await responseTo(path, { ...fields, email: EMAIL }, form);
    assert.equal(known.hashes, hashes);
    assert.deepEqual(await responseTo(path, { ...fields, email: UNCONFIRMED }, form), known);
    assert.deepEqual(await responseTo(path, { ...fields, email: EMAIL.toUpperCase() }, form), known);
    // Last, since signing up makes the address known.
    assert.deepEqual(await responseTo(path, { ...fields, email: UNKNOWN }, form), known);
  });

test('the right password of an address that is not confirmed gets the answer of a wrong one', async () => {
  const sign = (email: string, password: string) =>
    responseTo('/account/auth/sign-in/email', { email, password }, false);
  assert.deepEqual(await sign(UNCONFIRMED, PASSWORD), await sign(UNCONFIRMED, 'not this one'));
});

test('the owner of a known address gets an email, and keeps account and password', async () => {
  const message = (await accounts.sentEmails()).findLast((line) => line.includes(EMAIL) && line.includes('already'));
  assert.match(message!, /you already have an account/);
  const response = await accounts
    .client()
    .json('/account/auth/sign-in/email', { email: EMAIL, password: PASSWORD }, 'POST', {
      'X-Test-Address': '203.0.113.9',
    });
  assert.equal(response.status, 200);
});
