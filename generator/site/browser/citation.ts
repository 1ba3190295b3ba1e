/** How a page cites its earthquake. */
import { termsOf } from '#core/agencies.ts';
import { citedEvent, citedOn, dayOfAccess } from '#core/citations.ts';
import { titledOf } from '#core/event-titles.ts';
import * as clock from './clock.ts';
import { pageOf, type Detail } from './detail.ts';
import { block, el, language } from './dom.ts';
import { t } from './event-texts.ts';

export const serviceName = (): string =>
  document.querySelector('meta[property="og:site_name"]')?.getAttribute('content') ?? '';

/** @param address of its page */
export function citationOf(detail: Detail, address: string): string {
  const terms = termsOf(
    detail.sources.map(({ name }) => name),
    language(),
  );
  const cited = citedEvent(titledOf(detail, language()), address, language());
  return citedOn(`${serviceName()}: ${cited}`, dayOfAccess(clock.now(), language()), { language: language(), terms });
}

/** The same as a line, as the stored page has it. */
export const citingSection = (detail: Detail): HTMLElement =>
  block(t('citing'), el('p.citation', citationOf(detail, new URL(pageOf(detail), location.origin).href)));
