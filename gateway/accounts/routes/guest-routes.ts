/** Register, confirm, log in, log out, forgotten passwords. */
import type { Hono } from 'hono';
import { readFields } from '../request-body.ts';
import { callAuthOrThrow } from '../auth-client.ts';
import { confirmPage, forgotPage, mailPage, registerPage, resetPage, signInPage } from '../pages/guest.ts';
import { TEXTS } from '../pages/texts.ts';
import { Problem } from '../problems.ts';
import type { SocialName } from '../settings.ts';
import { SOCIAL } from '../settings.ts';
import { countAttempt } from './attempt.ts';
import { confirm, requestReset, resetPassword, signIn, signOut, signUp } from './operations.ts';
import type { Env, AccountsContext } from './part.ts';
import { sendCookies, visitorOf } from './part.ts';
import { redirectTo, json, show, withProblemPage, viewOf } from './show.ts';

export function guestRoutes(app: Hono<Env>, part: AccountsContext): void {
  registration(app, part);
  logIn(app, part);
  forgotten(app, part);
}

const inLog = ({ settings }: AccountsContext): boolean => settings.smtpUrl === undefined;

export const socialNames = ({ settings }: AccountsContext): SocialName[] =>
  SOCIAL.filter((name) => settings.social[name] !== undefined);

function registration(app: Hono<Env>, part: AccountsContext): void {
  const page = '/account/register';
  app.get(page, (c) => show(c, registerPage(viewOf(c, part, { path: page }))));
  app.post(page, async (c) => {
    const fields = await readFields(c);
    const email = fields.text('email').trim();
    return withProblemPage(
      async () => {
        await signUp(c, part, { email, password: fields.text('newPassword') });
        return show(c, mailPage(viewOf(c, part), TEXTS[c.get('language')].registered(email), inLog(part)));
      },
      (problem) => show(c, registerPage(viewOf(c, part, { path: page, problem }), { email }), problem),
    );
  });

  const opening = '/account/confirm';
  app.get(opening, (c) => {
    const token = c.req.query('token') ?? '';
    return show(c, confirmPage(viewOf(c, part, { path: withToken(opening, token) }), { token, email: emailIn(token) }));
  });
  app.post(opening, async (c) => {
    const fields = await readFields(c);
    const [email, token] = [fields.text('email').trim(), fields.text('token')];
    const open = (): Promise<object> => confirm(c, part, { email, password: fields.text('password'), token });
    if (!fields.form) return json(c, await open());
    return withProblemPage(
      async () => {
        await open();
        return redirectTo(c, part, '/account/');
      },
      (problem) => {
        const view = viewOf(c, part, { path: withToken(opening, token), problem });
        return show(c, confirmPage(view, { email, token }), problem);
      },
    );
  });
}

const withToken = (path: string, token: string): string => `${path}?token=${encodeURIComponent(token)}`;

/** The address that a link says it is for; only to fill in a field, so that nothing is checked. */
function emailIn(token: string): string {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    const { email } = claims as { email?: unknown };
    return typeof email === 'string' ? email.slice(0, 255) : '';
  } catch {
    return '';
  }
}

function logIn(app: Hono<Env>, part: AccountsContext): void {
  app.post('/account/sign-in', async (c) => {
    const fields = await readFields(c);
    const email = fields.text('email').trim();
    return withProblemPage(
      async () => {
        await signIn(c, part, { email, password: fields.text('password') });
        return redirectTo(c, part, '/account/');
      },
      (problem) => show(c, signInPage(viewOf(c, part, { problem }), socialNames(part), { email }), problem),
    );
  });

  app.post('/account/sign-out', async (c) => {
    await signOut(c, part);
    return redirectTo(c, part, '/account/');
  });

  app.post('/account/sign-in/:provider', async (c) => {
    const provider = socialNames(part).find((name) => name === c.req.param('provider'));
    if (!provider) throw new Problem('not_found');
    countAttempt(c, part);
    const wish = { provider, callbackURL: `${part.baseUrl}/account/` };
    const { body, cookies } = await callAuthOrThrow(part.auth, visitorOf(c), 'sign-in/social', wish);
    sendCookies(c, cookies);
    return c.redirect(String(body['url']), 303);
  });
}

function forgotten(app: Hono<Env>, part: AccountsContext): void {
  const forgot = '/account/forgot';
  app.get(forgot, (c) => show(c, forgotPage(viewOf(c, part, { path: forgot }))));
  app.post(forgot, async (c) => {
    const email = (await readFields(c)).text('email').trim();
    return withProblemPage(
      async () => {
        await requestReset(c, part, email);
        return show(c, mailPage(viewOf(c, part), TEXTS[c.get('language')].resetSent(email), inLog(part)));
      },
      (problem) => show(c, forgotPage(viewOf(c, part, { path: forgot, problem }), { email }), problem),
    );
  });

  const reset = '/account/reset';
  app.get(reset, (c) => {
    const token = c.req.query('token') ?? '';
    return show(c, resetPage(viewOf(c, part, { path: withToken(reset, token) }), { token }));
  });
  app.post(reset, async (c) => {
    const fields = await readFields(c);
    const token = fields.text('token');
    return withProblemPage(
      async () => {
        await resetPassword(c, part, { token, newPassword: fields.text('newPassword') });
        return redirectTo(c, part, '/account/?notice=passwordReset');
      },
      (problem) => {
        const view = viewOf(c, part, { path: withToken(reset, token), problem });
        return show(c, resetPage(view, { token }), problem);
      },
    );
  });
}
