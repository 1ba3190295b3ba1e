/** The pages that need no session. */
import { html } from 'hono/html';
import type { SocialProvider } from '../settings.ts';
import type { Html, View } from './view.ts';
import { field, form, layout, link, paragraph, sectionPage } from './layout.ts';

const SOCIAL_NAMES: Record<SocialProvider, string> = { github: 'GitHub', google: 'Google' };

const emailField = ({ texts }: View, value = ''): Html =>
  field({ name: 'email', label: texts.email, type: 'email', autocomplete: 'username', value });

const hiddenEmail = (email: string): Html => html`<input type="hidden" name="email" value="${email}" />`;

/** Digits with or without blanks: programs of phones offer the code of an email or a message. */
const codeField = ({ texts }: View): Html =>
  html`<label
    ><span>${texts.code}</span>
    <input
      class="code"
      name="otp"
      inputmode="numeric"
      autocomplete="one-time-code"
      pattern="[\\s\\-]*(?:[0-9][\\s\\-]*){6}"
      title="${texts.codeDigits}"
      maxlength="20"
      required
      autofocus
  /></label>`;

/** @param email as it was entered */
export function loginPage(view: View, social: SocialProvider[], email = ''): Html {
  const { texts } = view;
  const providers = social.map((name) =>
    form(view, `sign-in/${name}`, texts.logInWith(SOCIAL_NAMES[name]), { style: 'other' }),
  );
  const body = [
    paragraph(texts.loginIntro),
    form(view, 'code', texts.sendCode, { fields: emailField(view, email) }),
    html`<p class="small">${texts.noPassword}</p>`,
    ...(providers.length === 0 ? [] : [html`<p class="or">${texts.or}</p>`, ...providers]),
  ];
  return sectionPage(view, texts.logIn, body, link(view, 'code', texts.haveCode));
}

interface CodeContent {
  /** '' asks for it too. */
  email: string;
  /** Whether emails are logged instead of sent. */
  isLogged: boolean;
}

/** The same whether a code was sent or not. */
export function codePage(view: View, { email, isLogged }: CodeContent): Html {
  const { texts } = view;
  const isKnown = email !== '';
  const fields = [isKnown ? hiddenEmail(email) : emailField(view), codeField(view)];
  const body = [
    ...(isKnown ? [paragraph(isLogged ? texts.codeLogged(email) : texts.codeSent(email))] : []),
    form(view, 'sign-in', texts.logIn, { fields }),
    html`<p class="small">${texts.codeRules}</p>`,
    ...(isKnown ? [form(view, 'code', texts.sendAgain, { fields: hiddenEmail(email), style: 'quiet' })] : []),
  ];
  return sectionPage(view, texts.enterCode, body, link(view, '', isKnown ? texts.otherAddress : texts.back));
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
