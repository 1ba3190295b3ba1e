/** What renders: a dataset continues only from files that the same sources and packages rendered. */
import { sourceHash } from '#runtime/source-hash.ts';

/** Modules that render what an incremental build may reuse. */
export const RENDERERS = [
  ...['record-files', 'areas', 'changes', 'details', 'detail-files', 'cap', 'feeds'].map(
    (name) => `generator/publish/${name}.ts`,
  ),
  'generator/outputs/province.ts',
];

export const RENDERING = sourceHash(...RENDERERS);

/** Those of the stored pages of earthquakes, provinces and sequences: their change makes no full build. */
export const PAGE_RENDERERS = [
  'event-pages',
  'provinces',
  'sequence-pages',
  'sequence-members',
  'sequence-changes',
].map((name) => `generator/publish/${name}.ts`);

export const PAGE_RENDERING = sourceHash(...PAGE_RENDERERS);
