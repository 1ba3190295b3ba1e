/** Compares every interface with the details of random earthquakes. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { type Manifest, readManifest, type ShardEntry } from '#core/manifest.ts';
import { cataloguePath, fullShardPath, MANIFEST, shardPath } from '#core/paths.ts';
import { DAY, gregorianOfEpoch, parseCivil } from '#core/time.ts';
import type { FullItem, ListItem } from '#core/wire.ts';
import { type Interface, INTERFACES, type Span } from './interfaces.ts';
import { readParquet } from './parquet.ts';
import { completeRows, type Item, type Reader, readUsgs } from './readers.ts';
import { Comparison, type Row } from './row.ts';
import { readRss } from './xml.ts';

interface CompareOptions {
  get(path: string): Promise<Response>;
  /** Earthquakes at least, where there are as many. */
  events: number;
  /** Numbers in [0, 1). */
  draw(): number;
  /** A folder for copies of Parquet files. */
  folder: string;
}

/** Earthquakes of a span of days, about. */
const SPAN_ROWS = 150;
/** Earthquakes that are asked for one by one in GeoJSON, and those of a feed. */
const SINGLE = 100;
const FEED = 'feed';

export class Run {
  readonly comparison = new Comparison();
  /** Rows of the details of all compared earthquakes, by their keys. */
  readonly #known = new Map<string, Row>();
  /** `<agency>:<its id>` → key of the row. */
  readonly #aliases = new Map<string, string>();
  readonly #items = new Map<string, Item[]>();
  readonly #options: CompareOptions;
  compared = 0;

  constructor(options: CompareOptions) {
    this.#options = options;
  }

  async run(): Promise<void> {
    const manifest = readManifest(await this.#text(`/${MANIFEST}`));
    const total = manifest.shards.reduce((sum, { count }) => sum + count, 0);
    const wanted = Math.min(this.#options.events, total);
    while (this.compared < wanted) await this.#span(this.#randomSpan(manifest), manifest);
    await this.#parquet(manifest);
    await this.#latest(manifest, 'rss', ENDPOINTS.rss, readRss);
    await this.#latest(manifest, FEED, '/feed/v1.0/summary/all_month.geojson', readUsgs());
    for (const key of [...this.#known.keys()].filter((one) => !one.includes(' ')).slice(0, SINGLE))
      await this.#latest(
        manifest,
        'fdsn geojson, one',
        `${ENDPOINTS.events}?eventid=${key}&format=geojson`,
        readUsgs(),
      );
  }

  async #answer(path: string): Promise<Response> {
    const response = await this.#options.get(path);
    if (response.ok) return response;
    throw new Error(`${path}: ${response.status} ${(await response.text()).slice(0, 300)}`);
  }

  readonly #text = async (path: string): Promise<string> => (await this.#answer(path)).text();

  /** The lines of a shard, each with its line of the solutions file. */
  async #shard({ hash, fullHash }: ShardEntry): Promise<Item[]> {
    const kept = this.#items.get(hash);
    if (kept) return kept;
    const linesOf = async <T>(path: string): Promise<T[]> =>
      (JSON.parse(await this.#text(`/${path}`)) as { earthquakes: T[] }).earthquakes;
    const full = await linesOf<FullItem>(fullShardPath(fullHash));
    const items = (await linesOf<ListItem>(shardPath(hash))).map((line, at) => ({ ...line, ...full[at]! }));
    this.#items.set(hash, items);
    return items;
  }

  /** Whole days around a random instant that have about {@link SPAN_ROWS} earthquakes. */
  #randomSpan({ shards }: Manifest): Span {
    const { draw } = this.#options;
    let rest = draw() * shards.reduce((sum, { count }) => sum + count, 0);
    const [earliest, latest] = shards.find(({ count }) => (rest -= count) < 0)!.time;
    const middle = earliest + draw() * (latest - earliest);
    const first = Math.min(...shards.map(({ time }) => time[0]));
    const last = Math.max(...shards.map(({ time }) => time[1]));
    const spanOf = (half: number): Span => ({
      from: Math.floor(Math.max(middle - half, first) / DAY) * DAY,
      to: Math.floor(Math.min(middle + half, last) / DAY + 1) * DAY,
    });
    let half = DAY / 2;
    while (rowsWithin(shards, spanOf(half)) < SPAN_ROWS && half < last - first) half *= 2;
    return spanOf(half);
  }

  /** Compares the earthquakes of some days that were not compared before. */
  async #span(span: Span, { shards }: Manifest): Promise<void> {
    const keys = new Set<string>();
    for (const shard of shards.filter(({ time }) => time[1] >= span.from && time[0] < span.to))
      for (const item of await this.#shard(shard)) {
        const time = parseCivil(item.occurred_at)!;
        if (time < span.from || time >= span.to || this.#known.has(item.event_id)) continue;
        for (const key of await this.#detail(item)) keys.add(key);
        for (const row of completeRows(item)) this.#compare('shards', row);
      }
    if (keys.size > 0) for (const one of INTERFACES) await this.#interface(one, span, keys);
  }

  /** @returns the keys of its rows */
  async #detail({ id, event_id: eventId }: Item): Promise<string[]> {
    const text = await this.#text(`${ENDPOINTS.detail}?id=${id}`);
    const { earthquake } = JSON.parse(text) as { earthquake: Item };
    const rows = completeRows(earthquake);
    for (const row of rows) this.#known.set(row.key, row);
    for (const { name, event_id: own } of earthquake.sources) this.#aliases.set(`${name}:${own}`, `${eventId} ${name}`);
    this.compared += 1;
    return rows.map(({ key }) => key);
  }

  /** @returns the key of the detail's row; undefined for an earthquake that is not compared */
  #compare(name: string, row: Row): string | undefined {
    const key = this.#aliases.get(row.key) ?? row.key;
    const expected = this.#known.get(key);
    if (expected) this.comparison.add(name, expected, row);
    return expected && key;
  }

  async #interface({ name, pathOf, read, has }: Interface, span: Span, keys: Set<string>): Promise<void> {
    const found = new Map<string, number>();
    for (let path: string | undefined = pathOf(span); path !== undefined;) {
      const response: Response = await this.#answer(path);
      for (const row of read(await response.text())) {
        const key = this.#aliases.get(row.key) ?? row.key;
        if (!keys.has(key)) continue;
        this.#compare(name, row);
        found.set(key, (found.get(key) ?? 0) + 1);
      }
      path = /<([^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
    }
    for (const key of keys) {
      const record = this.#known.get(key.split(' ')[0]!)!;
      this.comparison.presence(name, key, has(this.#known.get(key)!, record) ? 1 : 0, found.get(key) ?? 0);
    }
  }

  /** An answer of the newest, or of one earthquake. */
  async #latest({ shards }: Manifest, name: string, path: string, read: Reader): Promise<void> {
    for (const row of read(await this.#text(path)).slice(0, SINGLE)) {
      for (const shard of shards.filter(({ time }) => time[0] <= row.time && time[1] >= row.time))
        for (const item of await this.#shard(shard))
          if (item.event_id === row.key && !this.#known.has(row.key)) await this.#detail(item);
      // A feed of a month may be a quarter of an hour older.
      if (name === FEED && row.updated_at! < (this.#known.get(row.key)?.updated_at ?? -Infinity)) continue;
      this.comparison.presence(name, row.key, 1, this.#compare(name, row) === undefined ? 0 : 1);
    }
  }

  async #parquet({ catalogue = [] }: Manifest): Promise<void> {
    const instants = [...this.#known.values()].map(({ time }) => gregorianOfEpoch(time).year);
    const years = new Set(['recent', ...instants.map((year) => (year < 1900 ? 'before-1900' : String(year)))]);
    const files = catalogue.filter(({ period }) => years.has(period)).map(({ period }) => cataloguePath(period));
    if (files.length === 0) return;
    const fetchFile = async (path: string): Promise<Uint8Array> => (await this.#answer(`/${path}`)).bytes();
    const rows = await readParquet(files, fetchFile, this.#options.folder);
    const found = new Set(rows.map((row) => this.#compare('parquet', row)));
    for (const key of this.#known.keys()) this.comparison.presence('parquet', key, 1, found.has(key) ? 1 : 0);
  }
}

/** As if the rows of a shard were evenly distributed. */
const rowsWithin = (shards: readonly ShardEntry[], { from, to }: Span): number =>
  shards.reduce((sum, { count, time }) => {
    const shared = Math.min(to, time[1] + 1) - Math.max(from, time[0]);
    return sum + (count * Math.max(0, shared)) / (time[1] + 1 - time[0]);
  }, 0);
