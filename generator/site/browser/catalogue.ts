/** The earthquakes of a period: those of the last week from its file, older ones from the shards of the manifest. */
import { precisionOf } from '#core/date-words.ts';
import { type Manifest, manifestOf, type ShardEntry } from '#core/manifest-json.ts';
import { ANSWERS, shardPath } from '#core/paths.ts';
import { RECENT, type RecentChanges, type RecentItem, recentItems, type RecentWeek } from '#core/recent.ts';
import { fold } from '#core/text.ts';
import { type DatePrecision, type EpochMs, parseCivil } from '#core/time.ts';
import { otherMagnitude, type OtherMagnitude } from '#core/unsettled.ts';
import type { ListItem } from '#core/wire.ts';
import * as clock from './clock.ts';
import type { Filterable } from './filters.ts';
import { MOST_MAGNITUDE } from '../drawing/first-screen.ts';
import { isTurkish } from './dom.ts';
import { fresh, freshManifest, stored } from './requests.ts';

export interface Earthquake extends Filterable {
  id: number;
  precision: DatePrecision;
  magnitudeType: string;
  magnitudeDoubtful: boolean;
  otherMagnitude: OtherMagnitude | null | undefined;
  place: string;
}

interface ListBody {
  earthquakes: ListItem[];
}

/** Rows of shards that are read for one period at most; bands of small magnitudes are left out first. */
const MOST_ROWS = 20_000;

export interface Selection {
  /** Newest first. */
  rows: Earthquake[];
  /** Least magnitude of the rows, where smaller ones are left out; undefined when all are there. */
  completeFrom: number | undefined;
  /** From here on smaller ones are there, too. */
  completeSince?: EpochMs;
}

function read(item: ListItem | RecentItem): Earthquake {
  const agencies = 'agencies' in item ? item.agencies : [item.source, ...(item.sources ?? []).map(({ name }) => name)];
  const words = 'agencies' in item ? undefined : item.agency_location;
  const place = isTurkish() ? item.location : (item.location_en ?? item.location);
  return {
    id: item.id,
    time: parseCivil(item.occurred_at)!,
    precision: precisionOf(item.date_precision ?? undefined),
    latitude: item.latitude,
    longitude: item.longitude,
    depthKm: item.depth_km,
    magnitude: item.magnitude,
    magnitudeType: item.magnitude_type ?? 'M',
    magnitudeDoubtful: item.magnitude_doubtful === true,
    otherMagnitude: 'agencies' in item ? item.other_magnitude : otherMagnitude(item),
    place,
    searched: fold(`${item.location}\n${item.location_en ?? ''}\n${words ?? ''}`),
    agencies: [...new Set(agencies)],
    eventType: item.event_type ?? undefined,
    province: Number(item.province_code ?? 0),
  };
}

const newestFirst = (a: Earthquake, b: Earthquake): number => b.time - a.time || b.id - a.id;

export class Catalogue {
  readonly #shards = new Map<string, Earthquake[]>();
  /** Of the last week. */
  #recent = new Map<number, Earthquake>();
  #newest: Earthquake[] = [];
  #week: Omit<RecentWeek, 'columns'> | undefined;
  #manifest: Manifest | undefined;

  /** Asks for the newest earthquakes. @returns whether anything changed */
  async refresh(): Promise<boolean> {
    const changes = this.#week && (await fresh<RecentChanges>(ANSWERS.recentChanges)).body;
    const had = this.#week?.sequence;
    if (changes?.sequence === had && had !== undefined) return false;
    if (changes && this.#week && changes.after <= had! && changes.sequence > had!) {
      for (const id of changes.removed) this.#recent.delete(id);
      this.#week = { ...this.#week, sequence: changes.sequence };
      this.#keep(changes);
    } else {
      const { columns, ...week } = (await fresh<RecentWeek>(ANSWERS.recentWeek)).body;
      this.#recent.clear();
      this.#week = week;
      this.#keep({ columns });
    }
    this.#manifest = undefined;
    return true;
  }

  #keep({ columns }: Pick<RecentWeek, 'columns'>): void {
    for (const item of recentItems(columns)) this.#recent.set(item.id, read(item));
    this.#newest = [...this.#recent.values()].sort(newestFirst);
  }

  /** Number of the last change that is in it. */
  get sequence(): number {
    return this.#week?.sequence ?? 0;
  }

  /** Those of the last week that are at hand, newest first. */
  get newest(): Earthquake[] {
    return this.#newest;
  }

  /** Whether all of the week are at hand. */
  get isComplete(): boolean {
    return this.#week?.complete_since === null;
  }

  /** The default list: the newest ones, however old. */
  async listed(): Promise<Selection> {
    return { rows: (await fresh<ListBody>(ANSWERS.list)).body.earthquakes.map(read), completeFrom: undefined };
  }

  /** Earthquakes up to an age in ms. */
  async within(age: number, minMagnitude = -Infinity): Promise<Selection> {
    const since = clock.now() - age;
    if (age <= RECENT.age) return this.#ofWeek(since);
    this.#manifest ??= manifestOf((await freshManifest()).body);
    const due = this.#manifest.shards.filter(
      ({ time, magnitude }) => time[1] >= since && magnitude !== null && magnitude[1] >= minMagnitude,
    );
    const { shards, completeFrom } = affordable(due);
    const read = await Promise.all(shards.map((shard) => this.#rowsOf(shard)));
    for (const hash of this.#shards.keys()) if (!shards.some((one) => one.hash === hash)) this.#shards.delete(hash);
    const known = new Map([...read.flat(), ...this.#newest].map((one) => [one.id, one]));
    const isShown = ({ time, magnitude }: Earthquake): boolean =>
      time >= since && (completeFrom === undefined || (magnitude ?? -Infinity) >= completeFrom);
    return { rows: [...known.values()].filter(isShown).sort(newestFirst), completeFrom };
  }

  #ofWeek(since: EpochMs): Selection {
    const rows = this.#newest;
    const { complete_since, complete_from } = this.#week ?? {};
    const completeSince = complete_since ? parseCivil(complete_since)! : -Infinity;
    if (completeSince <= since) return { rows, completeFrom: undefined };
    return { rows, completeFrom: complete_from ?? MOST_MAGNITUDE, completeSince };
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
