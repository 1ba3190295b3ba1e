/** Registration, confirmation, log-in, log-out and password reset. */
import type { Hono } from 'hono';
import { type Fields, readFields } from '../request-body.ts';
import { callAuthOrThrow } from '../auth-client.ts';
import {
  checkEmailPage,
  confirmPage,
  forgotPage,
  type FormValues,
  loginPage,
  registerPage,
  resetPage,
} from '../pages/guest.ts';
import { type Html, TEXTS, type View } from '../pages/view.ts';
import { Problem } from '../problems.ts';
import { SOCIAL_PROVIDERS, type SocialProvider } from '../settings.ts';
import { countAttempt } from './throttling.ts';
import { confirm, requestReset, resetPassword, signIn, signOut, signUp } from './operations.ts';
import { type AccountsContext, type AccountsRequest, clientInfo, type Env, sendCookies } from './context.ts';
import { redirectTo, jsonResponse, renderPage, withProblemPage, createView } from './responses.ts';

export function guestRoutes(app: Hono<Env>, context: AccountsContext): void {
  registrationRoutes(app, context);
  loginRoutes(app, context);
  passwordResetRoutes(app, context);
}

export const socialProviders = ({ settings }: AccountsContext): SocialProvider[] =>
  SOCIAL_PROVIDERS.filter((name) => settings.social[name] !== undefined);

interface FormRoute {
  path: string;
  page: (view: View, values: FormValues) => Html;
  submit: (c: AccountsRequest, fields: Fields) => Promise<Response>;
}

/** A page with a form; what is wrong with an answer is shown on it. */
function formRoute(app: Hono<Env>, context: AccountsContext, { path, page, submit }: FormRoute): void {
  const show = (c: AccountsRequest, values: FormValues, problem?: Problem): Promise<Response> => {
    const query = values.token ? `?token=${encodeURIComponent(values.token)}` : '';
    return renderPage(c, page(createView(c, context, { path: path + query, problem }), values), problem);
  };
  app.get(path, (c) => {
    const token = c.req.query('token') ?? '';
    return show(c, { token, email: emailIn(token) });
  });
  app.post(path, async (c) => {
    const fields = await readFields(c);
    return withProblemPage(
      () => submit(c, fields),
      (problem) => {
        // Programs use this route too.
        if (path === CONFIRM && !fields.form) throw problem;
        return show(c, { email: emailOf(fields), token: fields.text('token') }, problem);
      },
    );
  });
}

const CONFIRM = '/account/confirm';

const emailOf = (fields: Fields): string => fields.text('email').trim();

function registrationRoutes(app: Hono<Env>, context: AccountsContext): void {
  formRoute(app, context, {
    path: '/account/register',
    page: registerPage,
    async submit(c, fields) {
      const email = emailOf(fields);
      await signUp(c, context, { email, password: fields.text('newPassword') });
      return renderCheckEmail(c, context, TEXTS[c.get('language')].registered(email));
    },
  });
  formRoute(app, context, {
    path: CONFIRM,
    page: confirmPage,
    async submit(c, fields) {
      const login = { email: emailOf(fields), password: fields.text('password') };
      const body = await confirm(c, context, { ...login, token: fields.text('token') });
      return fields.form ? redirectTo(c, context, '/account/') : jsonResponse(c, body);
    },
  });
}

const renderCheckEmail = (c: AccountsRequest, context: AccountsContext, text: string): Promise<Response> =>
  renderPage(c, checkEmailPage(createView(c, context), text, context.settings.smtpUrl === undefined));

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
  formRoute(app, context, {
    path: '/account/forgot',
    page: forgotPage,
    async submit(c, fields) {
      const email = emailOf(fields);
      await requestReset(c, context, email);
      return renderCheckEmail(c, context, TEXTS[c.get('language')].resetSent(email));
    },
  });
  formRoute(app, context, {
    path: '/account/reset',
    page: resetPage,
    async submit(c, fields) {
      await resetPassword(c, context, { token: fields.text('token'), newPassword: fields.text('newPassword') });
      return redirectTo(c, context, '/account/?notice=passwordReset');
    },
  });
}
