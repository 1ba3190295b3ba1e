/** The library's own routes, for programs: only those that this service offers, each with the fields that it knows. */
import type { Hono } from 'hono';
import type { Fields } from '../request-body.ts';
import { readFields } from '../request-body.ts';
import { visitorHeaders } from '../auth-client.ts';
import { AUTH_PATH } from '../paths.ts';
import { Problem } from '../problems.ts';
import { countAttempt } from './attempt.ts';
import { socialNames } from './guest-routes.ts';
import type { Told } from './operations.ts';
import { changePassword, requestReset, resetPassword, signIn, signOut, signUp } from './operations.ts';
import type { Env, AccountsContext, AccountsRequest } from './part.ts';
import { sessionOf, visitorOf } from './part.ts';
import { json } from './show.ts';

type Operation = (c: AccountsRequest, part: AccountsContext, fields: Fields) => Promise<Told>;

const texts = <Name extends string>({ text }: Fields, ...names: Name[]): Record<Name, string> =>
  Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;

const OPERATIONS: Record<string, Operation> = {
  'sign-up/email': (c, part, fields) => signUp(c, part, texts(fields, 'email', 'password')),
  'sign-in/email': (c, part, fields) =>
    signIn(c, part, { ...texts(fields, 'email', 'password'), rememberMe: fields.flag('rememberMe') }),
  'sign-out': (c, part) => signOut(c, part),
  'request-password-reset': (c, part, fields) => requestReset(c, part, fields.text('email')),
  'reset-password': (c, part, fields) => resetPassword(c, part, texts(fields, 'token', 'newPassword')),
  'change-password': (c, part, fields) => changePassword(c, part, texts(fields, 'currentPassword', 'newPassword')),
};

export function libraryRoutes(app: Hono<Env>, part: AccountsContext): void {
  for (const [path, operation] of Object.entries(OPERATIONS))
    app.post(`${AUTH_PATH}/${path}`, async (c) => json(c, await operation(c, part, await readFields(c))));

  app.get(`${AUTH_PATH}/get-session`, async (c) => {
    const found = await sessionOf(c, part);
    if (!found) return json(c, { session: null, user: null });
    const { createdAt, expiresAt } = found.session;
    return json(c, { session: { createdAt, expiresAt }, user: found.user });
  });
  app.get(`${AUTH_PATH}/callback/:provider`, (c) => {
    if (!socialNames(part).some((name) => name === c.req.param('provider'))) throw new Problem('not_found');
    countAttempt(c, part);
    return passedOn(part, c.req.url, visitorHeaders(visitorOf(c)));
  });
}

/** Asks the library what was asked of us, at the address that it knows itself by. */
async function passedOn({ auth }: AccountsContext, url: string, headers: Headers): Promise<Response> {
  const { pathname, search } = new URL(url);
  const response = await auth.handler(new Request(`${auth.options.baseURL}${pathname}${search}`, { headers }));
  return new Response(response.body, response);
}
