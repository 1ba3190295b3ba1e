/** Register, confirm, log in, log out, forgotten passwords. */
import { isAPIError } from 'better-auth/api';
import type { Hono } from 'hono';
import type { Fields } from '../fields.ts';
import { readFields } from '../fields.ts';
import { askLibrary, mustAsk, problemOf } from '../library.ts';
import { confirmPage, forgotPage, mailPage, registerPage, resetPage, signInPage } from '../pages/guest.ts';
import { TEXTS } from '../pages/texts.ts';
import { Problem } from '../problems.ts';
import type { SocialName } from '../settings.ts';
import { SOCIAL } from '../settings.ts';
import type { Env, Part, Visit } from './part.ts';
import { countAttempt, sendCookies, visitorOf } from './part.ts';
import { goTo, json, show, tried, viewOf } from './show.ts';

export function guestRoutes(app: Hono<Env>, part: Part): void {
  registration(app, part);
  logIn(app, part);
  forgotten(app, part);
}

/** @throws Problem where no letter can be sent, before anything is looked up */
export function needMail({ auth, settings }: Part): void {
  if (!auth.sendsMail) throw new Problem('no_mail', { note: settings.contact });
}

const inLog = ({ settings }: Part): boolean => settings.smtpUrl === undefined;

export const socialNames = ({ settings }: Part): SocialName[] =>
  SOCIAL.filter((name) => settings.social[name] !== undefined);

function registration(app: Hono<Env>, part: Part): void {
  const page = '/account/register';
  app.get(page, (c) => show(c, registerPage(viewOf(c, part, { path: page }))));
  app.post(page, async (c) => {
    const fields = await readFields(c);
    const email = fields.text('email').trim();
    return tried(
      async () => {
        countAttempt(c, part);
        needMail(part);
        part.tidy(part.now());
        await mustAsk(part.auth, visitorOf(c), 'sign-up/email', {
          email,
          password: fields.text('newPassword'),
          name: '',
        });
        return show(c, mailPage(viewOf(c, part), TEXTS[c.get('language')].registered(email), inLog(part)));
      },
      (problem) => show(c, registerPage(viewOf(c, part, { path: page, problem }), { email }), problem),
    );
  });

  const confirm = '/account/confirm';
  app.get(confirm, (c) => {
    const token = c.req.query('token') ?? '';
    return show(c, confirmPage(viewOf(c, part, { path: withToken(confirm, token) }), { token, email: emailIn(token) }));
  });
  app.post(confirm, async (c) => {
    const fields = await readFields(c);
    const [email, token] = [fields.text('email').trim(), fields.text('token')];
    if (!fields.form) return confirmed(c, part, fields).then(() => json(c, {}));
    return tried(
      async () => {
        await confirmed(c, part, fields);
        return goTo(c, part, '/account/');
      },
      (problem) => {
        const view = viewOf(c, part, { path: withToken(confirm, token), problem });
        return show(c, confirmPage(view, { email, token }), problem);
      },
    );
  });
}

/**
 * Opens an account to who has both its password and the link that was sent to its address. The link alone would not do: somebody else may have
 * registered with that address and a password of their own.
 */
async function confirmed(c: Visit, part: Part, fields: Fields): Promise<void> {
  countAttempt(c, part);
  const login = { email: fields.text('email').trim(), password: fields.text('password') };
  let answer = await askLibrary(part.auth, visitorOf(c), 'sign-in/email', login);
  if (answer.fault === 'EMAIL_NOT_VERIFIED') {
    await verified(part, fields.text('token'));
    answer = await askLibrary(part.auth, visitorOf(c), 'sign-in/email', login);
  }
  if (answer.fault !== '') throw problemOf(answer.fault, answer.status);
  sendCookies(c, answer.cookies);
}

async function verified({ auth }: Part, token: string): Promise<void> {
  try {
    await auth.api.verifyEmail({ query: { token } });
  } catch (error) {
    throw isAPIError(error) ? new Problem('bad_token') : error;
  }
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

function logIn(app: Hono<Env>, part: Part): void {
  app.post('/account/sign-in', async (c) => {
    const fields = await readFields(c);
    const email = fields.text('email').trim();
    return tried(
      async () => {
        countAttempt(c, part);
        const login = { email, password: fields.text('password') };
        sendCookies(c, (await mustAsk(part.auth, visitorOf(c), 'sign-in/email', login)).cookies);
        return goTo(c, part, '/account/');
      },
      (problem) => show(c, signInPage(viewOf(c, part, { problem }), socialNames(part), { email }), problem),
    );
  });

  app.post('/account/sign-out', async (c) => {
    sendCookies(c, (await askLibrary(part.auth, visitorOf(c), 'sign-out')).cookies);
    return goTo(c, part, '/account/');
  });

  app.post('/account/sign-in/:provider', async (c) => {
    const provider = socialNames(part).find((name) => name === c.req.param('provider'));
    if (!provider) throw new Problem('not_found');
    countAttempt(c, part);
    const wish = { provider, callbackURL: `${part.baseUrl}/account/` };
    const { body, cookies } = await mustAsk(part.auth, visitorOf(c), 'sign-in/social', wish);
    sendCookies(c, cookies);
    return c.redirect(String(body['url']), 303);
  });
}

function forgotten(app: Hono<Env>, part: Part): void {
  const forgot = '/account/forgot';
  app.get(forgot, (c) => show(c, forgotPage(viewOf(c, part, { path: forgot }))));
  app.post(forgot, async (c) => {
    const email = (await readFields(c)).text('email').trim();
    return tried(
      async () => {
        countAttempt(c, part);
        needMail(part);
        await mustAsk(part.auth, visitorOf(c), 'request-password-reset', { email });
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
    return tried(
      async () => {
        countAttempt(c, part);
        const newPassword = fields.text('newPassword');
        await mustAsk(part.auth, visitorOf(c), 'reset-password', { token, newPassword });
        return goTo(c, part, '/account/?notice=passwordReset');
      },
      (problem) => {
        const view = viewOf(c, part, { path: withToken(reset, token), problem });
        return show(c, resetPage(view, { token }), problem);
      },
    );
  });
}
