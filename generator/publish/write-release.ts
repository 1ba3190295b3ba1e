/** Makes a release: a frozen copy of the catalogue with what is needed to cite and to verify it. */
import { hash as digestOf } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip, createGzip } from 'node:zlib';
import type { Agency, Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { ExpectedError } from '#core/expected-error.ts';
import { CSV_HEADER, csvLine } from '#core/record/csv-line.ts';
import { byLatest, PIECE_BYTES } from '#core/releases.ts';
import { agencyBits } from '#core/shard.ts';
import { termsOf } from '#core/terms.ts';
import { DAY, type EpochMs, formatDay } from '#core/time.ts';
import { listItem } from '#core/wire.ts';
import { mwEstimate } from '#seismology/mw-estimate.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakesBetween } from '../catalog/read.ts';
import { renderCatalogueFile } from '../outputs/catalogue/parquet.ts';
import { ReleaseChanges } from '../outputs/release/changes.ts';
import {
  changesFile,
  citationFile,
  dataciteFile,
  landingPage,
  readmeFile,
  type ReleaseTexts,
} from '../outputs/release/texts.ts';
import { flushPaths } from './disk.ts';
import { RECORD, RELEASE, releasesFolder, storedReleases, type StoredRelease } from './releases.ts';
import { PACKING } from './tables.ts';

interface ReleaseInputs {
  db: Db;
  dataDir: string;
  /** In use. */
  agencies: readonly Agency[];
  settings: { serviceName: string; baseUrl: string };
  asOf: EpochMs;
  /** Of a name that `isReleaseName` accepts. */
  name: string;
}

const CSV = 'earthquakes.csv.gz';
const SUMS = 'SHA256SUMS.txt';

/**
 * Only one process at a time may write to `DATA_DIR`. A release that is not finished leaves nothing.
 * @throws ExpectedError where the name is taken or not a later one, and for a catalogue without earthquakes
 */
export async function writeRelease(inputs: ReleaseInputs): Promise<StoredRelease> {
  const { name, dataDir } = inputs;
  const [last] = storedReleases(dataDir);
  if (last && byLatest({ name }, last) >= 0)
    throw new ExpectedError(
      `${last.name} is the last release, made on ${formatDay(last.asOf)}; a release is never changed: name a later one`,
    );
  const root = releasesFolder(dataDir);
  const folder = join(root, name);
  const unfinished = join(root, `.${name}.new`);
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  try {
    const release = await fill(inputs, unfinished, last);
    renameSync(unfinished, folder);
    flushPaths([root], root);
    return { ...release, folder };
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

async function fill(inputs: ReleaseInputs, folder: string, last: StoredRelease | undefined): Promise<StoredRelease> {
  const { name, asOf, db, agencies, settings } = inputs;
  const changes = last && (await changesFrom(last));
  const summary = new Summary();
  const source = Readable.from(csvText(db, (earthquake) => summary.add(earthquake), changes));
  await pipeline(source, createGzip({ level: 9 }), createWriteStream(join(folder, CSV)));
  const { earthquakes } = summary;
  if (earthquakes === 0) throw new ExpectedError('the catalogue has no earthquakes: there is nothing to release');
  const put = (file: string, body: string | Uint8Array): void => writeFileSync(join(folder, file), body);
  put('earthquakes.parquet', renderCatalogueFile(earthquakesBetween(db, -Infinity, Infinity), agencies, PACKING)!.body);
  if (changes) put('changes.csv', changes.end());
  const before = last && changes ? { name: last.name, changes } : undefined;
  const texts: ReleaseTexts = { ...settings, name, asOf, ...summary.texts, before };
  put('CHANGES.txt', changesFile(texts));
  put('CITATION.cff', citationFile(texts));
  put('datacite.json', dataciteFile(texts));
  put('README.txt', readmeFile(texts));
  put('index.html', landingPage(texts));
  const sums = filesIn(folder).map(
    (file) => `${digestOf('sha256', readFileSync(join(folder, file)), 'hex')}  ${file}\n`,
  );
  put(SUMS, sums.join(''));
  const files = filesIn(folder).map((file) => entryOf(folder, file));
  const release = { name, asOf, earthquakes, files };
  put(RECORD, `${JSON.stringify(RELEASE.write(release))}\n`);
  flushPaths([...filesIn(folder).map((file) => join(folder, file)), folder], folder);
  return { ...release, folder };
}

const filesIn = (folder: string): string[] => readdirSync(folder).sort();

function entryOf(folder: string, name: string): StoredRelease['files'][number] {
  const bytes = readFileSync(join(folder, name));
  const pieces = Array.from({ length: Math.ceil(bytes.byteLength / PIECE_BYTES) }, (_, piece) =>
    crc32(bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)),
  );
  return { name, hash: contentHash(bytes), size: bytes.byteLength, pieces };
}

/** What the former release says, to be compared. */
async function changesFrom({ name, folder }: StoredRelease): Promise<ReleaseChanges> {
  const changes = new ReleaseChanges();
  const path = join(folder, CSV);
  if (!existsSync(path)) throw new ExpectedError(`${path} is missing: ${name} cannot be compared`);
  const text = createReadStream(path).pipe(createGunzip());
  try {
    for await (const line of createInterface({ input: text, crlfDelay: Infinity })) changes.addFormer(line);
  } catch (error) {
    throw new ExpectedError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  return changes;
}

/** Lines are joined to pieces of so many. */
const LINES = 1000;

function* csvText(db: Db, seen: (one: Earthquake) => void, changes: ReleaseChanges | undefined): Generator<string> {
  let lines = [CSV_HEADER];
  for (const earthquake of earthquakesBetween(db, -Infinity, Infinity)) {
    const item = listItem(earthquake);
    seen(earthquake);
    changes?.add(item);
    lines.push(csvLine(item, mwEstimate(item.magnitude, item.magnitude_type)));
    if (lines.length < LINES) continue;
    yield `${lines.join('\r\n')}\r\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join('\r\n')}\r\n`;
}

/** West, south, east, north in degrees. */
type Box = [number, number, number, number];

/** What the texts say of the earthquakes, which come in order of time. */
class Summary {
  earthquakes = 0;
  #bits = 0;
  #box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  #times: [EpochMs, EpochMs] = [0, 0];

  add({ latitude, longitude, time, solutions }: Earthquake): void {
    const [west, south, east, north] = this.#box;
    this.#times = [this.earthquakes === 0 ? time : this.#times[0], time];
    this.earthquakes += 1;
    this.#bits |= agencyBits(solutions.map(({ agency }) => agency));
    this.#box = [
      ...[Math.min(west, longitude), Math.min(south, latitude)],
      ...[Math.max(east, longitude), Math.max(north, latitude)],
    ] as Box;
  }

  get texts(): Pick<ReleaseTexts, 'earthquakes' | 'terms' | 'box' | 'days'> {
    const [first, last] = this.#times;
    return {
      ...{ earthquakes: this.earthquakes, terms: termsOf(this.#bits), box: this.#box },
      days: [formatDay(first), formatDay(Math.floor(last / DAY) * DAY)],
    };
  }
}
