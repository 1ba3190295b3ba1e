/** Which Parquet files of the catalogue a build must render, and which it can reuse from the former build. */
import type { CatalogueEntry } from '#core/catalogue-entry.ts';
import { cataloguePath } from '#core/paths.ts';
import type { EpochMs } from '#core/time.ts';
import { earthquakesBetween, newestTime } from '../catalog/read.ts';
import { renderCatalogueFile } from '../outputs/catalogue/parquet.ts';
import type { BuildContext } from './build-context.ts';

type CatalogueInputs = Pick<BuildContext, 'db' | 'output' | 'change' | 'agencies' | 'base' | 'dirty' | 'progress'>;

/** All years before it are one file: few earthquakes are known of them. */
const FIRST_YEAR = 1900;

/** From `from` (inclusive) to `to` (exclusive). */
interface Period {
  name: string;
  from: EpochMs;
  to: EpochMs;
}

const EARLIER: Period = { name: `before-${FIRST_YEAR}`, from: -Infinity, to: Date.UTC(FIRST_YEAR, 0) };

function periodAt(time: EpochMs): Period {
  const year = new Date(time).getUTCFullYear();
  return year < FIRST_YEAR ? EARLIER : { name: String(year), from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
}

function* periodsUntil(newest: EpochMs): Generator<Period> {
  for (let period = EARLIER; period.from <= newest; period = periodAt(period.to)) yield period;
}

/** Renders what changed; entries of all periods that have earthquakes, in order. */
export function buildCatalogue(inputs: CatalogueInputs): CatalogueEntry[] {
  const { db, output } = inputs;
  const former = inputs.base?.catalogue;
  const entries = new Map(former?.map((entry): [string, CatalogueEntry] => [entry.period, entry]));
  const dirty = new Set([...inputs.dirty.values()].flatMap((times) => times.map((time) => periodAt(time).name)));
  const newest = newestTime(db);
  const periods = newest === undefined ? [] : [...periodsUntil(newest)];
  return periods.flatMap((period, done) => {
    inputs.progress('catalogue', done + 1, periods.length);
    const entry = entries.get(period.name);
    const isReusable = entry ? output.sizeOf(cataloguePath(period.name)) === entry.size : former !== undefined;
    // A period without a file, in which nothing changed, has no earthquakes.
    return (isReusable && !dirty.has(period.name) ? entry : render(inputs, period)) ?? [];
  });
}

function render({ db, change, agencies }: CatalogueInputs, { name, from, to }: Period): CatalogueEntry | undefined {
  const file = renderCatalogueFile(earthquakesBetween(db, from, to), agencies);
  if (!file) return undefined;
  const hash = change.put(cataloguePath(name), file.body);
  return { period: name, hash, size: file.body.byteLength, count: file.count };
}
