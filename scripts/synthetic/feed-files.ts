/** Writes rows of one feed into files of one period each. Only the periods that can still get rows are in memory. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { civilOfEpoch, DAY, type EpochMs } from '#core/time.ts';
import type { WireRow } from './report-history.ts';
import { istanbulCivil, two } from './wire/clock.ts';

/** Which file a row belongs to, and from when on no row of it can come any more. */
interface Period {
  name: string;
  ends: EpochMs;
}

/** @param month from 1; 13 is the first of the following year */
const startOfMonth = (year: number, month: number): EpochMs => Date.UTC(year, month - 1, 1);

export function yearOf(time: EpochMs): Period {
  const { year } = civilOfEpoch(time);
  return { name: String(year), ends: startOfMonth(year, 13) };
}

/** Years until 2006, months since. */
export function monthOf(time: EpochMs): Period {
  const { year, month } = civilOfEpoch(time);
  return year < 2007 ? yearOf(time) : { name: `${year}-${two(month)}`, ends: startOfMonth(year, month + 1) };
}

export function istanbulMonthOf(time: EpochMs): Period {
  const { year, month } = istanbulCivil(time);
  return { name: `${year}${two(month)}`, ends: startOfMonth(year, month + 1) };
}

export const onePeriod = (name: string) => (): Period => ({ name, ends: Infinity });

export interface FileForm {
  /** Relative to the edition's folder. */
  folder: string;
  extension: string;
  order: 'newest first' | 'oldest first';
  periodOf(time: EpochMs): Period;
  /** A complete document of some rows. */
  document(texts: string[]): Uint8Array | string;
}

/** No origin time is reported farther from the true one. */
const SLACK = 2 * DAY;

/** A file is closed at about this size in characters, at most two bytes each; its period goes on in another. */
const PART_CHARACTERS = 24_000_000;

interface Open extends Period {
  rows: { time: EpochMs; text: string }[];
  characters: number;
  parts: number;
}

export class FeedFiles {
  readonly #root: string;
  readonly #form: FileForm;
  readonly #partCharacters: number;
  readonly #open = new Map<string, Open>();
  files = 0;
  rows = 0;
  bytes = 0;

  constructor(root: string, form: FileForm, partCharacters = PART_CHARACTERS) {
    this.#root = root;
    this.#form = form;
    this.#partCharacters = partCharacters;
  }

  add(row: WireRow): void {
    const period = this.#form.periodOf(row.time);
    let open = this.#open.get(period.name);
    if (!open) this.#open.set(period.name, (open = { ...period, rows: [], characters: 0, parts: 0 }));
    const text = row.text();
    open.rows.push({ time: row.time, text });
    open.characters += text.length;
    this.rows += 1;
    if (open.characters > this.#partCharacters) this.#write(open);
  }

  /** True times have come as far as this: periods that ended long before are written. */
  advance(now: EpochMs): void {
    for (const [name, open] of this.#open) {
      if (open.ends + SLACK >= now) continue;
      this.#write(open);
      this.#open.delete(name);
    }
  }

  close(): void {
    this.advance(Infinity);
    for (const open of this.#open.values()) this.#write(open);
    this.#open.clear();
  }

  #write(open: Open): void {
    if (open.rows.length === 0) return;
    open.parts += 1;
    const sign = this.#form.order === 'newest first' ? -1 : 1;
    open.rows.sort((a, b) => sign * (a.time - b.time));
    const name = open.parts === 1 ? open.name : `${open.name}-part${open.parts}`;
    const document = this.#form.document(open.rows.map(({ text }) => text));
    const folder = join(this.#root, this.#form.folder);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}${this.#form.extension}`), document);
    this.files += 1;
    this.bytes += document.length;
    open.rows = [];
    open.characters = 0;
  }
}
