/** What may take long, as far as its plan tells: only a guess, which decides about the order and nothing else. */
import type { ListFilter } from '#core/query.ts';

/** Files that are looked through in a few milliseconds. */
const FEW_FILES = 8;
/** Rows of one page. */
const FEW_ROWS = 1000;

/** Without these nearly every row of the planned shards passes, and the limit is soon reached. */
const UNPROVEN = [
  'place',
  'eventType',
  'agencies',
  'box',
  'circle',
  'minDepthKm',
  'maxDepthKm',
  'updatedAfter',
] as const satisfies (keyof ListFilter)[];

export const isExpensive = (files: readonly unknown[], query: ListFilter & { limit: number }): boolean =>
  files.length > FEW_FILES && (query.limit > FEW_ROWS || UNPROVEN.some((name) => query[name] !== undefined));
