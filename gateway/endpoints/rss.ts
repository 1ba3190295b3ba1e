/** `/rss`: the stored feed. */
import { typeOfFile } from '#core/headers.ts';
import { ANSWERS } from '#core/paths.ts';
import type { Representation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { requiredAnswer } from './required.ts';

export const rssAnswer = ({ snapshot }: EndpointRequest): Representation =>
  requiredAnswer(snapshot, ANSWERS.rss, { type: typeOfFile(ANSWERS.rss), caching: 'feed' });
