/** `/export.php`: many rows at once, as a file. */
import { LRUCache } from 'lru-cache';
import { contentHash } from '#core/etag.ts';
import { planList } from '#core/plan.ts';
import { canonicalQuery } from '#core/query.ts';
import { termsOf } from '#core/terms.ts';
import { formatDay } from '#core/time.ts';
import type { StreamedRepresentation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import type { WorkBounds } from '../scan/bounds.ts';
import { callerId } from '../access/caller.ts';
import type { Extent, ExportJob } from './export-formats/body.ts';
import { chunksOf, measure } from './export-formats/body.ts';
import { readExport } from '../query/export-query.ts';
import { formatOf } from './export-formats/formats.ts';
import { linkHeader } from '../http/link-header.ts';
import { ignoredSources } from '../query/read.ts';
import { isExpensive } from '../work/cost-estimate.ts';
import { nextExport } from '../query/next-link.ts';

/** Raised when the same rows give other bytes than before, but for what stands before them. */
const EXPORT_FORMAT = 2;

/** Exports whose extent is remembered. */
const EXTENTS = 5000;

export function exportEndpoint(): (ask: EndpointRequest) => Promise<StreamedRepresentation> {
  const extents = new Extents();
  return async (ask) => {
    const { snapshot, queue, caller } = ask;
    const { format: name, query } = readExport(ask.parameters, ask.exportRows);
    const format = formatOf(name, ignoredSources(ask.parameters));
    const plan = await snapshot.memo(`list ${canonicalQuery(query)}`, () => planList(snapshot.manifest, query));
    const bounds = boundsFor(ask);
    const terms = termsOf(plan.shards.reduce((bits, { agencies }) => bits | agencies, 0));
    const form = format.before({ rows: 0, truncated: false, terms });
    const hash = contentHash(`export ${EXPORT_FORMAT} ${name} ${bounds.files} ${bounds.rows} ${plan.hash}\n${form}`);
    const open: ExportJob['reading']['open'] = (entry) => snapshot.shard(entry);
    const making: ExportJob = { reading: { plan, query, bounds, open }, format, terms };
    return {
      hash,
      type: format.type,
      caching: 'data',
      async prepare() {
        const extent = await extents.of(hash, making, ask);
        const { rows, size, end } = extent;
        const fileName = `earthquakes-${formatDay(snapshot.manifest.asOf)}-${hash.slice(0, 6)}.${format.extension}`;
        const next = end && `${ask.basePath}${nextExport(name, query, end)}`;
        return {
          size,
          headers: {
            'X-Export-Rows': String(rows),
            'X-Export-Truncated': String(end !== undefined),
            'Content-Disposition': `attachment; filename="${fileName}"`,
            ...linkHeader(next, terms),
          },
          chunks: (signal) => chunksOf(making, extent, queue.streaming({ caller: callerId(caller), signal })),
        };
      },
    };
  };
}

/** Each export is measured once, whoever asks for it, whole, by HEAD or in parts: the hash names all that its extent follows from. */
class Extents {
  readonly #known = new LRUCache<string, Extent>({ max: EXTENTS });

  async of(hash: string, making: ExportJob, { queue, caller, signal, trace }: EndpointRequest): Promise<Extent> {
    const known = this.#known.get(hash);
    if (known) return known;
    const dear = isExpensive(making.reading.plan.shards, making.reading.query);
    const asking = { caller: callerId(caller), signal: signal(), dear, key: `export ${hash}` };
    const measured = await queue.during(asking, async (work) => {
      const extent = await measure(making, work);
      trace.opened += extent.opened;
      return extent;
    });
    this.#known.set(hash, measured);
    return measured;
  }
}

/** Each row that the plan allows pays for fifty that are looked at: all of a million earthquakes for 100,000 rows. */
const boundsFor = ({ bounds: { files, rows }, exportRows }: EndpointRequest): WorkBounds => ({
  files: files + Math.floor(exportRows / 64),
  rows: rows + exportRows * 50,
});
