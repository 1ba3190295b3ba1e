/** HTML and SVG whose values are escaped by construction. Not named `html`: prettier would lay the text out anew. */
import { html, raw } from 'hono/html';

export { raw };
export type Markup = ReturnType<typeof raw>;

export const markup = (strings: TemplateStringsArray, ...values: unknown[]): Markup =>
  html(strings, ...values) as Markup;
