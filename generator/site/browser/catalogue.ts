/** The earthquakes of a period: the newest from the stored list, the others from the shards that the manifest names. */
import { precisionOf } from '#core/date-words.ts';
import { type Manifest, manifestOf, type ShardEntry } from '#core/manifest-json.ts';
import { ANSWERS, shardPath } from '#core/paths.ts';
import { fold } from '#core/text.ts';
import { type DatePrecision, type EpochMs, parseCivil, parseInstant } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import type { Filterable } from './filters.ts';
import { isTurkish } from './dom.ts';
import { fresh, freshManifest, stored } from './requests.ts';

export interface Earthquake extends Filterable {
  id: number;
  precision: DatePrecision;
  magnitudeType: string;
  place: string;
}

interface ListBody {
  earthquakes: ListItem[];
}

/** Rows of shards that are read for one period at most; bands of small magnitudes are left out first. */
const MOST_ROWS = 20_000;

interface Selection {
  /** Newest first. */
  rows: Earthquake[];
  /** Least magnitude of the rows, where smaller ones are left out; undefined when all are there. */
  completeFrom: number | undefined;
}

function read(item: ListItem): Earthquake {
  const place = isTurkish() ? item.location : (item.location_en ?? item.location);
  return {
    id: item.id,
    time: parseCivil(item.occurred_at)!,
    precision: precisionOf(item.date_precision),
    latitude: item.latitude,
    longitude: item.longitude,
    depthKm: item.depth_km,
    magnitude: item.magnitude,
    magnitudeType: item.magnitude_type ?? 'M',
    place,
    searched: fold(`${item.location}\n${item.location_en ?? ''}\n${item.agency_location ?? ''}`),
    agencies: [...new Set([item.source, ...(item.sources ?? []).map(({ name }) => name)])],
    eventType: item.event_type,
    province: Number(item.province_code),
    updatedAt: parseInstant(item.updated_at)!,
  };
}

const newestFirst = (a: Earthquake, b: Earthquake): number => b.time - a.time || b.id - a.id;

export class Catalogue {
  readonly #shards = new Map<string, Earthquake[]>();
  #list: Earthquake[] = [];
  #tag = '';
  #manifest: Manifest | undefined;

  /** Asks for the newest earthquakes. @returns whether anything changed */
  async refresh(): Promise<boolean> {
    const { body, tag } = await fresh<ListBody>(ANSWERS.list);
    if (tag === this.#tag) return false;
    this.#list = body.earthquakes.map(read);
    this.#tag = tag;
    this.#manifest = undefined;
    return true;
  }

  /** The newest earthquakes at hand, without a request. */
  get newest(): Earthquake[] {
    return this.#list;
  }

  /** Whether the stored list reaches back that far. */
  covers(since: EpochMs): boolean {
    return (this.#list.at(-1)?.time ?? Infinity) < since;
  }

  /** Earthquakes since then. */
  async since(since: EpochMs, minMagnitude = -Infinity): Promise<Selection> {
    if (this.covers(since)) return { rows: this.#list, completeFrom: undefined };
    this.#manifest ??= manifestOf((await freshManifest()).body);
    const due = this.#manifest.shards.filter(
      ({ time, magnitude }) => time[1] >= since && magnitude !== null && magnitude[1] >= minMagnitude,
    );
    const { shards, completeFrom } = affordable(due);
    const read = await Promise.all(shards.map((shard) => this.#rowsOf(shard)));
    for (const hash of this.#shards.keys()) if (!shards.some((one) => one.hash === hash)) this.#shards.delete(hash);
    const known = new Map([...read.flat(), ...this.#list].map((one) => [one.id, one]));
    const isShown = ({ time, magnitude }: Earthquake): boolean =>
      time >= since && (completeFrom === undefined || (magnitude ?? -Infinity) >= completeFrom);
    return { rows: [...known.values()].filter(isShown).sort(newestFirst), completeFrom };
  }

  async #rowsOf({ hash }: ShardEntry): Promise<Earthquake[]> {
    const known = this.#shards.get(hash);
    if (known) return known;
    const rows = (await stored<ListBody>(shardPath(hash))).earthquakes.map(read);
    this.#shards.set(hash, rows);
    return rows;
  }
}

/** As many bands as fit, from the greatest magnitudes down. */
function affordable(due: ShardEntry[]): { shards: ShardEntry[]; completeFrom: number | undefined } {
  let rows = 0;
  let lowest = Infinity;
  for (const band of [...new Set(due.map((shard) => shard.band))].sort((a, b) => b - a)) {
    rows += due.reduce((sum, shard) => sum + (shard.band === band ? shard.count : 0), 0);
    if (rows > MOST_ROWS && lowest < Infinity) break;
    lowest = band;
  }
  const left = due.filter(({ band }) => band < lowest);
  return {
    shards: due.filter(({ band }) => band >= lowest),
    completeFrom:
      left.length === 0 ? undefined : Math.floor(Math.max(...left.map(({ magnitude }) => magnitude![1])) + 1),
  };
}
