/** Six days of great earthquakes in the final values of one agency each, to be replayed minute by minute. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Shock } from '#seismology/significance.ts';
import { DAY, HOUR, parseCivil, type EpochMs } from '#core/time.ts';
import { readCopiedRows } from './kandilli-xml.ts';

/** Of Türkiye, ahead of UTC, in the years of the copies in local time. */
const TURKISH = 3 * HOUR;

type Values = readonly [time: EpochMs, latitude: number, longitude: number, depthKm: number, magnitude: number];

interface ReplayedDay {
  /** UTC. */
  date: string;
  source: string;
  read(data: string): Values[];
}

const linesOf = (path: string): string[][] =>
  gunzipSync(readFileSync(path))
    .toString('utf8')
    .trimEnd()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));

const numbers = (...cells: (string | undefined)[]): number[] => cells.map(Number);

const zeqdb = (data: string): Values[] =>
  linesOf(join(data, 'kandilli/zeqdb_1915-2023-04_M3.5.csv.gz')).map(([, , date, clock, ...cells]) => {
    const [latitude, longitude, depthKm, magnitude] = numbers(...cells);
    return [parseCivil(`${date!.replaceAll('.', '-')} ${clock!}`)!, latitude!, longitude!, depthKm!, magnitude!];
  });

const afad = (data: string): Values[] =>
  linesOf(join(data, 'afad/afad_site_export_M3_2020_2026-06-30_LOCAL.csv.gz')).map(([date, ...cells]) => {
    const [, day, month, year, clock] = /(\d\d)\/(\d\d)\/(\d{4}) (\S+?)"/.exec(date!)!;
    const [longitude, latitude, depthKm, , , magnitude] = numbers(...cells);
    const time = parseCivil(`${year}-${month}-${day} ${clock}`)! - TURKISH;
    return [time, latitude!, longitude!, depthKm!, magnitude!];
  });

const monthly = (data: string): Values[] =>
  readCopiedRows(join(data, 'kandilli/monthly_xml_json/2023.json.gz')).map(({ date, lat, lng, depth, mag }) => [
    parseCivil(date)! - TURKISH,
    ...([lat, lng, depth, mag] as const),
  ]);

const live =
  (...months: string[]) =>
  (data: string): Values[] =>
    months
      .flatMap((month) => linesOf(join(data, `kandilli/lst0_live_monthly/${month}.csv.gz`)))
      .map(([date, clock, latitude, longitude, depth, md, ml, mw]) => [
        parseCivil(`${date!.replaceAll('.', '-')} ${clock!}`)! - TURKISH,
        ...([Number(latitude), Number(longitude), Number(depth), Number(mw || ml || md)] as const),
      ]);

const KANDILLI = 'Kandilli, all';

export const REPLAYED_DAYS: readonly ReplayedDay[] = [
  { date: '1999-08-17', source: 'Kandilli, M ≥ 3.5', read: zeqdb },
  { date: '2020-10-30', source: 'AFAD, M ≥ 3', read: afad },
  { date: '2023-02-06', source: KANDILLI, read: monthly },
  { date: '2025-04-23', source: KANDILLI, read: live('2025-04') },
  { date: '2025-08-10', source: KANDILLI, read: live('2025-08') },
  { date: '2025-10-27', source: KANDILLI, read: live('2025-10') },
];

export interface Replay {
  /** Midnight. */
  from: EpochMs;
  /** Exclusive. */
  until: EpochMs;
  /** Of a week before until the end, newest first. */
  rows: Shock[];
}

/** The day and the next one, as far as there are rows. @param data folder of real data */
export function replayOf({ date, read }: ReplayedDay, data: string): Replay {
  const from = parseCivil(`${date} 00:00:00`)!;
  const until = from + 2 * DAY;
  const rows = read(data)
    .map(([time, latitude, longitude, depthKm, magnitude], id) => ({
      ...{ id, time, latitude, longitude, depthKm },
      magnitude: magnitude > 0 ? magnitude : null,
    }))
    .filter(({ time }) => time >= from - 7 * DAY && time < until)
    .sort((a, b) => b.time - a.time);
  return { from, until: Math.min(until, rows[0]!.time + HOUR), rows };
}

/** Those of a week that are known at a minute. */
export const knownAt = ({ rows }: Replay, now: EpochMs): Shock[] =>
  rows.filter(({ time }) => time <= now && time > now - 7 * DAY);
