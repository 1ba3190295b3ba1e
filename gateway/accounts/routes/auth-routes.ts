/** Routes of the authentication library for programs: only those offered here, each with its known fields. */
import type { Hono } from 'hono';
import { emailOf, type Fields, readFields } from '../request-body.ts';
import { clientHeaders } from '../auth-client.ts';
import { AUTH_PATH } from '../paths.ts';
import { Problem } from '../problems.ts';
import { countAttempt } from './bounds.ts';
import { socialProviders } from './guest-routes.ts';
import { type ResponseBody, sendCode, signIn, signOut } from './operations.ts';
import { type AccountsContext, type AccountsRequest, clientInfo, type Env, sessionOf } from './context.ts';
import { jsonResponse } from './responses.ts';

type Operation = (c: AccountsRequest, context: AccountsContext, fields: Fields) => Promise<ResponseBody>;

const OPERATIONS: Record<string, Operation> = {
  async 'email-otp/send-verification-otp'(c, context, fields) {
    // The library's other codes are not offered.
    if (!['', 'sign-in'].includes(fields.text('type'))) throw new Problem('bad_request', { parameter: 'type' });
    return sendCode(c, context, emailOf(fields));
  },
  'sign-in/email-otp': (c, context, fields) => signIn(c, context, { email: emailOf(fields), code: fields.text('otp') }),
  'sign-out': (c, context) => signOut(c, context),
};

export function authRoutes(app: Hono<Env>, context: AccountsContext): void {
  for (const [path, operation] of Object.entries(OPERATIONS))
    app.post(`${AUTH_PATH}/${path}`, async (c) => jsonResponse(c, await operation(c, context, await readFields(c))));

  app.get(`${AUTH_PATH}/get-session`, async (c) => {
    const current = await sessionOf(c, context);
    if (!current) return jsonResponse(c, { session: null, user: null });
    const { createdAt, expiresAt } = current.session;
    return jsonResponse(c, { session: { createdAt, expiresAt }, user: current.user });
  });
  app.get(`${AUTH_PATH}/callback/:provider`, async (c) => {
    if (!socialProviders(context).some((name) => name === c.req.param('provider'))) throw new Problem('not_found');
    await countAttempt(c, context, 'log-ins');
    return forwardToAuth(context, c.req.url, clientHeaders(clientInfo(c)));
  });
}

/** Passes a request on to the library, under the base URL that it is configured with. */
async function forwardToAuth({ auth }: AccountsContext, url: string, headers: Headers): Promise<Response> {
  const { pathname, search } = new URL(url);
  const response = await auth.handler(new Request(`${auth.options.baseURL}${pathname}${search}`, { headers }));
  return new Response(response.body, response);
}
