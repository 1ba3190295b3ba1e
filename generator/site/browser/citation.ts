/** How a page cites its earthquake. */
import { termsOf } from '#core/agencies.ts';
import { citedEvent, citedOn, dayOfAccess } from '#core/citations.ts';
import { titledOf } from '#core/event-titles.ts';
import * as clock from './clock.ts';
import type { Detail } from './detail.ts';
import { language } from './dom.ts';

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
