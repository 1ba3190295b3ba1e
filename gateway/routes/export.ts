/** `/export.php`: many rows at once, as a file. */
import { contentHash } from '#core/etag.ts';
import { planList } from '#core/plan.ts';
import { canonicalQuery } from '#core/query.ts';
import { termsOf } from '#core/terms.ts';
import { formatDay } from '#core/time.ts';
import type { StreamedAnswer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import type { Bounds } from '../bounds.ts';
import type { Extent, Making } from '../export/export-body.ts';
import { chunksOf, measure } from '../export/export-body.ts';
import { readExport } from '../export/export-query.ts';
import { formatOf } from '../export/formats.ts';
import { linkHeader } from '../link-header.ts';
import { ignoredSources } from '../list-query.ts';
import { nextExport } from '../next-link.ts';

/** Raised when the same rows give other bytes than before, but for what stands before them. */
const EXPORT_FORMAT = 2;

export async function exportAnswer(ask: Ask): Promise<StreamedAnswer> {
  const { snapshot } = ask;
  const { format: name, query } = readExport(ask.parameters, ask.exportRows);
  const format = formatOf(name, ignoredSources(ask.parameters));
  const plan = await snapshot.memo(`list ${canonicalQuery(query)}`, () => planList(snapshot.manifest, query));
  const bounds = boundsFor(ask);
  const terms = termsOf(plan.shards.reduce((bits, { agencies }) => bits | agencies, 0));
  const form = format.before({ rows: 0, truncated: false, terms });
  const hash = contentHash(`export ${EXPORT_FORMAT} ${name} ${bounds.files} ${bounds.rows} ${plan.hash}\n${form}`);
  const making = (signal: AbortSignal): Making => ({
    reading: { plan, query, bounds, open: (entry) => snapshot.shard(entry), signal },
    format,
    terms,
  });
  return {
    hash,
    type: format.type,
    caching: 'data',
    async prepare() {
      const extent = await extentOf(ask, hash, making);
      const { rows, size, end } = extent;
      const next = end && `${ask.basePath}${nextExport(name, query, end)}`;
      return {
        size,
        headers: {
          'X-Export-Rows': String(rows),
          'X-Export-Truncated': String(end !== undefined),
          'Content-Disposition': `attachment; filename="earthquakes-${formatDay(snapshot.manifest.asOf)}.${format.extension}"`,
          ...linkHeader(next, terms),
        },
        chunks: (signal) => chunksOf(making(signal), extent),
      };
    },
  };
}

/** Measured once a dataset; a measuring that its client has left is cut short, and is worth nothing. */
async function extentOf(ask: Ask, hash: string, making: (signal: AbortSignal) => Making): Promise<Extent> {
  const known = await ask.snapshot.memo<{ extent?: Extent }>(`extent ${hash}`, () => ({}));
  if (known.extent) return known.extent;
  const signal = ask.signal();
  const extent = await measure(making(signal));
  ask.trace.opened += extent.opened;
  if (!signal.aborted) known.extent = extent;
  return extent;
}

/** Each row that the plan allows pays for fifty that are looked at: all of a million earthquakes for 100,000 rows. */
const boundsFor = ({ bounds: { files, rows }, exportRows }: Ask): Bounds => ({
  files: files + Math.floor(exportRows / 64),
  rows: rows + exportRows * 50,
});
