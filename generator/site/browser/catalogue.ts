/** The earthquakes of a period: those of the last week from its file, older ones from the shards of the manifest. */
import { activeFilters, type FilterValues } from '#core/filters/table.ts';
import { readPart } from '#core/manifest-parts.ts';
import type { ShardEntry } from '#core/shard-entry.ts';
import { ANSWERS, shardPath } from '#core/paths.ts';
import { RECENT, type RecentChanges, recentItems, type RecentWeek } from '#core/recent.ts';
import { timesOf } from '#core/query.ts';
import { type EpochMs, parseCivil, SECOND } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { earthquakeOf, type Earthquake } from './earthquake.ts';
import { MOST_MAGNITUDE } from '../drawing/first-screen.ts';
import { type ManifestJson, Parts } from './parts.ts';
import { fresh, freshManifest, stored } from './requests.ts';

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
  /** Of the week, with those that are left out, without blasts. */
  total?: number | undefined;
}

const newestFirst = (a: Earthquake, b: Earthquake): number => b.time - a.time || b.id - a.id;

export class Catalogue {
  readonly #shards = new Map<string, Earthquake[]>();
  /** Of the last week. */
  #recent = new Map<number, Earthquake>();
  #newest: Earthquake[] = [];
  #week: Omit<RecentWeek, 'columns'> | undefined;
  #manifest: ManifestJson | undefined;
  readonly #parts = new Parts((text) => readPart(text).shards);

  /** Asks for the newest earthquakes. @returns whether anything changed */
  async refresh(): Promise<boolean> {
    const changes = this.#week && (await fresh<RecentChanges>(ANSWERS.recentChanges)).body;
    const had = this.#week?.sequence;
    if (changes?.sequence === had && had !== undefined) return false;
    if (changes && this.#week && changes.after <= had! && changes.sequence > had!) {
      for (const id of changes.removed) this.#recent.delete(id);
      this.#week = { ...this.#week, sequence: changes.sequence, ...(changes.total && { total: changes.total }) };
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
    for (const item of recentItems(columns)) this.#recent.set(item.id, earthquakeOf(item));
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
    return { rows: (await fresh<ListBody>(ANSWERS.list)).body.earthquakes.map(earthquakeOf), completeFrom: undefined };
  }

  /** Those that may pass the filters, from where their times begin. @param now the moment that ages count from */
  async within(values: FilterValues, now: EpochMs): Promise<Selection> {
    const [since] = timesOf(values);
    if (now - since <= RECENT.age) return this.#ofWeek(since);
    const active = activeFilters(values);
    const due = (await this.#entries(since)).filter(
      (shard) => shard.magnitude !== null && active.every(({ filter, value }) => filter.prune(shard, value)),
    );
    const { shards, completeFrom } = affordable(due);
    const read = await Promise.all(shards.map((shard) => this.#rowsOf(shard)));
    for (const hash of this.#shards.keys()) if (!shards.some((one) => one.hash === hash)) this.#shards.delete(hash);
    const known = new Map([...read.flat(), ...this.#newest].map((one) => [one.id, one]));
    const isShown = ({ time, magnitude }: Earthquake): boolean =>
      time >= since && (completeFrom === undefined || (magnitude ?? -Infinity) >= completeFrom);
    return { rows: [...known.values()].filter(isShown).sort(newestFirst), completeFrom };
  }

  /** Of the parts that may have earthquakes of this time or later. */
  async #entries(since: EpochMs): Promise<ShardEntry[]> {
    const { parts } = (this.#manifest ??= (await freshManifest<ManifestJson>()).body);
    const due = parts.filter(({ time }) => parseCivil(time[1])! + SECOND > since);
    return this.#parts.entriesOf(due.map(({ file }) => file));
  }

  #ofWeek(since: EpochMs): Selection {
    const rows = this.#newest;
    const { complete_since, complete_from, total } = this.#week ?? {};
    const completeSince = complete_since ? parseCivil(complete_since)! : -Infinity;
    if (completeSince <= since) return { rows, completeFrom: undefined };
    return { rows, completeFrom: complete_from ?? MOST_MAGNITUDE, completeSince, total };
  }

  async #rowsOf({ hash }: ShardEntry): Promise<Earthquake[]> {
    const known = this.#shards.get(hash);
    if (known) return known;
    const rows = (await stored<ListBody>(shardPath(hash))).earthquakes.map(earthquakeOf);
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
