/** Responses do not reveal who has an account: they, and their work, are the same for known and unknown addresses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccounts } from '../../../gateway/store/database.ts';
import { EMAIL, loggedInClient, SEND, SIGN_IN, testAccounts } from '../../support/accounts.ts';

const UNKNOWN = 'nobody@example.org';
const UNCONFIRMED = 'later@example.org';

type Ask = (
  path: string,
  fields: Record<string, string>,
  form: boolean,
) => Promise<{ status: number; headers: string[][]; text: string; statements: number }>;

/** @returns what an answer shows, and how many statements of the database it took */
async function service(): Promise<Ask> {
  let statements = 0;
  const db = openAccounts(':memory:', { onStatement: () => void (statements += 1) });
  const accounts = await testAccounts({ db });
  await loggedInClient(accounts);
  const { internalAdapter } = await accounts.auth.$context;
  // Of a former version.
  await internalAdapter.createUser({ email: UNCONFIRMED, name: '', emailVerified: false });
  let address = 0;
  return async (path, fields, form) => {
    await accounts.sentEmails();
    const client = accounts.client();
    const before = statements;
    const headers = { 'X-Test-Address': `203.0.${(address += 1)}.1` };
    const response = form ? await client.form(path, fields, headers) : await client.json(path, fields, 'POST', headers);
    return {
      status: response.status,
      headers: [...response.headers].map(([name, value]) => [name, value.replace(/=[\w-]{22};/, '=SECRET;')]),
      text: (await response.text()).replaceAll(new RegExp(fields['email']!, 'gi'), 'ADDRESS'),
      statements: statements - before,
    };
  };
}

const QUESTIONS: [name: string, path: string, fields: Record<string, string>, form: boolean, status: number][] = [
  ['a code (JSON)', SEND, { type: 'sign-in' }, false, 200],
  ['a code (form)', '/account/code', {}, true, 200],
  ['log in (JSON)', SIGN_IN, { otp: '123456' }, false, 401],
  ['log in (form)', '/account/sign-in', { otp: '123456' }, true, 401],
];

for (const [name, path, fields, form, status] of QUESTIONS)
  test(`${name}: a known, an unconfirmed and an unknown address get the same, for the same work`, async () => {
    const ask = await service();
    const known = await ask(path, { ...fields, email: EMAIL }, form);
    assert.equal(known.status, status);
    assert.ok(known.statements > 3);
    for (const email of [UNCONFIRMED, UNKNOWN, EMAIL.toUpperCase()])
      assert.deepEqual(await ask(path, { ...fields, email }, form), known, email);
  });
