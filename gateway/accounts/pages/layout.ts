/** Layout of every account page: plain HTML that works without scripts. */
import { html, raw } from 'hono/html';
import { type EpochMs, formatInstant } from '#core/time.ts';
import type { Language } from '../problems.ts';
import type { Html, Theme, View } from './view.ts';
import { AGENCIES, AGENCY_TERMS } from '#core/agencies.ts';

const NAMES: Record<Language, string> = { tr: 'Türkçe', en: 'English' };

export function layout(view: View, title: string, body: Html | Html[]): Html {
  const { language, theme, texts, base, service, stylesheet, notice, problem } = view;
  const attributes = raw(theme === undefined ? `lang="${language}"` : `lang="${language}" data-theme="${theme}"`);
  return html`<!doctype html>
    <html ${attributes}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${service}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        <link rel="icon" sizes="32x32" href="${base}/favicon.ico" />
        <link rel="icon" type="image/svg+xml" sizes="any" href="${base}/favicon.svg" />
      </head>
      <body>
        <header>
          <a class="brand" href="${base}${language === 'tr' ? '/' : '/en/'}">${raw(MARK)}<span>${service}</span></a>
          <nav aria-label="Site">${siteLinks(view)}</nav>
          <div class="switches">
            ${languageLink(view)}${themeLinks(view)}${view.email === undefined ? '' : form(view, 'sign-out', texts.logOut, { style: 'quiet' })}
          </div>
        </header>
        <main>
          ${notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`}
          ${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`} ${body}
        </main>
        ${footer(view)}
      </body>
    </html>`;
}

const MARK =
  '<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><circle cx="16" cy="16" r="14"/>' +
  '<path d="M2 16h7l3-8 5 17 4-13 2 4h7"/></svg>';

/** The pages of the site, in the reader's language, and this one. */
function siteLinks({ base, texts, language }: View): Html[] {
  const pages: [path: string, name: string][] = [
    [language === 'tr' ? '/' : '/en/', texts.map],
    [language === 'tr' ? '/istatistik/' : '/statistics/', texts.statistics],
    [language === 'tr' ? '/docs/' : '/en/docs/', 'API'],
  ];
  return [
    ...pages.map(([path, name]) => html`<a href="${base}${path}">${name}</a>`),
    html`<a href="${base}/account/" aria-current="page">${texts.account}</a>`,
  ];
}

/** To the theme that is not shown: without scripts only the style sheet knows the system's. */
function themeLinks({ path, base, texts }: View): Html[] {
  const link = (theme: Theme, name: string): Html =>
    html`<a class="to-${theme}" rel="nofollow" href="${base}${path}${path.includes('?') ? '&' : '?'}theme=${theme}"
      ><svg viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="12" r="9" />
        <path d="M12 3a9 9 0 0 1 0 18z" /></svg
      ><span class="unseen">${name}</span></a
    >`;
  return [link('dark', texts.dark), link('light', texts.light)];
}

/** Link to this page in the other language. */
function languageLink({ language, path, base }: View): Html {
  const other: Language = language === 'tr' ? 'en' : 'tr';
  const address = `${base}${path}${path.includes('?') ? '&' : '?'}lang=${other}`;
  return html`<a lang="${other}" hreflang="${other}" href="${address}">${NAMES[other]}</a>`;
}

/** One narrow section. @param links below it */
export const sectionPage = (view: View, title: string, body: Html | Html[], links?: Html): Html =>
  layout(
    view,
    title,
    html`<section class="narrow">
      <h1>${title}</h1>
      ${body} ${links === undefined ? '' : html`<p class="links">${links}</p>`}
    </section>`,
  );

export const paragraph = (text: string): Html => html`<p>${text}</p>`;

/** The only kind of page that shows a secret. @param name of what has it */
export const secretPage = (view: View, [title, name]: [string, string], secret: string, body: Html): Html =>
  layout(
    view,
    title,
    html`<section>
      <h1>${title}: ${name}</h1>
      <p class="secret"><code id="key">${secret}</code></p>
      ${body}
    </section>`,
  );

/** `2026-07-01 12:00 UTC` */
export const formatTime = (at: EpochMs): string => `${formatInstant(at).slice(0, 16).replace('T', ' ')} UTC`;

interface FormOptions {
  fields?: Html | Html[];
  /** Beside the button. */
  hint?: string;
  /** Class of the form. */
  layout?: 'row' | 'one';
  /** Class of the button: less prominent, another provider's, or an action that cannot be undone. */
  style?: 'quiet' | 'other' | 'danger';
}

/** @param path below `/account/` */
export function form({ base }: Pick<View, 'base'>, path: string, button: string, options: FormOptions = {}): Html {
  const { fields = [], hint, layout: classes = '', style = '' } = options;
  return html`<form class="${classes}" method="post" action="${base}/account/${path}">
    ${fields}<button class="${style}">${button}</button>${hint === undefined ? '' : html` <small>${hint}</small>`}
  </form>`;
}

/** @param path below `/account/` */
export const link = ({ base }: Pick<View, 'base'>, path: string, text: string): Html =>
  html`<a href="${base}/account/${path}">${text}</a>`;

interface Field {
  name: string;
  label: string;
  type: 'email' | 'text';
  autocomplete: string;
  value?: string;
  hint?: string;
  /** Characters. */
  maxLength?: number;
}

export function field({ name, label, type, autocomplete, value, hint, maxLength }: Field): Html {
  return html`<label
    ><span>${label}</span>
    <input
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value ?? ''}"
      maxlength="${maxLength ?? 255}"
      required
    />${hint === undefined ? '' : html`<small>${hint}</small>`}</label
  >`;
}

const PLACES = {
  holder: 'GeoNames',
  shortName: 'GeoNames',
  url: 'https://www.geonames.org',
  pageTerms: { tr: 'CC BY 4.0', en: 'CC BY 4.0' },
};

function footer(view: View): Html {
  const { texts, language, base, service, host, contact } = view;
  return html`<footer>
    <p>${texts.dataSource(service, host)}</p>
    <p>${texts.agencyTerms}</p>
    <ul>
      ${[...AGENCIES.map((name) => AGENCY_TERMS[name]), PLACES].map(
        ({ url, holder, shortName, pageTerms }) =>
          html`<li><a href="${url}" title="${holder}">${shortName}</a>: ${pageTerms[language]}</li>`,
      )}
    </ul>
    <p class="links">
      <a href="${base}/docs/">${texts.documentation}</a>
      <a href="${base}/account/about#terms">${texts.termsTitle}</a>
      <a href="${base}/account/about#kept">${texts.privacyTitle}</a>
      ${contact === '' ? '' : html`<span>${texts.contact}: ${contactLink(contact)}</span>`}
    </p>
  </footer>`;
}

/** An e-mail address or a page as a link; anything else as it is. */
function contactLink(contact: string): Html | string {
  if (/^https?:\/\/\S+$/.test(contact)) return html`<a href="${contact}">${contact}</a>`;
  if (/^[^\s@:]+@[^\s@:]+$/.test(contact)) return html`<a href="mailto:${contact}">${contact}</a>`;
  return contact;
}
