/** What every account page needs to know. */
import type { html } from 'hono/html';
import type { Language } from '../problems.ts';
import type { Texts } from './texts.ts';

export type Html = ReturnType<typeof html>;

/** What every page needs to know. */
export interface View {
  language: Language;
  texts: Texts;
  /** Path that the service lies at, without a slash at its end; '' for the root of its host. */
  base: string;
  service: string;
  /** Of the service's address. */
  host: string;
  /** How the operator is reached: an address of any kind, or ''. */
  contact: string;
  /** Path below `base` of this page, for the switch of language. */
  path: string;
  /** Address of the stylesheet. */
  stylesheet: string;
  /** The reader's address; undefined when nobody is logged in. */
  email?: string | undefined;
  /** Good news. */
  notice?: string | undefined;
  /** Bad news. */
  problem?: string | undefined;
}
