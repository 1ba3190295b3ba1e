/** The library's own routes, for programs: only those that this service offers, each with the fields that it knows. */
import type { Hono } from 'hono';
import { JSON_TYPE } from '../../headers.ts';
import type { Fields } from '../fields.ts';
import { readFields } from '../fields.ts';
import { mustAsk, visitorHeaders } from '../library.ts';
import { AUTH_PATH } from '../paths.ts';
import { Problem } from '../problems.ts';
import { needMail, socialNames } from './guest-routes.ts';
import type { Env, Part } from './part.ts';
import { countAttempt, sendCookies, visitorOf } from './part.ts';

interface Offer {
  /** Whether it costs a hash or a letter. */
  attempt?: boolean;
  mail?: boolean;
  /** What the library is told of the body. */
  body(fields: Fields): Record<string, unknown>;
}

const texts =
  (...names: string[]): Offer['body'] =>
  (fields) =>
    Object.fromEntries(names.map((name) => [name, fields.text(name)]));

const rememberMe = (fields: Fields): Record<string, unknown> => {
  const flag = fields.flag('rememberMe');
  return flag === undefined ? {} : { rememberMe: flag };
};

const OFFERS: Record<string, Offer> = {
  // A name may be sent, as the library has one, and is not kept.
  'sign-up/email': {
    attempt: true,
    mail: true,
    body: (fields) => ({ ...texts('email', 'password')(fields), name: '' }),
  },
  'sign-in/email': {
    attempt: true,
    body: (fields) => ({ ...texts('email', 'password')(fields), ...rememberMe(fields) }),
  },
  'sign-out': { body: () => ({}) },
  'request-password-reset': { attempt: true, mail: true, body: texts('email') },
  'reset-password': { attempt: true, body: texts('token', 'newPassword') },
  'change-password': {
    attempt: true,
    body: (fields) => ({ ...texts('currentPassword', 'newPassword')(fields), revokeOtherSessions: true }),
  },
};

export function libraryRoutes(app: Hono<Env>, part: Part): void {
  for (const [path, { attempt, mail, body }] of Object.entries(OFFERS))
    app.post(`${AUTH_PATH}/${path}`, async (c) => {
      const fields = await readFields(c);
      const told = body(fields);
      if (attempt) countAttempt(c, part);
      if (mail) needMail(part);
      if (mail) part.tidy(part.now());
      const answer = await mustAsk(part.auth, visitorOf(c), path, told);
      sendCookies(c, answer.cookies);
      return c.body(JSON.stringify(answer.body), 200, { 'Content-Type': JSON_TYPE });
    });

  app.get(`${AUTH_PATH}/get-session`, async (c) => {
    const session = await passedOn(part, c.req.raw);
    session.headers.set('Content-Type', JSON_TYPE);
    return session;
  });
  app.get(`${AUTH_PATH}/callback/:provider`, (c) => {
    if (!socialNames(part).some((name) => name === c.req.param('provider'))) throw new Problem('not_found');
    countAttempt(c, part);
    return passedOn(part, c.req.raw, visitorHeaders(visitorOf(c)));
  });
}

/** Asks the library what was asked of us, at the address that it knows itself by. */
async function passedOn({ auth }: Part, { url, headers: sent }: Request, headers?: Headers): Promise<Response> {
  const { pathname, search } = new URL(url);
  const told = headers ?? new Headers({ Cookie: sent.get('Cookie') ?? '' });
  const response = await auth.handler(new Request(`${auth.options.baseURL}${pathname}${search}`, { headers: told }));
  return new Response(response.body, response);
}
