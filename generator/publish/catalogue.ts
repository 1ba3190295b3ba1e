/** Which Parquet files of the catalogue a build must render, and which it can reuse from the former build. */
import type { Earthquake } from '#core/earthquake.ts';
import type { CatalogueEntry } from '#core/manifest.ts';
import { cataloguePath } from '#core/paths.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { earthquakesBetween, newestTime } from '../catalog/read.ts';
import { CatalogueFileWriter, renderCatalogueFile, type CatalogueFile } from '../outputs/catalogue/parquet.ts';
import type { BaseManifest, BuildContext } from './build-context.ts';
import type { Changeover } from './changeover.ts';

interface CatalogueInputs extends Pick<BuildContext, 'db' | 'output' | 'change' | 'agencies' | 'dirty' | 'progress'> {
  base: Pick<BaseManifest, 'catalogue' | 'asOf'>;
  asOf: EpochMs;
}

/** All years before it are one file: few earthquakes are known of them. */
const FIRST_YEAR = 1900;

/** From `from` (inclusive) to `to` (exclusive). */
interface Period {
  name: string;
  from: EpochMs;
  to: EpochMs;
}

const EARLIER: Period = { name: `before-${FIRST_YEAR}`, from: -Infinity, to: Date.UTC(FIRST_YEAR, 0) };

function yearAt(time: EpochMs): Period {
  if (time < EARLIER.to) return EARLIER;
  const year = new Date(time).getUTCFullYear();
  return { name: String(year), from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) };
}

/** Years that [from, to) touches. */
function* yearsBetween(from: EpochMs, to: EpochMs): Generator<Period> {
  for (let year = yearAt(from); year.from < to; year = yearAt(year.to)) yield year;
}

const RECENT = 'recent';

/** Earthquakes from the day before that of the build on have a small file, so that new ones rewrite no year. */
const recentFrom = (asOf: EpochMs): EpochMs => (Math.floor(asOf / DAY) - 1) * DAY;

function periodsOf(recent: EpochMs): Period[] {
  const years = Array.from(yearsBetween(-Infinity, recent), (year) => ({ ...year, to: Math.min(year.to, recent) }));
  return [...years, { name: RECENT, from: recent, to: Infinity }];
}

/** Names of the periods in which a record changed, or that gained or lost some to a period beside them. */
function dirtyPeriods({ base, dirty, asOf }: CatalogueInputs): Set<string> {
  const recent = recentFrom(asOf);
  const names = new Set(
    [...dirty.values()].flatMap((times) => times.map((time) => (time < recent ? yearAt(time).name : RECENT))),
  );
  const former = recentFrom(base.asOf);
  if (former === recent) return names;
  const moved = yearsBetween(Math.min(former, recent), Math.max(former, recent));
  return new Set([...names, RECENT, ...Array.from(moved, ({ name }) => name)]);
}

/** Renders what changed; entries of all periods that have earthquakes, in order. */
export function buildCatalogue(inputs: CatalogueInputs): CatalogueEntry[] {
  const { db, output } = inputs;
  const former = inputs.base.catalogue;
  const entries = new Map(former?.map((entry): [string, CatalogueEntry] => [entry.period, entry]));
  const dirty = dirtyPeriods(inputs);
  const periods = newestTime(db) === undefined ? [] : periodsOf(recentFrom(inputs.asOf));
  return periods.flatMap((period, done) => {
    inputs.progress('catalogue', done + 1, periods.length);
    const entry = entries.get(period.name);
    const isReusable = entry ? output.sizeOf(cataloguePath(period.name)) === entry.size : former !== undefined;
    // A period without a file, in which nothing changed, has no earthquakes.
    return (isReusable && !dirty.has(period.name) ? entry : render(inputs, period)) ?? [];
  });
}

function render({ db, change, agencies }: CatalogueInputs, { name, from, to }: Period): CatalogueEntry | undefined {
  return put(change, name, renderCatalogueFile(earthquakesBetween(db, from, to), agencies));
}

function put(change: Changeover, name: string, file: CatalogueFile | undefined): CatalogueEntry | undefined {
  if (!file) return undefined;
  const hash = change.put(cataloguePath(name), file.body);
  return { period: name, hash, size: file.body.byteLength, count: file.count };
}

/** The files of all periods, from every earthquake in order of time and id. */
export class CatalogueOfAll {
  readonly #inputs: Pick<CatalogueInputs, 'change' | 'agencies' | 'asOf'>;
  readonly #entries: CatalogueEntry[] = [];
  #period: { name: string; to: EpochMs; file: CatalogueFileWriter } | undefined;

  constructor(inputs: Pick<CatalogueInputs, 'change' | 'agencies' | 'asOf'>) {
    this.#inputs = inputs;
  }

  add(earthquake: Earthquake): void {
    const { time } = earthquake;
    if (!this.#period || time >= this.#period.to) {
      this.#end();
      const recent = recentFrom(this.#inputs.asOf);
      const { name, to } = time >= recent ? { name: RECENT, to: Infinity } : yearAt(time);
      const file = new CatalogueFileWriter(this.#inputs.agencies);
      this.#period = { name, to: name === RECENT ? to : Math.min(to, recent), file };
    }
    this.#period.file.add(earthquake);
  }

  entries(): CatalogueEntry[] {
    this.#end();
    return this.#entries;
  }

  #end(): void {
    const entry = this.#period && put(this.#inputs.change, this.#period.name, this.#period.file.finish());
    if (entry) this.#entries.push(entry);
  }
}
