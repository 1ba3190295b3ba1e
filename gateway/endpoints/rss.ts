/** `/rss`: the stored feed. */
import { ANSWERS } from '#core/paths.ts';
import type { Representation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { requiredAnswer } from './required.ts';

export const RSS_TYPE = 'application/rss+xml; charset=utf-8';

export const rssAnswer = ({ snapshot }: EndpointRequest): Representation =>
  requiredAnswer(snapshot, ANSWERS.rss, { type: RSS_TYPE, caching: 'feed' });
