/** HTML and SVG with values escaped by construction. Not named `html`: prettier would reformat the text. */
import { html, raw } from 'hono/html';

export { raw };
export type Markup = ReturnType<typeof raw>;

export const markup = (strings: TemplateStringsArray, ...values: unknown[]): Markup =>
  html(strings, ...values) as Markup;
