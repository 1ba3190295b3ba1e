/** Registration, confirmation, log-in, log-out and password reset. */
import type { Hono } from 'hono';
import { readFields } from '../request-body.ts';
import { callAuthOrThrow } from '../auth-client.ts';
import { confirmPage, forgotPage, checkEmailPage, registerPage, resetPage, loginPage } from '../pages/guest.ts';
import { TEXTS } from '../pages/texts.ts';
import { Problem } from '../problems.ts';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../settings.ts';
import { countAttempt } from './throttling.ts';
import { confirm, requestReset, resetPassword, signIn, signOut, signUp } from './operations.ts';
import { type AccountsContext, clientInfo, type Env, sendCookies } from './context.ts';
import { redirectTo, jsonResponse, renderPage, withProblemPage, createView } from './responses.ts';

export function guestRoutes(app: Hono<Env>, context: AccountsContext): void {
  registrationRoutes(app, context);
  loginRoutes(app, context);
  passwordResetRoutes(app, context);
}

const isMailLogged = ({ settings }: AccountsContext): boolean => settings.smtpUrl === undefined;

export const socialProviders = ({ settings }: AccountsContext): SocialProvider[] =>
  SOCIAL_PROVIDERS.filter((name) => settings.social[name] !== undefined);

function registrationRoutes(app: Hono<Env>, context: AccountsContext): void {
  const page = '/account/register';
  app.get(page, (c) => renderPage(c, registerPage(createView(c, context, { path: page }))));
  app.post(page, async (c) => {
    const fields = await readFields(c);
    const email = fields.text('email').trim();
    return withProblemPage(
      async () => {
        await signUp(c, context, { email, password: fields.text('newPassword') });
        return renderPage(
          c,
          checkEmailPage(createView(c, context), TEXTS[c.get('language')].registered(email), isMailLogged(context)),
        );
      },
      (problem) => renderPage(c, registerPage(createView(c, context, { path: page, problem }), { email }), problem),
    );
  });

  const confirmPath = '/account/confirm';
  app.get(confirmPath, (c) => {
    const token = c.req.query('token') ?? '';
    return renderPage(
      c,
      confirmPage(createView(c, context, { path: withToken(confirmPath, token) }), { token, email: emailIn(token) }),
    );
  });
  app.post(confirmPath, async (c) => {
    const fields = await readFields(c);
    const [email, token] = [fields.text('email').trim(), fields.text('token')];
    const activate = (): Promise<object> => confirm(c, context, { email, password: fields.text('password'), token });
    if (!fields.form) return jsonResponse(c, await activate());
    return withProblemPage(
      async () => {
        await activate();
        return redirectTo(c, context, '/account/');
      },
      (problem) => {
        const view = createView(c, context, { path: withToken(confirmPath, token), problem });
        return renderPage(c, confirmPage(view, { email, token }), problem);
      },
    );
  });
}

const withToken = (path: string, token: string): string => `${path}?token=${encodeURIComponent(token)}`;

/** The address in a link, unverified: only to fill in a field. */
function emailIn(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { email } = claims as { email?: unknown };
    return typeof email === 'string' ? email.slice(0, 255) : '';
  } catch {
    return '';
  }
}

function loginRoutes(app: Hono<Env>, context: AccountsContext): void {
  app.post('/account/sign-in', async (c) => {
    const fields = await readFields(c);
    const email = fields.text('email').trim();
    return withProblemPage(
      async () => {
        await signIn(c, context, { email, password: fields.text('password') });
        return redirectTo(c, context, '/account/');
      },
      (problem) =>
        renderPage(c, loginPage(createView(c, context, { problem }), socialProviders(context), { email }), problem),
    );
  });

  app.post('/account/sign-out', async (c) => {
    await signOut(c, context);
    return redirectTo(c, context, '/account/');
  });

  app.post('/account/sign-in/:provider', async (c) => {
    const provider = socialProviders(context).find((name) => name === c.req.param('provider'));
    if (!provider) throw new Problem('not_found');
    await countAttempt(c, context);
    const options = { provider, callbackURL: `${context.baseUrl}/account/` };
    const { body, cookies } = await callAuthOrThrow(context.auth, clientInfo(c), 'sign-in/social', options);
    sendCookies(c, cookies);
    return c.redirect(String(body['url']), 303);
  });
}

function passwordResetRoutes(app: Hono<Env>, context: AccountsContext): void {
  const forgot = '/account/forgot';
  app.get(forgot, (c) => renderPage(c, forgotPage(createView(c, context, { path: forgot }))));
  app.post(forgot, async (c) => {
    const email = (await readFields(c)).text('email').trim();
    return withProblemPage(
      async () => {
        await requestReset(c, context, email);
        return renderPage(
          c,
          checkEmailPage(createView(c, context), TEXTS[c.get('language')].resetSent(email), isMailLogged(context)),
        );
      },
      (problem) => renderPage(c, forgotPage(createView(c, context, { path: forgot, problem }), { email }), problem),
    );
  });

  const reset = '/account/reset';
  app.get(reset, (c) => {
    const token = c.req.query('token') ?? '';
    return renderPage(c, resetPage(createView(c, context, { path: withToken(reset, token) }), { token }));
  });
  app.post(reset, async (c) => {
    const fields = await readFields(c);
    const token = fields.text('token');
    return withProblemPage(
      async () => {
        await resetPassword(c, context, { token, newPassword: fields.text('newPassword') });
        return redirectTo(c, context, '/account/?notice=passwordReset');
      },
      (problem) => {
        const view = createView(c, context, { path: withToken(reset, token), problem });
        return renderPage(c, resetPage(view, { token }), problem);
      },
    );
  });
}
