/** The terms of use, and what is kept of whom. */
import { html } from 'hono/html';
import type { View } from './view.ts';
import type { Html } from './view.ts';
import { layout } from './layout.ts';

export function aboutPage(view: View): Html {
  const { texts, base } = view;
  const section = (id: string, title: string, paragraphs: readonly string[]): Html =>
    html`<section class="narrow" id="${id}">
      <h2>${title}</h2>
      ${paragraphs.map((text) => html`<p>${text}</p>`)}
    </section>`;
  return layout(view, texts.about, [
    section('terms', texts.termsTitle, texts.termsOfUse),
    section('kept', texts.keptTitle, texts.kept),
    html`<p class="narrow"><a href="${base}/account/">${texts.toAccount}</a></p>`,
  ]);
}
