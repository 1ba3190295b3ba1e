/** `/export.php`: many rows at once, as a file. */
import { agenciesOf } from '#core/manifest.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { contentHash } from '#core/etag.ts';
import { planList } from '#core/plan.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { canonicalQuery } from '#core/query.ts';
import { termsOfShards } from '#core/terms.ts';
import { formatDay, MINUTE } from '#core/time.ts';
import { type StreamedRepresentation, linkHeader } from '../http/representation.ts';
import type { EndpointRequest, EndpointRow } from './request.ts';
import {
  body,
  EARTHQUAKE,
  FEATURES,
  IGNORED,
  integer,
  list,
  reference,
  type Schema,
  TERMS,
  TRUNCATED,
} from './schemas.ts';
import type { WorkBounds } from '../work/admission.ts';
import { callerId } from '../access/caller.ts';
import { bodyOf } from './export-formats/body.ts';
import { type ExportJob, type Extent, measure } from './export-formats/extent.ts';
import { Extents } from './extents.ts';
import { CURSOR, EXPORT_LIMIT, FILTER_PARAMETERS, FORMAT, ignoredSources } from '../query/parameters.ts';
import { readExport, nextExport } from '../query/list-query.ts';
import { EXPORT_TYPES, formatOf } from './export-formats/formats.ts';
import { JSON_TYPE, MEDIA_TYPES } from '#core/headers.ts';
import { isExpensive } from '../scan/scan.ts';

/** Equal rows give equal bytes as long as this is the same. */
const FORMATS = sourceHash('gateway/endpoints/export-formats/formats.ts');

/** Exports of so many rows at most always say their size. */
const SHORT_ROWS = 1000;

/** Memory for extents of exports, in bytes. */
const EXTENTS_BYTES = 16e6;

/** `updated_after` filters an export, but a client that follows changes wants the list. */
const PARAMETERS = FILTER_PARAMETERS.filter(({ name }) => name !== 'updated_after');

const EXPORT = body(
  'Export',
  {
    count: integer('Items in `earthquakes`.'),
    truncated: TRUNCATED,
    terms: TERMS,
    ignored_sources: IGNORED,
    earthquakes: list(reference(EARTHQUAKE)),
  },
  ['count', 'truncated', 'terms', 'earthquakes'],
);

export function exportEndpoint(): EndpointRow {
  const extents = new Extents<Extent>(EXTENTS_BYTES, ({ marks }) => marks.length);
  return {
    path: ENDPOINTS.export,
    description: 'Many earthquakes as CSV, JSON, GeoJSON or NDJSON',
    answer: exportAnswer(extents),
    operation: {
      id: 'exportEarthquakes',
      parameters: [FORMAT, EXPORT_LIMIT, ...PARAMETERS, CURSOR],
      content: Object.fromEntries(
        EXPORT_TYPES.map((type): [string, Schema | null] => {
          if (type === JSON_TYPE) return ['application/json', EXPORT];
          return [type, type === MEDIA_TYPES.geojson ? FEATURES : null];
        }),
      ),
      errors: [400],
    },
  };
}

function exportAnswer(extents: Extents<Extent>): (request: EndpointRequest) => Promise<StreamedRepresentation> {
  return async (request) => {
    const { snapshot, queue, caller, clock, exportRows: maxRows } = request;
    const agencies = agenciesOf(snapshot.manifest);
    const { format: name, query } = readExport(request.parameters, {
      now: () => clock.floor(MINUTE),
      maxRows,
      agencies,
    });
    const format = formatOf(name, ignoredSources(request.parameters, agencies));
    const plan = await snapshot.memo(`list ${canonicalQuery(query)}`, () => planList(snapshot.manifest, query));
    const bounds = boundsFor(request);
    const terms = termsOfShards(plan.shards);
    const head = format.before({ rows: 0, truncated: false, terms });
    const hash = contentHash(`export ${FORMATS} ${name} ${bounds.files} ${bounds.rows} ${plan.hash}\n${head}`);
    const job: ExportJob = { scan: { plan, query, bounds, files: snapshot.files }, format, terms };
    return {
      hash,
      type: format.type,
      caching: 'data',
      async prepare(sized) {
        const isSized = sized || query.limit <= SHORT_ROWS || !format.row;
        const extent = await extents.of(`export ${hash}`, request, {
          isEnough: ({ size }) => !isSized || size !== undefined,
          expensive: isExpensive(plan, query),
          key: String(isSized),
          async measure(work) {
            const measured = await measure(job, { work, sized: isSized });
            request.trace.opened += measured.opened;
            return measured;
          },
        });
        const { rows, size, end } = extent;
        const fileName = `earthquakes-${formatDay(snapshot.manifest.day)}-${hash.slice(0, 6)}.${format.extension}`;
        const next = end && `${request.basePath}${nextExport(name, query, end)}`;
        return {
          size,
          headers: {
            'X-Export-Rows': String(rows),
            'X-Export-Truncated': String(end !== undefined),
            'Accept-Ranges': 'bytes',
            'Content-Disposition': `attachment; filename="${fileName}"`,
            ...linkHeader(next, terms),
          },
          chunks(signal, range) {
            const work = queue.streaming({ caller: callerId(caller), signal });
            return bodyOf(job, extent, { work, ...(range ? { range } : {}) });
          },
        };
      },
    };
  };
}

/** Fifty tested rows for each row that the plan allows: all of a million earthquakes for 100,000 rows. */
const boundsFor = ({ bounds: { files, rows }, exportRows }: EndpointRequest): WorkBounds => ({
  files: files + Math.floor(exportRows / 64),
  rows: rows + exportRows * 50,
});
