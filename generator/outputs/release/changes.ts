/** What became of the earthquakes of the release before. */
import { csvCell } from '#core/csv-cell.ts';
import type { ListItem } from '#core/wire.ts';

/** What is compared, as columns of the release's CSV name it. */
const COMPARED = [
  ...['occurred_at', 'latitude', 'longitude', 'depth_km', 'magnitude', 'magnitude_type', 'location'],
] as const;
type Compared = (typeof COMPARED)[number];
type Row = Record<Compared, string>;

type Change = 'new' | 'changed' | 'gone';

/** From this magnitude on, inclusive, changes are listed in words. */
const NOTABLE = 5;
/** Most of these in words. */
const MOST_NOTABLE = 200;

const HEADER =
  'change,event_id,occurred_at,magnitude,magnitude_type,former_occurred_at,former_magnitude,former_magnitude_type,fields';

/** The cells of a line that `csvCell` made: no cell has a line break. */
function cellsOf(line: string): string[] {
  const cells = Array.from(line.matchAll(/(?:^|,)("(?:[^"]|"")*"|[^,]*)/g), ([, cell]) => cell!);
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}

export class ReleaseChanges {
  readonly counts: Record<Change, number> = { new: 0, changed: 0, gone: 0 };
  /** Changes by 0.1 or more. */
  magnitudes = 0;
  /** What happened to great ones, in words. */
  readonly notable: string[] = [];
  /** Lines of the release before by `event_id`: those not met yet. */
  readonly #former = new Map<string, string>();
  #columns: string[] = [];
  readonly #lines: string[] = [HEADER];

  /** Takes in the former release's CSV. @throws Error when a column is missing */
  addFormer(line: string): void {
    if (this.#columns.length === 0) {
      this.#columns = cellsOf(line);
      const missing = ['event_id', ...COMPARED].filter((name) => !this.#columns.includes(name));
      if (missing.length > 0) throw new Error(`has no column ${missing.join(', ')}`);
      return;
    }
    const at = this.#columns.indexOf('event_id');
    // Number, then identifier: nothing before it is quoted.
    const id = line.split(',', at + 1)[at];
    if (id) this.#former.set(id, line);
  }

  /** Compares an earthquake with what the former release says of it. */
  add(item: ListItem): void {
    const line = this.#former.get(item.event_id);
    const now = rowOf(item);
    if (line === undefined) return this.#note('new', item.event_id, { now });
    this.#former.delete(item.event_id);
    const before = this.#formerRow(line);
    const fields = COMPARED.filter((name) => now[name] !== before[name]);
    if (fields.length > 0) this.#note('changed', item.event_id, { now, before, fields });
  }

  /** After the last earthquake. @returns one line a change, as CSV */
  end(): string {
    for (const [id, line] of this.#former) this.#note('gone', id, { before: this.#formerRow(line) });
    this.#former.clear();
    return `${this.#lines.join('\r\n')}\r\n`;
  }

  #formerRow(line: string): Row {
    const cells = cellsOf(line);
    return Object.fromEntries(COMPARED.map((name) => [name, cells[this.#columns.indexOf(name)] ?? ''])) as Row;
  }

  #note(
    change: Change,
    id: string,
    { now, before, fields = [] }: { now?: Row; before?: Row; fields?: Compared[] },
  ): void {
    this.counts[change] += 1;
    const both = [now, before].map((row) => [row?.occurred_at, row?.magnitude, row?.magnitude_type]).flat();
    this.#lines.push([change, id, ...both, fields.join(' ')].map(csvCell).join(','));
    const [magnitude, former] = [Number(now?.magnitude), Number(before?.magnitude)];
    if (Math.round(Math.abs(magnitude - former) * 10) >= 1) this.magnitudes += 1;
    const isNotable =
      Math.max(magnitude || 0, former || 0) >= NOTABLE && !(change === 'changed' && magnitude === former);
    if (isNotable && this.notable.length < MOST_NOTABLE)
      this.notable.push(sentence(change, id, (now ?? before)!, before));
  }
}

const rowOf = (item: ListItem): Row =>
  Object.fromEntries(COMPARED.map((name) => [name, String(item[name] ?? '')])) as Row;

function sentence(change: Change, id: string, row: Row, before: Row | undefined): string {
  const { occurred_at: time, magnitude, magnitude_type: type, location } = row;
  const was = change === 'changed' ? ` (was ${before!.magnitude} ${before!.magnitude_type})`.replace(' )', ')') : '';
  return `${change}: ${time} UTC, M ${magnitude}${type === '' ? '' : ` ${type}`}${was}, ${location}, ${id}`;
}
