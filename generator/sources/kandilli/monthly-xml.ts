/**
 * Kandilli's monthly lists `zeqmap/xmlt/YYYYMM.xml` (and `son24saat`, `sonHafta`, `sonAy`): elements misspelt
 * `earhquake` with padded attributes, in Istanbul civil time. They are often not well-formed, so elements and
 * attributes are found by pattern.
 */
import type { Magnitude } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { shown } from '#core/text.ts';
import { epochOfCivil, HOUR, parseDay, SECOND, spanOf, type EpochMs } from '#core/time.ts';
import { checkRowLimit, MIB } from '../limits.ts';
import { checkCount, emptyParsed, emptyReport, readReports, reject, type Row } from '../parsing/rows.ts';
import { withoutEntities } from '../parsing/xml.ts';
import { FeedHttpError } from '../fetching/errors.ts';
import { civilInIstanbul, type IstanbulReading } from '../parsing/istanbul-time.ts';
import {
  decimalField,
  decodeKandilli,
  kindOf,
  localSolution,
  originOf,
  parseKandilliCivil,
  readLocalTime,
  readMagnitude,
  requireReports,
} from './text.ts';
import {
  DocumentError,
  FeedUnavailable,
  type Feed,
  type Fetcher,
  type Parsed,
  type SourceReport,
  type Window,
} from '../feed.ts';

const ATTRIBUTE = /\b(name|lokasyon|lat|lng|mag|depth)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;

function attributesOf(element: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name, double, single] of element.matchAll(ATTRIBUTE)) {
    attributes.getOrInsert(name!.toLowerCase(), withoutEntities(double ?? single ?? '').trim());
  }
  return attributes;
}

/**
 * The list of March 2011 is in summer time (UTC+3) from its first day on, although clocks changed on the 28th: all 22
 * rows before that day that the UTC catalogue has too prove it. The separators of the clock do not matter: the agency's
 * own list has dots (`20.07.20`), copies have hyphens.
 */
const SUMMER_THROUGHOUT = /^2011\D03\D/;
const SUMMER_OFFSET = 3 * HOUR;

/** The possible instants of a time; in March 2011 the reading by the zone's rules is the alternative. */
function timeOf(text: string): IstanbulReading {
  const reading = readLocalTime(text);
  if (!SUMMER_THROUGHOUT.test(text) || !('time' in reading)) return reading;
  const read = parseKandilliCivil(text);
  if (!('civil' in read)) return reading;
  const time = epochOfCivil(read.civil)! - SUMMER_OFFSET;
  return { time, alternative: reading.time === time ? null : reading.time, skipped: false };
}

/** `-.-` becomes 0 in copies of these lists; the agency lists no earthquake of magnitude 0. @throws RowError */
function magnitudesOf(text: string): Magnitude[] {
  const value = readMagnitude(text);
  if (value === undefined) return reject(`the magnitude ${shown(text)} is neither a number nor -.-`);
  return value === null || value === 0 ? [] : [{ type: null, value }];
}

/** @throws RowError */
function readElement({ line, text }: Row, warnings: string[]): SourceReport {
  const attributes = attributesOf(text);
  const get = (name: string): string => attributes.get(name) ?? '';
  const missing = ['name', 'lat', 'lng'].filter((name) => get(name) === '');
  if (missing.length > 0) return reject(`the element has no ${missing.join(', no ')}`);
  const row = { where: `element ${line}`, warnings, readTime: timeOf };
  const origin = originOf(get('name'), row);
  const depth = get('depth');
  return {
    ...emptyReport({
      line,
      time: origin.time,
      latitude: decimalField('latitude', get('lat')),
      longitude: decimalField('longitude', get('lng')),
    }),
    depthKm: depth === '' || depth === '-.-' ? null : decimalField('depth', depth),
    magnitudes: magnitudesOf(get('mag')),
    ...localSolution(origin, get('lokasyon'), row),
  };
}

/** Without what follows an element: the rest of one that has lost its beginning. */
function uptoEnd(element: string): string {
  const end = element.indexOf('/>');
  return end === -1 ? element : element.slice(0, end + 2);
}

const BEGINNING = /<\s*eart?h?quake\b/gi;

/** What lies between two beginnings belongs to the first element. A place may hold the tag that ends the list. */
function elementsOf(text: string): { elements: Row[]; ended: boolean } {
  const last = [...text.matchAll(BEGINNING)].at(-1)?.index ?? 0;
  const end = [...text.matchAll(/<\/eqlist/gi)].at(-1)?.index ?? -1;
  const body = end < last ? text : text.slice(0, end);
  const elements = body.split(BEGINNING).slice(1);
  checkRowLimit(elements.length);
  return {
    elements: elements.map((element, index) => ({ line: index + 1, text: `<earhquake${uptoEnd(element)}` })),
    ended: end >= last && end !== -1,
  };
}

/**
 * The hour that autumn repeats, in a list in order of time: where the clock goes back once, the rows before are of the
 * first pass and those from there on of the second (15 and 10 rows on 2011-10-30).
 */
function withPasses(reports: SourceReport[]): SourceReport[] {
  if (reports.length === 0 || !isInOrder([reports[0]!, reports.at(-1)!])) return reports;
  const settled = new Map<SourceReport, EpochMs>();
  const repeated = reports.filter(({ time, alternativeTime }) => alternativeTime === time + HOUR && isAutumn(time));
  for (const hour of Map.groupBy(repeated, ({ time }) => Math.floor(time / HOUR)).values()) {
    const back = hour.findIndex(({ time }, index) => index > 0 && time < hour[index - 1]!.time);
    const passes = [hour.slice(0, back), hour.slice(back)];
    if (back === -1 || !passes.every(isInOrder)) continue;
    for (const [index, pass] of passes.entries())
      for (const report of pass) settled.set(report, report.time + index * HOUR);
  }
  return reports.map((report) => {
    const time = settled.get(report);
    return time === undefined ? report : { ...report, time, alternativeTime: null };
  });
}

/** In March 2011 the alternative is an hour later for other reasons. */
const isAutumn = (time: EpochMs): boolean => new Date(time).getUTCMonth() >= 8;

const isInOrder = (reports: readonly SourceReport[]): boolean =>
  reports.every(({ time }, index) => index === 0 || time >= reports[index - 1]!.time);

/** Rows of one earthquake differ by at most this, inclusive: in ms and km. */
const SAME = { ms: 10 * SECOND, km: 60 };

/**
 * The lists of 2016 to 2019 have some earthquakes twice, reviewed and as `Otomatik`: that row is left out. Other words
 * of quality do not say it: in a dense sequence an automatic row beside a reviewed one is another earthquake.
 */
function leaveOutSuperseded(parsed: Parsed, elements: readonly Row[]): void {
  const withWord = new Set(elements.filter(({ text }) => /Otomatik\s*["']/.test(text)).map(({ line }) => line));
  const reviewed = parsed.reports.filter(({ quality }) => quality !== 'automatic');
  const step = ({ time }: SourceReport): number => Math.floor(time / SAME.ms);
  const bySteps = Map.groupBy(reviewed, step);
  const isSame = (one: SourceReport, other: SourceReport): boolean =>
    Math.abs(one.time - other.time) <= SAME.ms && distanceKm(one, other) <= SAME.km;
  const isSuperseded = (report: SourceReport): boolean =>
    withWord.has(report.line) &&
    [-1, 0, 1].some((steps) => bySteps.get(step(report) + steps)?.some((other) => isSame(other, report)));
  const { true: superseded = [], false: kept = [] } = Object.groupBy(parsed.reports, (one) => `${isSuperseded(one)}`);
  parsed.reports = kept;
  for (const { line, place } of superseded)
    parsed.rejects.push({ line, reason: 'the list has the reviewed row of this earthquake too', text: place ?? '' });
}

const LONGITUDE = /\slng\s?=/gi;

function parse(bytes: Uint8Array): Parsed {
  const { text, warnings } = decodeKandilli(bytes);
  if (!/<\s*(?:eqlist|eart?h?quake)\b/i.test(text)) {
    throw new DocumentError(
      `no list of earthquakes: neither <eqlist> nor <earhquake> is in it; it begins ${shown(text.slice(0, 200))}`,
    );
  }
  const { elements, ended } = elementsOf(text);
  if (!ended) warnings.push('the list is cut off: </eqlist> is missing');
  const last = elements.at(-1);
  const cut = !ended && last?.text.includes('>') === false ? last : undefined;
  const parsed = readReports(emptyParsed({ feed: 'kandilli-xml', agency: 'kandilli' }, warnings), elements, (element) =>
    element === cut ? reject('the document ends in the middle of this element') : readElement(element, warnings),
  );
  parsed.reports = withPasses(parsed.reports);
  leaveOutSuperseded(parsed, elements);
  if (elements.length > 0)
    requireReports(parsed, `none of its ${elements.length} elements can be read`, () => 'the first');
  checkCount(parsed, [...text.matchAll(LONGITUDE)].length, 'the attributes "lng"');
  return parsed;
}

export const kandilliXml: Feed = {
  name: 'kandilli-xml',
  agency: 'kandilli',
  // 2.6 MB and some 20,000 elements: February 2023.
  maxBytes: 8 * MIB,
  recognise: (head) => kindOf(head) === 'xml',
  parse,
};

/** `YYYYMM` of the months, as Istanbul counts them, that a window touches; newest first. */
function monthsOf(window: Window): string[] {
  const from = civilInIstanbul(window.from);
  const to = civilInIstanbul(window.to);
  const months: string[] = [];
  for (let month = to.year * 12 + to.month - 1; month >= from.year * 12 + from.month - 1; month -= 1) {
    months.push(`${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`);
  }
  return months;
}

/** As UTC counts it: three hours from what Istanbul counts. @param month `YYYYMM` */
function spanOfMonth(month: string): Window {
  const { from, to } = spanOf(parseDay(`${month.slice(0, 4)}-${month.slice(4)}-01`)!, 'month');
  return { from, to: to - 1 };
}

/** The first month that the agency keeps in this form. */
const FIRST_LIST = epochOfCivil({ year: 2003, month: 1, day: 15 })!;

/** Requests every month of the window. Months that the server does not have are an error after the others. */
export function kandilliXmlFetcher({ base }: { base: string }): Fetcher {
  return {
    feed: 'kandilli-xml',
    base,
    async *fetch(window, { client }) {
      const missing: string[] = [];
      const months = window.to < FIRST_LIST ? [] : monthsOf({ from: Math.max(window.from, FIRST_LIST), to: window.to });
      for (const month of months) {
        const name = `${base}/zeqmap/xmlt/${month}.xml`;
        try {
          const answer = await client.get(name, {
            conditional: true,
            accept: 'application/xml, text/xml',
            maxBytes: kandilliXml.maxBytes,
          });
          if (answer !== 'unchanged') yield { name, bytes: answer.bytes, coverage: null, window: spanOfMonth(month) };
        } catch (error) {
          if (!(error instanceof FeedHttpError && error.status === 404)) throw error;
          missing.push(month);
        }
      }
      if (missing.length > 0) throw new FeedUnavailable(`${base} has no list (HTTP 404) for ${missing.join(', ')}`);
    },
  };
}
