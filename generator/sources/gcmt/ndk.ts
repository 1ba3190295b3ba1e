/**
 * Global CMT catalogue in the ndk format: five lines of fixed columns an event (Lamont-Doherty's "explanation of the
 * ndk file format").
 */
import type { FocalMechanism, MomentTensor, NodalPlane } from '#core/earthquake.ts';
import { shown } from '#core/text.ts';
import { civilOfEpoch, DAY, epochOfCivil, parseCivil, type EpochMs } from '#core/time.ts';
import { MAX_ROW_CHARACTERS, MAX_DOCUMENT_BYTES } from '../limits.ts';
import { checkCount, emptyParsed, numberField, readRows, reject, RowError, type Row } from '../parsing/rows.ts';
import { textLines } from '../parsing/delimited.ts';
import { refusePage } from '../parsing/document-text.ts';
import { nodalPlane, completeMechanism } from '../parsing/focal-mechanism.ts';
import { tensorFrom } from '../parsing/moment-tensor.ts';
import { originTime } from '../parsing/origin-time.ts';
import { DocumentError, type Feed, type Parsed, type ProductReport } from '../feed.ts';

/** Whether a row is the third line of an event. */
const isCentroid = (row: Row | undefined): boolean => /^CENTROID: {1,8}-?\d{1,4}\.\d/.test(row?.text ?? '');

/** Columns as the format's description counts them: from 1, both inclusive. */
const columns = (row: Row, first: number, last: number): string => row.text.slice(first - 1, last);

const number = (name: string, row: Row, [first, last]: readonly [number, number]): number =>
  numberField(name, columns(row, first, last));

interface Hypocentre {
  time: EpochMs;
  latitude: number;
  longitude: number;
}

/** @throws RowError */
function hypocentre(row: Row): Hypocentre {
  const text = columns(row, 6, 26);
  const parts = /^(\d{4})\/(\d\d)\/(\d\d) ([\d ]\d):([\d ]\d):([\d ]\d\.\d)/.exec(text)?.slice(1).map(Number);
  const [year, month, day, hour, minute, second] = parts ?? [];
  const origin =
    parts && originTime({ year: year!, month: month!, day: day!, hour: hour!, minute: minute!, second: second! });
  if (!origin) throw new RowError(`the date "${shown(text)}" does not exist`);
  const latitude = number('latitude', row, [28, 33]);
  const longitude = number('longitude', row, [35, 41]);
  checkPosition({ latitude, longitude });
  return { time: origin.time, latitude, longitude };
}

/** @throws RowError */
function checkPosition({ latitude, longitude }: { latitude: number; longitude: number }): void {
  if (Math.abs(latitude) > 90) throw new RowError(`the latitude ${latitude} is outside -90 to 90`);
  if (Math.abs(longitude) > 180) throw new RowError(`the longitude ${longitude} is outside -180 to 180`);
}

/** The year nearest to another that ends in two given digits. */
const nearestYear = (digits: number, near: number): number => near + ((((digits - near) % 100) + 150) % 100) - 50;

/** The day in an event's name: `C200604092050A`, or `X040906A` with a two-digit year; undefined in any other name. */
function dayOfName(name: string, near: EpochMs): EpochMs | undefined {
  const [, year, month, day] = /^[A-Z](\d{4})(\d\d)(\d\d)\d{4}[A-Za-z]$/.exec(name) ?? [];
  const [, oldMonth, oldDay, oldYear] = /^[A-Z](\d\d)(\d\d)(\d\d)[A-Za-z]$/.exec(name) ?? [];
  if (year === undefined && oldYear === undefined) return undefined;
  const nearYear = civilOfEpoch(near).year;
  return epochOfCivil({
    year: year === undefined ? nearestYear(Number(oldYear), nearYear) : Number(year),
    month: Number(month ?? oldMonth),
    day: Number(day ?? oldDay),
  });
}

/** Checks the fixed words of lines 2 and 3, which moved columns or mixed events change. @throws RowError */
function checkWords([, info, centroid]: Row[], { time }: Hypocentre): void {
  const checks: [RegExp, Row, [number, number], string][] = [
    [/^B:.{12} S:.{12} M:/, info!, [18, 61], 'data types'],
    [/^CMT: [012]/, info!, [63, 68], 'source type'],
    [/^(?:TRIHD|BOXHD):/, info!, [70, 80], 'moment-rate function'],
    [/^(?:FREE|FIX |BDY )/, centroid!, [60, 63], 'kind of depth'],
  ];
  for (const [pattern, row, [first, last], name] of checks) {
    const text = columns(row, first, last).padEnd(4);
    if (!pattern.test(text)) throw new RowError(`the ${name} "${shown(text)}" is unknown`);
  }
  const name = columns(info!, 1, 16).trim();
  const day = dayOfName(name, time);
  // The name has the day of the first determination, which may lie on the other side of midnight.
  if (day !== undefined && Math.abs(day - time) > 2 * DAY) {
    throw new RowError(`the event name "${shown(name)}" is of another day than its hypocentre`);
  }
}

/** @throws RowError */
function centroidOf(row: Row, time: EpochMs): FocalMechanism['centroid'] {
  const centroid = {
    time: time + Math.round(number('centroid time', row, [10, 18]) * 1000),
    latitude: number('centroid latitude', row, [24, 29]),
    longitude: number('centroid longitude', row, [36, 42]),
    depthKm: number('centroid depth', row, [49, 53]),
  };
  checkPosition(centroid);
  return centroid;
}

/** `24` and ` 0.420` in dyn·cm → N·m, through text so that no digits appear. @throws RowError */
function moment(name: string, row: Row, span: readonly [number, number], exponent: number): number {
  const mantissa = columns(row, span[0], span[1]).trim();
  numberField(name, mantissa);
  return Number(`${mantissa}e${exponent - 7}`);
}

/** First columns of the six elements of line 4, each 6 wide, with its error of 5 after a blank. */
const TENSOR = { mrr: 3, mtt: 16, mpp: 29, mrt: 42, mrp: 55, mtp: 68 } as const;

/** @throws RowError */
const tensorOf = (row: Row, exponent: number): MomentTensor =>
  tensorFrom((name) => moment(name, row, [TENSOR[name], TENSOR[name] + 6], exponent));

/** Strike, dip and rake beginning at a column of line 5. @throws RowError */
function planeOf(row: Row, first: number): NodalPlane {
  const spans = [
    [first, first + 3],
    [first + 4, first + 6],
    [first + 7, first + 11],
  ] as const;
  const [strike, dip, rake] = spans.map((span) => number('nodal plane angle', row, span));
  const plane = nodalPlane(strike!, dip!, rake!);
  if (!plane) throw new RowError(`strike ${strike}, dip ${dip}, rake ${rake} are not a plane`);
  return plane;
}

/** @throws RowError */
function readEvent(lines: Row[]): ProductReport {
  if (lines.length !== 5 || !isCentroid(lines[2])) return reject(`${lines.length} lines that are not an event of five`);
  const [header, infoLine, centroidLine, tensorLine, axesLine] = lines;
  const origin = hypocentre(header!);
  checkWords(lines, origin);
  const exponent = number('exponent', tensorLine!, [1, 2]);
  const scalarMoment = moment('scalar moment', axesLine!, [50, 56], exponent);
  if (scalarMoment <= 0) throw new RowError(`the scalar moment ${scalarMoment} is not positive`);
  const mechanism = completeMechanism({
    source: 'GCMT',
    nodalPlanes: [planeOf(axesLine!, 57), planeOf(axesLine!, 69)],
    momentTensor: tensorOf(tensorLine!, exponent),
    scalarMoment,
    mw: null,
    centroid: centroidOf(centroidLine!, origin.time),
  });
  return {
    line: header!.line,
    agencyKey: keyOf(infoLine!),
    ...origin,
    magnitude: mechanism.mw,
    updatedAt: analysedAt(centroidLine!),
    product: { kind: 'mechanism', mechanism },
  };
}

/** The quick and the final solution of an event have one name. */
function keyOf(infoLine: Row): string | null {
  const name = columns(infoLine, 1, 16).trim();
  return /^\w+$/.test(name) ? `gcmt:${name}` : null;
}

/** `S-20150501111904`, or `Q-…` of a quick solution: the time of the analysis. Null where it is not given. */
function analysedAt(centroidLine: Row): EpochMs | null {
  const stamp = /^[A-Z]-(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;
  return parseCivil(columns(centroidLine, 65, 80).trim().replace(stamp, '$1-$2-$3 $4:$5:$6')) ?? null;
}

interface EventRow extends Row {
  lines: Row[];
}

const eventRow = (lines: Row[]): EventRow => ({
  line: lines[0]!.line,
  text: lines.map((row) => row.text.slice(0, MAX_ROW_CHARACTERS)).join('\n'),
  lines,
});

/** Whether five lines end in those of an event, whatever follows them. */
const isWhole = (rows: Row[], start: number): boolean =>
  isCentroid(rows[start + 2]) && !isCentroid(rows[start + 3]) && /^V\d\d /.test(rows[start + 4]?.text ?? '');

/** Groups of five lines by their centroid line; groups of another size are not events. */
function* eventRows(rows: Row[]): Generator<EventRow> {
  for (let start = 0; start < rows.length;) {
    const whole = isWhole(rows, start);
    let next = whole ? start + 5 : start + 1;
    const most = isCentroid(rows[start + 2]) ? start + 5 : rows.length;
    while (next < most && next < rows.length && !isCentroid(rows[next + 2])) next += 1;
    yield eventRow(rows.slice(start, next));
    start = next;
  }
}

function parse(bytes: Uint8Array): Parsed {
  // One byte a column: the format is ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (text.trim() === '') throw new DocumentError('the document is empty');
  refusePage(text);
  const rows = [...textLines(text)];
  if (!rows.some(isCentroid)) throw new DocumentError(`no ndk event in it; it begins with "${shown(rows[0]!.text)}"`);
  // A file of focal mechanisms has no agency of the catalogue; by its region and users it goes with the USGS.
  const parsed = emptyParsed({ feed: 'gcmt-ndk', agency: 'usgs' });
  parsed.products = readRows(parsed, eventRows(rows), ({ lines }) => readEvent(lines));
  checkCount(parsed, rows.filter(isCentroid).length, 'their third lines');
  return parsed;
}

export const gcmtNdk: Feed = {
  name: 'gcmt-ndk',
  agency: 'usgs',
  // 23 MB and 57,000 rows: the catalogue of 1976 to 2020 is one file.
  maxBytes: MAX_DOCUMENT_BYTES,
  recognise: (head) => /^CENTROID: /m.test(head) && /^.{17}[BSMX]:.{43}CMT: ?\d/m.test(head),
  parse,
};
