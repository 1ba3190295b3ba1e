/**
 * Snapshots of Kandilli's live page over the last days of the catalogue: late rows, replaced rows, rows that fall off
 * the end.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, formatInstant, HOUR, type EpochMs } from '#core/time.ts';
import type { Scenario } from './seismicity.ts';
import { stateAt, type Version } from './report-history.ts';
import { livePage, type LiveRow } from './wire/live-page.ts';

/** Rows of a page. */
const PAGE = 500;

/** A shock older than this is on no page. */
const REACH = 16 * DAY;

/** Hours before the end at which a page is taken. */
const HOURS: Record<Scenario, readonly number[]> = {
  catalogue: [96, 72, 60, 48, 36, 24, 18, 12, 8, 6, 4, 3, 2, 1, 0],
  quiet: [240, 192, 144, 120, 96, 72, 60, 48, 36, 24, 18, 12, 8, 6, 4, 3, 2, 1, 0],
  sequence: Array.from({ length: 24 }, (_, index) => 23 - index),
};

interface Entry {
  versions: readonly Version<LiveRow>[];
  /** Rows that stood on a page, oldest state first. */
  shown: LiveRow[];
}

export class LiveDesk {
  readonly #until: EpochMs;
  readonly #times: EpochMs[];
  #entries: Entry[] = [];
  files = 0;
  rows = 0;
  bytes = 0;

  constructor({ from, until, scenario }: { from: EpochMs; until: EpochMs; scenario: Scenario }) {
    this.#until = until;
    this.#times = HOURS[scenario].map((hours) => until - hours * HOUR).filter((time) => time > from);
  }

  /** Whether a shock of that time can be on a page. */
  reaches(time: EpochMs): boolean {
    return time >= this.#until - REACH;
  }

  /**
   * Takes a history in; the rows of it that will have stood on pages appear in the answer when the pages are written.
   */
  take(versions: readonly Version<LiveRow>[]): readonly LiveRow[] {
    const entry: Entry = { versions, shown: [] };
    this.#entries.push(entry);
    return entry.shown;
  }

  /** The newest rows at an instant. */
  #pageAt(at: EpochMs): { row: LiveRow; entry: Entry }[] {
    const rows: { row: LiveRow; entry: Entry }[] = [];
    // Entries are nearly in order of origin time, so a margin beyond the page is enough before sorting.
    for (let i = this.#entries.length - 1; i >= 0 && rows.length < PAGE * 2; i -= 1) {
      const entry = this.#entries[i]!;
      const row = stateAt(entry.versions, at);
      if (row) rows.push({ row, entry });
    }
    rows.sort((a, b) => b.row.time - a.row.time);
    return rows.slice(0, PAGE);
  }

  writePages(root: string): void {
    const folder = join(root, 'kandilli/live');
    for (const at of this.#times) {
      const page = this.#pageAt(at);
      if (page.length === 0) continue;
      for (const { row, entry } of page) if (entry.shown.at(-1) !== row) entry.shown.push(row);
      const bytes = livePage(
        page.map(({ row }) => row),
        at,
      );
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `lst0-${formatInstant(at).replace(/[-:]/g, '')}.html`), bytes);
      this.files += 1;
      this.rows += page.length;
      this.bytes += bytes.length;
    }
    this.#entries = [];
  }
}
