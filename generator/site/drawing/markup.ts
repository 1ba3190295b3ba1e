/** HTML and SVG by hono. Not named `html`: oxfmt would reformat the text. */
import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof raw>;

/** `html` waits for values that are promises; these have none. */
export const markup = html as (strings: TemplateStringsArray, ...values: unknown[]) => Markup;

export { raw };
