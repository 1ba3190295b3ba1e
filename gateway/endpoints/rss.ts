/** `/rss`: the stored feed. */
import { ANSWERS } from '#core/paths.ts';
import type { Answer } from '../http/representation.ts';
import type { Ask } from './request.ts';
import { requiredAnswer } from './required.ts';

export const RSS_TYPE = 'application/rss+xml; charset=utf-8';

export const rssAnswer = ({ snapshot }: Ask): Answer =>
  requiredAnswer(snapshot, ANSWERS.rss, { type: RSS_TYPE, caching: 'feed' });
