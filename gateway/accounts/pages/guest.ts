/** The pages that need no session. */
import { html } from 'hono/html';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../auth.ts';
import type { SocialProvider } from '../settings.ts';
import type { Html, View } from './view.ts';
import { field, form, layout, link } from './layout.ts';

const SOCIAL_NAMES: Record<SocialProvider, string> = { github: 'GitHub', google: 'Google' };

/** Values of a form that is shown again. */
export interface FormValues {
  email?: string;
  token?: string;
}

const emailField = ({ texts }: View, value = ''): Html =>
  field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', value });

const passwordField = ({ texts }: View): Html =>
  field({
    name: 'password',
    label: texts.password,
    type: 'password',
    autocomplete: 'current-password',
    maxLength: 1000,
  });

export const newPasswordField = ({ texts }: View, label: string): Html =>
  field({
    name: 'newPassword',
    label,
    type: 'password',
    autocomplete: 'new-password',
    hint: texts.passwordHint,
    minLength: MIN_PASSWORD_LENGTH,
    maxLength: MAX_PASSWORD_LENGTH,
  });

/** One narrow section. @param links below it */
const sectionPage = (view: View, title: string, body: Html | Html[], links: Html | Html[]): Html =>
  layout(
    view,
    title,
    html`<section class="narrow">
      <h1>${title}</h1>
      ${body}
      <p class="links">${links}</p>
    </section>`,
  );

const paragraph = (text: string): Html => html`<p>${text}</p>`;

const hiddenToken = (token = ''): Html => html`<input type="hidden" name="token" value="${token}" />`;

export function loginPage(view: View, social: SocialProvider[], { email }: FormValues = {}): Html {
  const { texts } = view;
  const providers = social.map((name) =>
    form(view, `sign-in/${name}`, texts.logInWith(SOCIAL_NAMES[name]), { style: 'other' }),
  );
  const body = [
    paragraph(texts.loginIntro),
    form(view, 'sign-in', texts.logIn, { fields: [emailField(view, email), passwordField(view)] }),
    ...(providers.length === 0 ? [] : [html`<p class="or">${texts.or}</p>`, ...providers]),
  ];
  return sectionPage(view, texts.logIn, body, [
    link(view, 'forgot', texts.forgot),
    html`<span>${texts.noAccount} ${link(view, 'register', texts.register)}</span>`,
  ]);
}

export function registerPage(view: View, { email }: FormValues = {}): Html {
  const { texts } = view;
  const fields = [emailField(view, email), newPasswordField(view, texts.password)];
  const body = [paragraph(texts.registerIntro), form(view, 'register', texts.register, { fields })];
  const links = html`<span>${texts.haveAccount} ${link(view, '', texts.logIn)}</span>`;
  return sectionPage(view, texts.register, body, links);
}

/**
 * After a form that may send an email; the same whether it does or not.
 * @param logged whether emails are logged instead of sent
 */
export function checkEmailPage(view: View, text: string, logged: boolean): Html {
  const { texts } = view;
  const body = [paragraph(text), ...(logged ? [html`<p class="small">${texts.emailsLogged}</p>`] : [])];
  return sectionPage(view, texts.checkEmail, body, link(view, '', texts.logIn));
}

export function confirmPage(view: View, { email, token }: FormValues): Html {
  const { texts } = view;
  const fields = [hiddenToken(token), emailField(view, email), passwordField(view)];
  const body = [paragraph(texts.confirmIntro), form(view, 'confirm', texts.confirm, { fields })];
  return sectionPage(view, texts.confirmTitle, body, link(view, 'forgot', texts.forgot));
}

export function forgotPage(view: View, { email }: FormValues = {}): Html {
  const { texts } = view;
  const fields = emailField(view, email);
  const body = [paragraph(texts.forgotIntro), form(view, 'forgot', texts.sendLink, { fields })];
  return sectionPage(view, texts.forgotTitle, body, link(view, '', texts.back));
}

export function resetPage(view: View, { token }: FormValues): Html {
  const { texts } = view;
  const fields = [hiddenToken(token), newPasswordField(view, texts.newPassword)];
  const body = [paragraph(texts.resetIntro), form(view, 'reset', texts.save, { fields })];
  return sectionPage(view, texts.resetTitle, body, []);
}

export const problemPage = (view: View, title = view.texts.problem): Html =>
  sectionPage(view, title, [], link(view, '', view.texts.toAccount));

/** Terms of use and privacy. */
export function aboutPage(view: View): Html {
  const { texts } = view;
  const section = (id: string, title: string, paragraphs: readonly string[]): Html =>
    html`<section class="narrow" id="${id}">
      <h2>${title}</h2>
      ${paragraphs.map(paragraph)}
    </section>`;
  return layout(view, texts.about, [
    html`<h1 class="unseen">${texts.about}</h1>`,
    section('terms', texts.termsTitle, texts.termsOfUse),
    section('kept', texts.privacyTitle, texts.privacy),
    html`<p class="narrow">${link(view, '', texts.toAccount)}</p>`,
  ]);
}
