/** Log-in by a code or by another provider, and log-out. */
import type { Hono } from 'hono';
import { emailOf, readFields } from '../request-body.ts';
import { callAuthOrThrow } from '../auth-client.ts';
import { codePage, loginPage } from '../pages/guest.ts';
import { Problem } from '../problems.ts';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../settings.ts';
import { countAttempt } from './bounds.ts';
import { sendCode, signIn, signOut } from './operations.ts';
import { type AccountsContext, type AccountsRequest, clientInfo, type Env, sendCookies } from './context.ts';
import { redirectTo, renderPage, withProblemPage, createView } from './responses.ts';

export const socialProviders = ({ settings }: AccountsContext): SocialProvider[] =>
  SOCIAL_PROVIDERS.filter((name) => settings.social[name] !== undefined);

/** The first page of a log-in. @param email as it was entered */
export const showLogin = (
  c: AccountsRequest,
  context: AccountsContext,
  { problem, email }: { problem?: Problem; email?: string } = {},
): Promise<Response> =>
  renderPage(c, loginPage(createView(c, context, { problem }), socialProviders(context), email), problem);

const CODE = '/account/code';

/** The second one. @param email '' asks for it too */
const showCode = (
  c: AccountsRequest,
  context: AccountsContext,
  { problem, email = '' }: { problem?: Problem; email?: string } = {},
): Promise<Response> => {
  const isLogged = context.settings.smtpUrl === undefined;
  return renderPage(c, codePage(createView(c, context, { path: CODE, problem }), { email, isLogged }), problem);
};

export function guestRoutes(app: Hono<Env>, context: AccountsContext): void {
  app.get(CODE, (c) => showCode(c, context));
  app.post(CODE, async (c) => {
    const fields = await readFields(c);
    return withProblemPage(
      async () => {
        const email = emailOf(fields);
        await sendCode(c, context, email);
        return showCode(c, context, { email });
      },
      (problem) => showLogin(c, context, { problem, email: fields.text('email') }),
    );
  });
  app.post('/account/sign-in', async (c) => {
    const fields = await readFields(c);
    return withProblemPage(
      async () => {
        await signIn(c, context, { email: emailOf(fields), code: fields.text('otp') });
        return redirectTo(c, context, '/account/');
      },
      (problem) => showCode(c, context, { problem, email: fields.text('email') }),
    );
  });
  app.post('/account/sign-out', async (c) => {
    await signOut(c, context);
    return redirectTo(c, context, '/account/');
  });
  app.post('/account/sign-in/:provider', async (c) => {
    const provider = socialProviders(context).find((name) => name === c.req.param('provider'));
    if (!provider) throw new Problem('not_found');
    await countAttempt(c, context, 'log-ins');
    const options = { provider, callbackURL: `${context.baseUrl}/account/` };
    const { body, cookies } = await callAuthOrThrow(context.auth, clientInfo(c), 'sign-in/social', options);
    sendCookies(c, cookies);
    return c.redirect(String(body['url']), 303);
  });
}
