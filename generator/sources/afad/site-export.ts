/**
 * The CSV export of AFAD's website: dates `dd/MM/yyyy HH:mm:ss` in a zone that the document does not name and that has
 * changed (UTC in May 2025, UTC+3 in July 2026). Earthquakes of known time decide the zone, or nothing is read.
 */
import { civilOfEpoch, formatSecond, HOUR, parseCivil, SECOND, type EpochMs } from '#core/time.ts';
import { shown } from '#core/text.ts';
import { MIB } from '../limits.ts';
import { AFAD_COLUMNS, AFAD_CSV_HEADER, csvReport, siteDates } from './api.ts';
import { checkCount, readReports, emptyParsed, RowError } from '../parsing/rows.ts';
import { field, readTable, type Record } from '../parsing/delimited.ts';
import { refusePage, utf8Document } from '../parsing/document-text.ts';
import { instantOfIstanbul } from '../parsing/istanbul-time.ts';
import { DocumentError, type Feed, type ParseContext, type Parsed, type SourceReport } from '../feed.ts';

/** Origin times in UTC by AFAD identifier (the first two belong to the unified catalogue). */
const ANCHORS: ReadonlyMap<string, EpochMs> = new Map(
  Object.entries({
    19555: '1999-08-17 00:01:39',
    14172: '2011-10-23 10:41:00',
    247730: '1999-08-17 00:01:39',
    141933: '2011-10-23 10:41:20',
    483762: '2020-10-30 11:51:23',
    543428: '2023-02-06 01:17:32',
    543593: '2023-02-06 10:24:47',
    658148: '2025-04-23 09:49:10',
  }).map(([id, time]) => [id, parseCivil(time)!]),
);

/** Revisions move an origin time by up to a minute; zones differ by two hours and more. */
const TOLERANCE = 120 * SECOND;

/** The share of the catalogue's own anchors that must fit a zone; a few may have been revised by minutes. */
const FITTING_SHARE = 0.95;

interface Reading {
  time: EpochMs;
  alternative: EpochMs | null;
}

interface Zone {
  name: string;
  /** The instant of a civil time given as if it were UTC. @throws RowError */
  read(asUtc: EpochMs): Reading;
}

function readIstanbul(asUtc: EpochMs): Reading {
  const reading = instantOfIstanbul(civilOfEpoch(asUtc));
  if ('reason' in reading) throw new RowError(reading.reason);
  return reading;
}

/** The zone's rules before the fixed offset: they differ only in winters before 2016. */
const ZONES: Zone[] = [
  { name: 'UTC', read: (asUtc) => ({ time: asUtc, alternative: null }) },
  { name: 'Europe/Istanbul', read: readIstanbul },
  { name: 'UTC+3', read: (asUtc) => ({ time: asUtc - 3 * HOUR, alternative: null }) },
];

const DATE = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/;

/** As if it were UTC; undefined when there is no such date. */
function readDate(text: string): EpochMs | undefined {
  const parts = DATE.exec(text.trim());
  return parts ? parseCivil(`${parts[3]}-${parts[2]}-${parts[1]} ${parts[4]}`) : undefined;
}

/** The civil time of a row as if it were UTC. @throws RowError */
function civilDate(record: Record): EpochMs {
  const text = field(record, 'date') ?? '';
  const asUtc = readDate(text);
  if (asUtc === undefined) throw new RowError(`the date "${shown(text)}" is not a date like 06/02/2023 04:17:32`);
  return asUtc;
}

interface Anchor {
  id: string;
  /** As the document says it. */
  asUtc: EpochMs;
  /** UTC. */
  known: EpochMs;
  builtIn: boolean;
}

/** The rows of earthquakes with a known time. */
function anchorsIn(records: Record[], context: ParseContext): Anchor[] {
  return records.flatMap((record): Anchor[] => {
    const id = record.fields.get('eventid')?.trim() ?? '';
    const builtIn = ANCHORS.get(id);
    const known = builtIn ?? (/^\d+$/.test(id) ? context.knownTime('afad', id) : undefined);
    const asUtc = readDate(record.fields.get('date') ?? '');
    // An unreadable row is a reject later.
    if (known === undefined || record.problem !== null || asUtc === undefined) return [];
    return [{ id, asUtc, known, builtIn: builtIn !== undefined }];
  });
}

function fits(zone: Zone, { asUtc, known }: Anchor): boolean {
  const { time, alternative } = zone.read(asUtc);
  return [time, alternative].some((at) => at !== null && Math.abs(at - known) <= TOLERANCE);
}

function fitsAll(zone: Zone, anchors: Anchor[]): boolean {
  const builtIn = anchors.filter((anchor) => anchor.builtIn);
  const fromCatalogue = anchors.filter((anchor) => !anchor.builtIn);
  const fitting = fromCatalogue.filter((anchor) => fits(zone, anchor)).length;
  return builtIn.every((anchor) => fits(zone, anchor)) && fitting >= fromCatalogue.length * FITTING_SHARE;
}

const describe = ({ id, asUtc, known }: Anchor): string =>
  `${id} stands at ${formatSecond(asUtc)} and was at ${formatSecond(known)} UTC`;

/** @throws DocumentError when no anchor is there, or none of the zones suits them. */
function zoneOf(records: Record[], context: ParseContext): Zone {
  const anchors = anchorsIn(records, context);
  if (anchors.length === 0) {
    throw new DocumentError(
      `the time zone of this export is unknown: none of its ${records.length} rows is an ` +
        `earthquake whose time is known. ` +
        'Ingest the same days from the API first, or export a span that holds a known one ' +
        '(2023-02-06 01:17:32 UTC, id 543428)',
    );
  }
  const zone = ZONES.find((candidate) => fitsAll(candidate, anchors));
  if (zone) return zone;
  const mismatches = ZONES.flatMap((candidate) => anchors.filter((anchor) => !fits(candidate, anchor)).slice(0, 1));
  const examples = [...new Set(mismatches.map(describe))].join('; ');
  throw new DocumentError(
    `the time zone of this export cannot be decided: its ${anchors.length} known earthquakes agree neither on UTC ` +
      `nor on the time of Istanbul (${examples})`,
  );
}

function siteReport(record: Record, zone: Zone): SourceReport {
  const { time, alternative } = zone.read(civilDate(record));
  return { ...csvReport(record, time), alternativeTime: alternative };
}

function parse(bytes: Uint8Array, context: ParseContext): Parsed {
  const { text, warnings } = utf8Document(bytes);
  if (text.trim() === '') throw new DocumentError('the document is empty: an export has at least its header row');
  refusePage(text);
  const { records, lines } = readTable(text, AFAD_COLUMNS);
  const parsed = emptyParsed({ feed: 'afad-site', agency: 'afad' }, warnings);
  if (records.length === 0) return parsed;
  const zone = zoneOf(records, context);
  parsed.warnings.push(`times are read as ${zone.name}, which the known earthquakes in the document prove`);
  readReports(parsed, records, (record) => siteReport(record, zone));
  checkCount(parsed, lines, 'its lines');
  return parsed;
}

export const afadSite: Feed = {
  name: 'afad-site',
  agency: 'afad',
  // 1.1 MB: M 4 and larger since 1900.
  maxBytes: 16 * MIB,
  recognise: (head) => AFAD_CSV_HEADER.test(head) && siteDates(head),
  parse,
};
