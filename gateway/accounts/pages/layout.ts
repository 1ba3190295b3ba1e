/** Layout of every account page: plain HTML that works without scripts. */
import { html } from 'hono/html';
import type { Language } from '../problems.ts';
import { footer } from './footer.ts';
import type { Html } from './view.ts';
import type { View } from './view.ts';

const NAMES: Record<Language, string> = { tr: 'Türkçe', en: 'English' };

export function layout(view: View, title: string, body: Html | Html[]): Html {
  const { language, texts, base, service, stylesheet, notice, problem } = view;
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${service}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <header>
          <a class="name" href="${base}/account/">${service} <span>${texts.account}</span></a>
          <nav>${languageLink(view)}${view.email === undefined ? '' : logoutForm(view)}</nav>
        </header>
        <main>
          ${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
          ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`} ${body}
        </main>
        ${footer(view)}
      </body>
    </html>`;
}

/** Link to this page in the other language. */
function languageLink({ language, path, base }: View): Html {
  const other: Language = language === 'tr' ? 'en' : 'tr';
  const address = `${base}${path}${path.includes('?') ? '&' : '?'}lang=${other}`;
  return html`<a lang="${other}" hreflang="${other}" href="${address}">${NAMES[other]}</a>`;
}

const logoutForm = ({ base, texts }: View): Html =>
  html`<form method="post" action="${base}/account/sign-out"><button class="quiet">${texts.logOut}</button></form>`;

interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'text';
  autocomplete: string;
  value?: string;
  hint?: string;
  /** Characters. */
  minLength?: number;
  maxLength?: number;
}

export function field({ name, label, type, autocomplete, value, hint, minLength, maxLength }: Field): Html {
  return html`<label
    ><span>${label}</span>
    <input
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value ?? ''}"
      minlength="${minLength ?? 0}"
      maxlength="${maxLength ?? 255}"
      required
    />${hint === undefined ? '' : html`<small>${hint}</small>`}</label
  >`;
}
