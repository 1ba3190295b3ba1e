/**
 * Kandilli's live list of 2025-02 to 2026-08 as two collectors kept it, laid out as pages again.
 * The collectors kept every row they ever saw, so a row that the agency replaced is still in their files.
 * Here it leaves the page when a row within 5 s and 30 km appears later: the bounds measured on true pages.
 */
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { parse as parseCsv } from 'csv-parse/sync';
import { distanceKm } from '#core/geo.ts';
import { MINUTE, SECOND, type EpochMs } from '#core/time.ts';
import { dottedInIstanbul } from '../synthetic/wire/clock.ts';
import { encode1254 } from '../synthetic/wire/windows-1254.ts';

/** A row as the collectors keep it; empty magnitudes are absent ones. */
interface CopiedRow {
  Date: string;
  Time: string;
  Latitude: string;
  Longitude: string;
  Depth: string;
  MD: string;
  ML: string;
  Mw: string;
  /** Place and quality. */
  Location: string;
}

interface Sighting {
  seen: EpochMs;
  row: CopiedRow;
}

interface CurrentRow {
  row: CopiedRow;
  seen: EpochMs;
  time: EpochMs;
  latitude: number;
  longitude: number;
  shown: boolean;
}

interface LivePages {
  /** Rows read from the files. */
  rows: number;
  /** Rows that repeat an earlier row of the other file or of the monthly copies. */
  same: number;
  /** Statements that were laid out. */
  statements: number;
  /** File resets of a collector, which say nothing about the agency. */
  resets: number;
  pages(): Generator<Uint8Array>;
}

const REPLACED = { ms: 5 * SECOND, km: 30 };
const ROWS_BEFORE_A_PAGE = 250;
/** A page says nothing about what is as old as its last row. */
const ROWS_BELOW = 5;

/**
 * @param folder the one with `lst0_live_events_from_git.jsonl.gz`, `lst0_firstseen_*.csv.gz` and `lst0_live_monthly/`
 */
export function readLivePages(journal: string, firstSeen: string, monthly: string[]): LivePages {
  const count = { rows: 0, same: 0, resets: 0 };
  const sightings: Sighting[] = [];
  const known = new Set<string>();
  const add = (seen: EpochMs, row: CopiedRow): void => {
    count.rows += 1;
    const text = rowText(row);
    if (known.has(text)) count.same += 1;
    else sightings.push({ seen, row });
    known.add(text);
  };
  for (const line of text(journal).trim().split('\n')) {
    const { seen, op, new: row } = JSON.parse(line) as { seen: string; op: string; new?: CopiedRow };
    if (row) add(Date.parse(seen), row);
    else if (op === 'gone') {
      count.rows += 1;
      count.resets += 1;
    }
  }
  const positions = new Set(sightings.map(({ row }) => keyOf(row)));
  for (const { seen, row } of firstSeenRows(firstSeen)) {
    // The second collector kept neither MD nor Mw: what the first one has of a row is the fuller statement.
    if (positions.has(keyOf(row))) {
      count.rows += 1;
      count.same += 1;
    } else add(seen, row);
  }
  for (const path of monthly)
    for (const row of csv(path) as unknown as CopiedRow[]) add(timeOf(row) + 10 * MINUTE, row);
  sightings.sort((a, b) => a.seen - b.seen);
  return { ...count, statements: sightings.length, pages: () => pagesOf(sightings) };
}

const text = (path: string): string => gunzipSync(readFileSync(path)).toString('utf8');
const csv = (path: string): Record<string, string>[] => parseCsv(text(path), { columns: true, bom: true });

function* firstSeenRows(path: string): Generator<Sighting> {
  for (const row of csv(path)) {
    const quality = /REV\S*ZE(\d\d)\s*(\(.*\))/u.exec(row['Cozum'] ?? '');
    yield {
      seen: Date.parse(row['first_seen_utc']!),
      row: {
        Date: row['Tarih']!,
        Time: row['Saat']!,
        Latitude: row['Enlem']!,
        Longitude: row['Boylam']!,
        Depth: row['Derinlik']!,
        MD: '',
        ML: row['ML']!,
        Mw: '',
        Location: `${row['Yer']} ${quality ? `REVIZE${quality[1]} ${quality[2]}` : 'İlksel'}`,
      },
    };
  }
}

const keyOf = (row: CopiedRow): string => `${row.Date} ${row.Time} ${Number(row.Latitude)} ${Number(row.Longitude)}`;

const timeOf = (row: CopiedRow): EpochMs => Date.parse(`${row.Date.replaceAll('.', '-')}T${row.Time}+03:00`);

/** A row of the page: quality from column 121, as the true page has it. */
function rowText(row: CopiedRow): string {
  const [, place = row.Location, quality = ''] = /^(.*?)\s*(İlksel|REV\S*ZE\d\d.*)$/u.exec(row.Location) ?? [];
  const magnitudes = [row.MD, row.ML, row.Mw]
    .map((value) => (value === '' ? '-.-' : Number(value).toFixed(1)))
    .join('  ');
  const where = `${row.Latitude.padStart(7)}   ${row.Longitude.padStart(7)}   ${row.Depth.padStart(8)}`;
  return `${row.Date} ${row.Time}  ${where}      ${magnitudes}   ${place.slice(0, 50).padEnd(50)}${quality}`;
}

/**
 * Pages as often as needed to show every statement at least once, each with all rows back to the oldest one that is
 * news.
 */
function* pagesOf(sightings: Sighting[]): Generator<Uint8Array> {
  const currentRows = new Map<string, CurrentRow>();
  const bySecond = new Map<number, string[]>();
  let news = { oldest: Infinity, rows: 0, seen: 0 };
  let madeAt = -Infinity;
  const page = (): Uint8Array => {
    const standing = [...currentRows.values()].sort((a, b) => b.time - a.time);
    const rows = standing.slice(0, standing.filter(({ time }) => time >= news.oldest - SECOND).length + ROWS_BELOW);
    for (const row of rows) row.shown = true;
    // Pages of one sighting follow each other by a second.
    madeAt = Math.max(news.seen, madeAt + SECOND);
    const bytes = layOut(
      rows.map(({ row }) => rowText(row)),
      madeAt,
    );
    news = { oldest: Infinity, rows: 0, seen: 0 };
    return bytes;
  };
  for (const { seen, row } of sightings) {
    const one: CurrentRow = {
      row,
      seen,
      time: timeOf(row),
      latitude: Number(row.Latitude),
      longitude: Number(row.Longitude),
      shown: false,
    };
    const key = keyOf(row);
    const replaced = near(one, currentRows, bySecond).filter((other) => other !== key);
    const unseen = [...replaced, key].some((other) => currentRows.get(other)?.shown === false);
    if (news.rows > 0 && (unseen || (news.rows >= ROWS_BEFORE_A_PAGE && seen > news.seen))) yield page();
    for (const other of replaced) {
      news.oldest = Math.min(news.oldest, currentRows.get(other)!.time);
      currentRows.delete(other);
    }
    currentRows.set(key, one);
    const second = Math.floor(one.time / SECOND);
    bySecond.set(second, [...(bySecond.get(second) ?? []), key]);
    news = { oldest: Math.min(news.oldest, one.time), rows: news.rows + 1, seen };
  }
  if (news.rows > 0) yield page();
}

/** Keys of the standing rows that a new one replaces: those seen before it, for one page may show two so near. */
function near(one: CurrentRow, standing: Map<string, CurrentRow>, bySecond: Map<number, string[]>): string[] {
  const found = new Set<string>();
  for (let offset = -REPLACED.ms; offset <= REPLACED.ms; offset += SECOND)
    for (const key of bySecond.get(Math.floor((one.time + offset) / SECOND)) ?? []) {
      const other = standing.get(key);
      if (other && other.seen < one.seen && distanceKm(one, other) <= REPLACED.km) found.add(key);
    }
  return [...found];
}

function layOut(rows: string[], madeAt: EpochMs): Uint8Array {
  const [date, clock] = dottedInIstanbul(madeAt).split(' ') as [string, string];
  const lines = [
    '<HTML><meta http-equiv="Content-Type" content="text/html; charset=windows-1254">' +
      '<title>Son Depremler</title><BODY>',
    '<pre>',
    `......Son ${rows.length} deprem listelenmiştir......`,
    '                                                        Büyüklük',
    'Tarih      Saat      Enlem(N)  Boylam(E) Derinlik(km)  MD   ML   Mw    Yer                          ' +
      '                   Çözüm Niteliği',
    '---------- --------  --------  -------   ----------    ------------    --------------               ' +
      '                   --------------',
    ...rows,
    '</pre></BODY>',
    `</HTML><br>Yenileme zamanı: ${date.split('.').toReversed().join('.')} saat ${clock}`,
  ];
  return encode1254(lines.join('\r\n').replace(/[^\u0000-\u007fİıŞşĞğÜüÖöÇçÂâÎîÛû’]/gu, '?'));
}
