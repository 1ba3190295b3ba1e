/** Five years of builds by a clock that jumps: what stays on the disk, and what a build costs in each year. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { DAY, formatInstant, MINUTE, type EpochMs } from '#core/time.ts';
import { cpuSeconds, median, memoryOf } from '../measure.ts';
import { GeneratorProcess, SharedClock } from '../rehearse/generator-process.ts';
import { newRows } from './new-rows.ts';
import { ingestSynthetic } from './speed/catalogue.ts';

const YEARS = 5;
const BEGIN = Date.UTC(2021, 0, 1);
/** Builds of a year: one a day, and minutes in a row in its last two hours. */
const DAYS = 365;
const MINUTES = 120;
/** New rows of a build: none, one or 14. */
const ROWS = [1, 0, 1, 14, 0];

interface Build {
  /** Seconds, with the ingest. */
  cpu: number;
  bytes: number;
}

/** @param events earthquakes of the catalogue before the first year */
export async function* benchYears(events: number): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-years-'));
  const clock = new SharedClock(folder);
  const environment = { ...clock.environment, PREVIEW_PICTURES: '0' };
  let generator: GeneratorProcess | undefined;
  try {
    clock.set(BEGIN);
    ingestSynthetic(folder, { events, until: formatInstant(BEGIN), environment });
    clock.set(BEGIN);
    const folders = { DATA_DIR: join(folder, 'data'), DIST_DIR: join(folder, 'dist') };
    generator = new GeneratorProcess({ ...environment, ...folders });
    const years = new Years(folder, clock, generator);
    yield await years.first();
    for (let year = 1; year <= YEARS; year += 1) yield await years.next(year);
  } finally {
    generator?.child.kill('SIGKILL');
    rmSync(folder, { recursive: true, maxRetries: 3 });
  }
}

class Years {
  readonly #folder: string;
  readonly #clock: SharedClock;
  readonly #generator: GeneratorProcess;
  #builds = 0;
  #earthquakes = 0;

  constructor(folder: string, clock: SharedClock, generator: GeneratorProcess) {
    this.#folder = folder;
    this.#clock = clock;
    this.#generator = generator;
  }

  async first(): Promise<string> {
    const builds = [await this.#build(BEGIN)];
    return this.#figures('Before', builds);
  }

  async next(year: number): Promise<string> {
    const begin = BEGIN + (year - 1) * DAYS * DAY;
    const end = begin + DAYS * DAY;
    const builds: Build[] = [];
    for (let at = begin + DAY; at < end; at += DAY) builds.push(await this.#build(at));
    for (let at = end - MINUTES * MINUTE; at < end; at += MINUTE) builds.push(await this.#build(at));
    return this.#figures(`Year ${year}`, builds);
  }

  async #build(at: EpochMs): Promise<Build> {
    const { child } = this.#generator;
    // The signal would end a process that does not listen yet.
    this.#clock.set(at, this.#builds === 0 ? [] : [child]);
    const document = join(this.#folder, 'rows.json');
    const rows = ROWS[(this.#builds += 1) % ROWS.length]!;
    writeFileSync(document, newRows(rows, at));
    const began = cpuSeconds(child.pid!);
    const { bytes, earthquakes } = await this.#generator.publish({ at, documents: [document] });
    this.#earthquakes = earthquakes;
    return { cpu: cpuSeconds(child.pid!) - began, bytes };
  }

  #figures(name: string, builds: Build[]): string {
    const sizes = fastGlob
      .sync('**', { cwd: join(this.#folder, 'dist'), dot: true, stats: true })
      .map(({ path, stats }) => ({ path, inode: stats!.ino, bytes: stats!.size }));
    // A file of several names counts once.
    const files = [...new Map(sizes.map((file) => [file.inode, file])).values()];
    const sum = (list: typeof files): string =>
      `${list.length} files ${megabytes(list.reduce((total, { bytes }) => total + bytes, 0))}`;
    const versions = files.filter(({ path }) => path.startsWith('versions/'));
    const catalogue = statSync(join(this.#folder, 'data/catalog.db')).size;
    return (
      `${name}: ${builds.length} builds, ${this.#earthquakes} earthquakes; ` +
      `${median(builds.map(({ cpu }) => cpu)).toFixed(2)} CPU s and ${megabytes(median(builds.map(({ bytes }) => bytes)))} a build; ` +
      `dist ${sum(files)} (versions ${sum(versions)}), catalog.db ${megabytes(catalogue)}, ` +
      `memory ${Math.round(memoryOf(this.#generator.child.pid!))} MB`
    );
  }
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
