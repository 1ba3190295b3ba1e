/** The pages that need no session. */
import { html } from 'hono/html';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../auth.ts';
import type { SocialProvider } from '../settings.ts';
import type { Html, View } from './view.ts';
import { field, layout } from './layout.ts';

const SOCIAL_NAMES: Record<SocialProvider, string> = { github: 'GitHub', google: 'Google' };

/** Values of a form that is shown again. */
interface FormValues {
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

export function loginPage(view: View, social: SocialProvider[], { email }: FormValues = {}): Html {
  const { texts, base } = view;
  const providers = social.map(
    (name) =>
      html`<form method="post" action="${base}/account/sign-in/${name}">
        <button class="other">${texts.logInWith(SOCIAL_NAMES[name])}</button>
      </form>`,
  );
  return layout(
    view,
    texts.logIn,
    html`<section class="narrow">
      <h1>${texts.logIn}</h1>
      <p>${texts.loginIntro}</p>
      <form method="post" action="${base}/account/sign-in">
        ${emailField(view, email)}${passwordField(view)}
        <button>${texts.logIn}</button>
      </form>
      ${providers.length === 0 ? '' : html`<p class="or">${texts.or}</p>`}${providers}
      <p class="links">
        <a href="${base}/account/forgot">${texts.forgot}</a>
        <span>${texts.noAccount} <a href="${base}/account/register">${texts.register}</a></span>
      </p>
    </section>`,
  );
}

export function registerPage(view: View, { email }: FormValues = {}): Html {
  const { texts, base } = view;
  return layout(
    view,
    texts.register,
    html`<section class="narrow">
      <h1>${texts.register}</h1>
      <p>${texts.registerIntro}</p>
      <form method="post" action="${base}/account/register">
        ${emailField(view, email)}${newPasswordField(view, texts.password)}
        <button>${texts.register}</button>
      </form>
      <p class="links">
        <span>${texts.haveAccount} <a href="${base}/account/">${texts.logIn}</a></span>
      </p>
    </section>`,
  );
}

/**
 * After a form that may send an email; the same whether it does or not.
 * @param logged whether emails are logged instead of sent
 */
export function checkEmailPage(view: View, text: string, logged: boolean): Html {
  const { texts, base } = view;
  return layout(
    view,
    texts.checkEmail,
    html`<section class="narrow">
      <h1>${texts.checkEmail}</h1>
      <p>${text}</p>
      ${logged ? html`<p class="small">${texts.emailsLogged}</p>` : ''}
      <p class="links"><a href="${base}/account/">${texts.logIn}</a></p>
    </section>`,
  );
}

export function confirmPage(view: View, { email, token }: FormValues): Html {
  const { texts, base } = view;
  return layout(
    view,
    texts.confirmTitle,
    html`<section class="narrow">
      <h1>${texts.confirmTitle}</h1>
      <p>${texts.confirmIntro}</p>
      <form method="post" action="${base}/account/confirm">
        <input type="hidden" name="token" value="${token ?? ''}" />
        ${emailField(view, email)}${passwordField(view)}
        <button>${texts.confirm}</button>
      </form>
      <p class="links"><a href="${base}/account/forgot">${texts.forgot}</a></p>
    </section>`,
  );
}

export function forgotPage(view: View, { email }: FormValues = {}): Html {
  const { texts, base } = view;
  return layout(
    view,
    texts.forgotTitle,
    html`<section class="narrow">
      <h1>${texts.forgotTitle}</h1>
      <p>${texts.forgotIntro}</p>
      <form method="post" action="${base}/account/forgot">
        ${emailField(view, email)}
        <button>${texts.sendLink}</button>
      </form>
      <p class="links"><a href="${base}/account/">${texts.back}</a></p>
    </section>`,
  );
}

export function resetPage(view: View, { token }: FormValues): Html {
  const { texts, base } = view;
  return layout(
    view,
    texts.resetTitle,
    html`<section class="narrow">
      <h1>${texts.resetTitle}</h1>
      <p>${texts.resetIntro}</p>
      <form method="post" action="${base}/account/reset">
        <input type="hidden" name="token" value="${token ?? ''}" />
        ${newPasswordField(view, texts.newPassword)}
        <button>${texts.save}</button>
      </form>
    </section>`,
  );
}

export const problemPage = (view: View, title = view.texts.problem): Html =>
  layout(
    view,
    title,
    html`<section class="narrow">
      <h1>${title}</h1>
      <p class="links"><a href="${view.base}/account/">${view.texts.toAccount}</a></p>
    </section>`,
  );

/** Terms of use and privacy. */
export function aboutPage(view: View): Html {
  const { texts, base } = view;
  const section = (id: string, title: string, paragraphs: readonly string[]): Html =>
    html`<section class="narrow" id="${id}">
      <h2>${title}</h2>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}
    </section>`;
  return layout(view, texts.about, [
    html`<h1 class="unseen">${texts.about}</h1>`,
    section('terms', texts.termsTitle, texts.termsOfUse),
    section('kept', texts.privacyTitle, texts.privacy),
    html`<p class="narrow"><a href="${base}/account/">${texts.toAccount}</a></p>`,
  ]);
}
