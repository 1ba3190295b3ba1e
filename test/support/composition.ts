/** Members of one earthquake, and the record that is composed of them. */
import type { Magnitude } from '#core/earthquake.ts';
import { feedGroupNamed } from '../../generator/catalog/documents/feed-groups.ts';
import { NO_PRODUCTS } from '../../generator/catalog/documents/products.ts';
import type { Member } from '../../generator/catalog/documents/solution-version.ts';
import { compose } from '../../generator/catalog/publication/compose.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { report } from './catalog.ts';

export type FeedGroupName = Parameters<typeof feedGroupNamed>[0];

export const member = (feedGroup: FeedGroupName, values: Partial<SourceReport> = {}): Member => ({
  agencyEvent: feedGroupNamed(feedGroup),
  feedGroup: feedGroupNamed(feedGroup),
  key: values.key ?? feedGroup,
  solutionVersion: report({ key: feedGroup, ...values }),
});

export const draft = (...members: Member[]) => compose(members, NO_PRODUCTS, { placeName: () => null });

export const mag = (type: string | null, value: number): Magnitude => ({ type, value });
