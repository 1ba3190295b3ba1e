/** A Parquet file of a synthetic dataset. */
import type { CatalogueEntry } from '#core/manifest.ts';
import { contentHash } from '#core/etag.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { cataloguePath } from '#core/paths.ts';
import { renderCatalogueFile } from '../../generator/outputs/catalogue/parquet.ts';

/** One file with all these earthquakes, whatever their years. */
export function makeCatalogue(
  earthquakes: readonly Earthquake[],
  put: (name: string, body: Uint8Array) => void,
): CatalogueEntry {
  const period = '2026';
  const { body, count } = renderCatalogueFile(earthquakes.toSorted((a, b) => a.time - b.time || a.id - b.id))!;
  put(cataloguePath(period), body);
  return { period, hash: contentHash(body), size: body.byteLength, count };
}
