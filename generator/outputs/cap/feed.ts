/** The Atom feed of the CAP messages. */
import type { Agency } from '#core/earthquake.ts';
import { element, tag, type Markup } from '#core/fdsn/xml.ts';
import { MEDIA_TYPES } from '#core/headers.ts';
import { CAP_FEED } from '#core/paths.ts';
import type { EpochMs } from '#core/time.ts';
import { atomFeed, dayOf, instant } from '../atom.ts';
import type { FeedSettings } from '../rss.ts';
import { capAddress, descriptionOf, headlineOf, pageAddress } from './document.ts';
import type { CapMessage } from './messages.ts';

/** @param messages newest first */
export function capFeed(messages: readonly CapMessage[], settings: FeedSettings, asOf: EpochMs): string {
  const feed = {
    title: `${settings.serviceName} · CAP`,
    subtitle: 'Türkiye ve çevresinde büyüklüğü 4.0 ve üzeri olan depremler, CAP 1.2 mesajları olarak',
    ...{ language: 'tr', path: CAP_FEED, settings },
    updated: Math.max(messages[0]?.sent ?? -Infinity, dayOf(asOf)),
    earthquakes: messages.map(({ state: { source, sources } }) => ({
      source,
      solutions: sources.map(({ name }) => ({ agency: name as Agency })),
    })),
  };
  return atomFeed(
    feed,
    messages.map((message) => entryOf(message, settings)),
  );
}

function entryOf(message: CapMessage, { baseUrl }: FeedSettings): Markup {
  const { identifier, sent, kind, state } = message;
  const page = { type: 'text/html', href: pageAddress(state, baseUrl, 'tr') };
  return tag(
    'entry',
    tag('id', `urn:hiposantr:cap:${identifier}`),
    tag('title', headlineOf(message, 'tr')),
    tag('updated', instant(sent)),
    tag('published', instant(sent)),
    element('link', { rel: 'alternate', type: MEDIA_TYPES.cap, href: capAddress(message, baseUrl) }),
    element('link', { rel: 'related', ...page }),
    tag('summary', descriptionOf(message, 'tr')),
    element('category', { term: kind }),
    tag('georss:point', `${state.latitude} ${state.longitude}`),
  );
}
