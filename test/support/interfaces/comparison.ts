/** One earthquake, or one agency's solution of it, as an interface gives it; and how two interfaces disagree. */
import type { EpochMs } from '#core/time.ts';

type Value = number | string | null;

/** A key that an interface does not give is undefined, and is not compared. */
export interface Row {
  /** `event_id` of the record; for an agency's solution ` <agency>` follows. An adapter has `<agency>:<its id>`. */
  key: string;
  /** Whole seconds. */
  time: EpochMs;
  /** With its fraction. */
  instant?: EpochMs;
  latitude: number;
  longitude: number;
  depth_km?: Value;
  magnitude?: Value;
  magnitude_type?: Value;
  event_type?: string;
  location?: Value;
  location_en?: string;
  source?: string;
  updated_at?: EpochMs;
}

const FIELDS = [
  ...['time', 'instant', 'latitude', 'longitude', 'depth_km', 'magnitude', 'magnitude_type', 'event_type'],
  ...['location', 'location_en', 'source', 'updated_at'],
] as Exclude<keyof Row, 'key'>[];

/** Formats with separators replace them, and white space, in words. */
const plain = (value: Value | undefined): Value | undefined =>
  typeof value === 'string' ? value.replaceAll('|', '/').replaceAll('"', "'").replace(/\s+/g, ' ').trim() : value;

interface Disagreement {
  interface: string;
  key: string;
  field: string;
  expected: Value | undefined;
  found: Value | undefined;
}

interface Tally {
  rows: number;
  comparisons: number;
  disagreements: number;
}

export class Comparison {
  readonly tallies = new Map<string, Tally>();
  readonly disagreements: Disagreement[] = [];

  #tallyOf(name: string): Tally {
    return this.tallies.getOrInsertComputed(name, () => ({ rows: 0, comparisons: 0, disagreements: 0 }));
  }

  #differs(one: Disagreement): void {
    this.#tallyOf(one.interface).disagreements += 1;
    this.disagreements.push(one);
  }

  add(name: string, expected: Row, found: Row): void {
    const tally = this.#tallyOf(name);
    tally.rows += 1;
    for (const field of FIELDS) {
      const [one, other] = [plain(expected[field]), plain(found[field])];
      if (one === undefined || other === undefined) continue;
      tally.comparisons += 1;
      if (one !== other) this.#differs({ interface: name, key: found.key, field, expected: one, found: other });
    }
  }

  /** A row that an interface lacks, has twice, or should not have. */
  presence(name: string, key: string, expected: number, found: number): void {
    this.#tallyOf(name).comparisons += 1;
    if (expected !== found) this.#differs({ interface: name, key, field: 'rows', expected, found });
  }
}
