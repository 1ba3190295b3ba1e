/** Compares every interface with the details of all earthquakes of a dataset. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { type Manifest, readManifest, readRoot, type ShardEntry } from '#core/manifest.ts';
import { cataloguePath, fullShardPath, MANIFEST, partPath, shardPath } from '#core/paths.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import { Comparison, type Row } from './comparison.ts';
import { readParquet } from './parquet.ts';
import { completeRows, readUsgs, type Item } from './readers.ts';
import { INTERFACES, type Interface } from './table.ts';

/** Earthquakes that are asked for one by one in GeoJSON. */
const SINGLE = 100;

type Get = (path: string) => Promise<Response>;

async function manifestFrom(run: Run): Promise<Manifest> {
  const text = await run.text(`/${MANIFEST}`);
  const paths = readRoot(text).parts.map(({ hash }) => partPath(hash));
  const parts = new Map(await Promise.all(paths.map(async (path) => [path, await run.text(`/${path}`)] as const)));
  return readManifest(text, (path) => Buffer.from(parts.get(path)!));
}

/** @param folder for copies of Parquet files */
export async function compareInterfaces(get: Get, folder: string): Promise<Comparison> {
  const run = new Run(get);
  const { shards, catalogue = [] } = await manifestFrom(run);
  for (const shard of shards) await run.shard(shard);
  for (const one of INTERFACES) await run.interface(one);
  for (const key of run.keys.filter((one) => !one.includes(' ')).slice(0, SINGLE))
    await run.interface({
      name: 'fdsn geojson, one',
      path: `${ENDPOINTS.events}?eventid=${key}&format=geojson`,
      read: readUsgs(),
    });
  const files = catalogue.map(({ period }) => cataloguePath(period));
  const rows = await readParquet(files, async (path) => (await run.answer(`/${path}`)).bytes(), folder);
  run.rows('parquet', rows, () => true);
  return run.comparison;
}

class Run {
  readonly comparison = new Comparison();
  /** Rows of the details of all earthquakes, by their keys. */
  readonly #known = new Map<string, Row>();
  /** `<agency>:<its id>` → key of the row. */
  readonly #aliases = new Map<string, string>();
  readonly #get: Get;

  constructor(get: Get) {
    this.#get = get;
  }

  get keys(): string[] {
    return [...this.#known.keys()];
  }

  async answer(path: string): Promise<Response> {
    const response = await this.#get(path);
    if (response.ok) return response;
    throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  }

  readonly text = async (path: string): Promise<string> => (await this.answer(path)).text();

  /** The lines of a shard, each with its line of the solutions file, against the details. */
  async shard({ hash, fullHash }: ShardEntry): Promise<void> {
    const linesOf = async <T>(path: string): Promise<T[]> =>
      (JSON.parse(await this.text(`/${path}`)) as { earthquakes: T[] }).earthquakes;
    const full = await linesOf<FullItem>(fullShardPath(fullHash));
    for (const [at, line] of (await linesOf<ListItem>(shardPath(hash))).entries()) {
      await this.#detail(line.id);
      for (const row of completeRows({ ...line, ...full[at]! })) this.#compare('shards', row);
    }
  }

  async #detail(id: number): Promise<void> {
    const { earthquake } = JSON.parse(await this.text(`${ENDPOINTS.detail}?id=${id}`)) as { earthquake: Item };
    for (const row of completeRows(earthquake)) this.#known.set(row.key, row);
    for (const { name, event_id: own } of earthquake.sources)
      this.#aliases.set(`${name}:${own}`, `${earthquake.event_id} ${name}`);
  }

  /** @returns the key of the detail's row */
  #compare(name: string, row: Row): string {
    const key = this.#aliases.get(row.key) ?? row.key;
    const expected = this.#known.get(key);
    if (expected) this.comparison.add(name, expected, row);
    else this.comparison.presence(name, key, 0, 1);
    return key;
  }

  async interface({ name, path, read, has }: Interface): Promise<void> {
    const rows: Row[] = [];
    for (let next: string | undefined = path; next !== undefined;) {
      const response: Response = await this.answer(next);
      rows.push(...read(await response.text()));
      next = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    this.rows(name, rows, has);
  }

  rows(name: string, rows: readonly Row[], has: Interface['has']): void {
    const found = Map.groupBy(rows, (row) => this.#compare(name, row));
    for (const [key, row] of has ? this.#known : [])
      this.comparison.presence(
        name,
        key,
        has!(row, this.#known.get(key.split(' ')[0]!)!) ? 1 : 0,
        found.get(key)?.length ?? 0,
      );
  }
}
