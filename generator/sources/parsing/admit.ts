/** Checks of every feed's reports before the catalogue: numbers, ranges, region, future dates, repeated rows. */
import type { Agency } from '#core/earthquake.ts';
import { insideBox, type Box } from '#core/geo.ts';
import { cleanText, shown } from '#core/text.ts';
import { DAY, epochOfCivil, HOUR, formatInstant, formatSecond, type EpochMs } from '#core/time.ts';
import { MAX_REPORTS_PER_HOUR } from '../limits.ts';
import { DocumentError, type Parsed, type ProductReport, type SourceReport } from '../feed.ts';

/** Default region, degrees: Türkiye and its surroundings. */
export const REGION: Box = { south: 32, north: 46, west: 22, east: 50 };

/** km below sea level, both inclusive. The deepest known earthquakes lie at about 700 km; mountains reach -9. */
const DEPTH = { least: -10, most: 1000 };
/** Both inclusive. The greatest magnitude measured is 9.5; the least that dense local networks publish are about -2. */
const MAGNITUDE = { least: -3, most: 10 };

const FIRST_INSTANT = epochOfCivil({ year: 1, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 })!;
const LAST_INSTANT = epochOfCivil({
  year: 9999,
  month: 12,
  day: 31,
  hour: 23,
  minute: 59,
  second: 59,
  millisecond: 999,
})!;

interface AdmitOptions {
  /** The host's clock, which may be wrong by years. */
  now: EpochMs;
  region?: Box;
  /** The agencies in use; all by default. */
  agencies?: readonly Agency[];
}

type Located = Pick<SourceReport, 'time' | 'latitude' | 'longitude'>;

const degrees = (value: number, positive: string, negative: string): string =>
  value < 0 ? `${-value} ${negative}` : `${value} ${positive}`;

function regionText({ south, north, west, east }: Box): string {
  const sameHalf = south >= 0 && west >= 0;
  return sameHalf
    ? `${south} to ${north} N, ${west} to ${east} E`
    : `${degrees(south, 'N', 'S')} ` +
        `to ${degrees(north, 'N', 'S')}, ${degrees(west, 'E', 'W')} to ${degrees(east, 'E', 'W')}`;
}

/** The reason for a reject; undefined for a valid number. */
function outOfRange(name: string, value: number, { least, most }: { least: number; most: number }): string | undefined {
  if (!Number.isFinite(value)) return `the ${name} is not a number`;
  return value < least || value > most ? `the ${name} ${shown(value)} is outside ${least} to ${most}` : undefined;
}

function timeProblem(time: EpochMs | null): string | undefined {
  if (time === null) return undefined;
  if (!Number.isFinite(time)) return 'a time is not a number';
  return time < FIRST_INSTANT || time > LAST_INSTANT ? 'a time is outside the years 1 to 9999' : undefined;
}

const positionProblem = (located: Located): string | undefined =>
  outOfRange('latitude', located.latitude, { least: -90, most: 90 }) ??
  outOfRange('longitude', located.longitude, { least: -180, most: 180 });

function numbersProblem(report: SourceReport): string | undefined {
  for (const time of [report.time, report.alternativeTime, report.replacesTime, report.updatedAt]) {
    const problem = timeProblem(time);
    if (problem) return problem;
  }
  const position = positionProblem(report);
  if (position) return position;
  if (report.depthKm !== null) {
    const depth = outOfRange('depth in km', report.depthKm, DEPTH);
    if (depth) return depth;
  }
  for (const { type, value } of report.magnitudes) {
    const problem = outOfRange(`magnitude ${type ?? ''}`.trim(), value, MAGNITUDE);
    if (problem) return problem;
  }
  return undefined;
}

function productProblem(product: ProductReport): string | undefined {
  const magnitude = product.magnitude === null ? undefined : outOfRange('magnitude', product.magnitude, MAGNITUDE);
  return timeProblem(product.time) ?? positionProblem(product) ?? magnitude;
}

/** The value below which a share of the sorted values lies (0 to 1). */
const quantile = (sorted: number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;

/**
 * The latest instant that is not "in the future". When more than half of a document is later, the host's clock is
 * wrong; then the limit is the outer fence of the document's times (J. W. Tukey, Exploratory Data Analysis, 1977), Q3 +
 * 3 × (Q3 − Q1), and a day.
 */
function futureBound(parsed: Parsed, now: EpochMs): { bound: EpochMs; warning: string | null } {
  const bound = Math.max(now, parsed.asOf ?? now) + DAY;
  const times = [...parsed.reports, ...parsed.products].map((located) => located.time).filter(Number.isFinite);
  times.sort((a, b) => a - b);
  const later = times.filter((time) => time > bound).length;
  if (later * 2 <= times.length) return { bound, warning: null };
  const [q1, q3] = [quantile(times, 0.25), quantile(times, 0.75)];
  return {
    bound: q3 + 3 * (q3 - q1) + DAY,
    warning:
      `${later} of ${times.length} rows lie in the future of this computer's clock (${formatSecond(now)} UTC): ` +
      'the clock is taken to be wrong, and only rows far from the others were refused for their date',
  };
}

/** The report's values as the text of a reject: only the parser has the line. */
function textOf(located: Located & Partial<SourceReport>): string {
  const inYears = timeProblem(located.time) === undefined;
  const magnitudes = (located.magnitudes ?? []).map(({ type, value }) => `${type ?? 'M'} ${value}`).join(' ');
  const parts = [
    inYears ? formatInstant(located.time) : String(located.time),
    `${located.latitude} ${located.longitude}`,
    located.depthKm === undefined || located.depthKm === null ? '' : `${located.depthKm} km`,
    magnitudes,
    located.place ?? '',
    located.key ?? '',
  ];
  return cleanText(parts.filter((part) => part !== '').join(' | '));
}

const contentOf = (report: SourceReport): string => JSON.stringify({ ...report, line: 0 });

/** Finds reports equal to an earlier one but for their line. Only those of one origin time are compared. */
class Seen {
  #first = new Map<EpochMs, SourceReport>();
  #contents = new Map<EpochMs, Set<string>>();

  repeats(report: SourceReport): boolean {
    const first = this.#first.get(report.time);
    if (first === undefined) {
      this.#first.set(report.time, report);
      return false;
    }
    const contents = this.#contents.get(report.time) ?? new Set([contentOf(first)]);
    this.#contents.set(report.time, contents);
    const known = contents.size;
    return contents.add(contentOf(report)).size === known;
  }
}

/** Counts reports by clock hour: association takes time that grows with the square of their number. */
class Hours {
  #counts = new Map<number, number>();

  isFull({ time }: SourceReport): boolean {
    const hour = Math.floor(time / HOUR);
    const count = (this.#counts.get(hour) ?? 0) + 1;
    this.#counts.set(hour, count);
    return count > MAX_REPORTS_PER_HOUR;
  }
}

/**
 * The document with unusable reports and products as rejects and repeated rows counted. Reports with the same key and
 * different content stay: the catalogue decides.
 * @throws DocumentError when the agency is not in use
 */
export function admit(parsed: Parsed, { now, region = REGION, agencies }: AdmitOptions): Parsed {
  // Mechanisms are products about earthquakes, whatever agencies are in use.
  if (agencies && parsed.feed !== 'gcmt-ndk' && !agencies.includes(parsed.agency)) {
    throw new DocumentError(`${parsed.agency} is not among the agencies in use (SOURCES: ${agencies.join(', ')})`);
  }
  const { bound, warning } = futureBound(parsed, now);
  const outside = `outside the region ${regionText(region)}`;
  const judge = (located: Located, problem: string | undefined): string | undefined => {
    if (problem !== undefined) return problem;
    if (located.time > bound) return `the date ${formatSecond(located.time)} is in the future`;
    return insideBox(located, region) ? undefined : outside;
  };
  const seen = new Seen();
  const hours = new Hours();
  const crowded = `more than ${MAX_REPORTS_PER_HOUR} earthquakes within an hour`;
  const admitted: Parsed = {
    ...parsed,
    reports: [],
    products: [],
    rejects: [...parsed.rejects],
    warnings: [...parsed.warnings],
  };
  if (warning !== null) admitted.warnings.push(warning);
  for (const report of parsed.reports) {
    const reason = judge(report, numbersProblem(report));
    if (reason !== undefined) admitted.rejects.push({ line: report.line, reason, text: textOf(report) });
    else if (seen.repeats(report)) admitted.repeated += 1;
    else if (hours.isFull(report)) admitted.rejects.push({ line: report.line, reason: crowded, text: textOf(report) });
    else admitted.reports.push(report);
  }
  for (const product of parsed.products) {
    const reason = judge(product, productProblem(product));
    if (reason !== undefined) admitted.rejects.push({ line: product.line, reason, text: textOf(product) });
    else admitted.products.push(product);
  }
  // An invalid row may be a report in the catalogue: it must not count as dropped by its agency.
  const hasInvalidRows = admitted.rejects.some((reject) => reject.reason !== outside);
  if (hasInvalidRows) admitted.coverage = null;
  return admitted;
}
