/** Checks of every feed's reports before the catalogue: numbers, ranges, region, future dates, repeated rows. */
import type { Agency } from '#core/earthquake.ts';
import { insideBox, type Box } from '#core/geo.ts';
import { REGION } from '#core/region.ts';
import { cleanText, shown } from '#core/text.ts';
import { DAY, epochOfCivil, MINUTE, formatInstant, formatSecond, type EpochMs } from '#core/time.ts';
import {
  DocumentError,
  UNNAMED_CLOCK,
  type Coverage,
  type Parsed,
  type ProductReport,
  type Reject,
  type SourceReport,
  type Window,
} from '../feed.ts';

/** km below sea level, both inclusive. The deepest known earthquakes lie at about 700 km; mountains reach -9. */
const DEPTH = { least: -10, most: 1000 };
/** Both inclusive. The greatest magnitude measured is 9.5; the least that dense local networks publish are about -2. */
const MAGNITUDE = { least: -3, most: 10 };

const FIRST_INSTANT = epochOfCivil({ year: 1, month: 1, day: 1 })!;
const LAST_INSTANT = epochOfCivil({ year: 9999, month: 12, day: 31 })! + DAY - 1;

interface AdmitOptions {
  /** When the document was received, by the host's clock: nothing in it can be known from later than that. */
  receivedAt: EpochMs;
  /** Origin times that were asked for, both inclusive; null for a document that was not asked for by time. */
  window?: Window | null;
  region?: Box;
  /** The agencies in use; any by default, as for products about earthquakes. */
  agencies?: readonly Agency[];
}

/** Clocks of agencies and of the host differ by this at most. */
const CLOCK_TOLERANCE = 2 * MINUTE;
/** A revised origin time may lie as far outside the window that was asked for. */
const WINDOW_MARGIN = DAY;

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

/** A stamp of a time at which nobody can have written it says nothing. */
const credibleStamp = (stamp: EpochMs | null, receivedAt: EpochMs): EpochMs | null =>
  stamp === null || stamp > receivedAt + CLOCK_TOLERANCE ? null : stamp;

/** Without a stamp of a time that no clock of the agency can show yet. */
function withCredibleStamp(report: SourceReport, receivedAt: EpochMs): SourceReport {
  const { stamp, ...others } = report;
  if (typeof stamp !== 'number') return report;
  const isCredible = stamp > 0 && credibleStamp(stamp, receivedAt + UNNAMED_CLOCK) !== null;
  return isCredible ? report : others;
}

/** When the document was made: not after it was received, and not before the newest row or change in it. */
function credibleAsOf({ asOf, reports }: Parsed, receivedAt: EpochMs): EpochMs | null {
  if (asOf === null) return null;
  const newest = reports.reduce(
    (latest, { time, updatedAt }) => Math.max(latest, time, updatedAt ?? -Infinity),
    -Infinity,
  );
  return newest > asOf + CLOCK_TOLERANCE ? null : Math.min(asOf, receivedAt);
}

function credibleCoverage(coverage: Coverage | null, receivedAt: EpochMs): Coverage | null {
  if (coverage === null || coverage.from > receivedAt) return null;
  return { ...coverage, to: Math.min(coverage.to, receivedAt) };
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

/** Two rows of one document are two earthquakes: an identifier that both have is none, or all would become one. */
function withoutSharedAliases(parsed: Parsed): void {
  /** The first row's identifier, by each name of a row. */
  const owners = new Map<string, string | null>();
  const names = new Set<string>();
  for (const { key, aliases } of parsed.reports)
    for (const name of key === null ? aliases : [key, ...aliases])
      if (owners.getOrInsert(name, key) !== key) names.add(name);
  const shared = [...owners.keys()].filter((name) => names.has(name));
  if (shared.length === 0) return;
  parsed.reports = parsed.reports.map((report) => ({
    ...report,
    aliases: report.aliases.filter((alias) => !names.has(alias)),
  }));
  parsed.warnings.push(
    `${shared.length} identifiers name several rows and are not used: ${shared.slice(0, 5).join(', ')}`,
  );
}

/** The reason for a reject by its time and place; undefined for a row that may be. */
function judgeOf({
  receivedAt,
  window = null,
  region = REGION,
}: AdmitOptions): (located: Located) => string | undefined {
  const outside = outsideText(region);
  return (located) => {
    const { time } = located;
    if (time > receivedAt + CLOCK_TOLERANCE) return `the date ${formatSecond(time)} is in the future`;
    if (window && (time < window.from - WINDOW_MARGIN || time > window.to + WINDOW_MARGIN))
      return `the date ${formatSecond(time)} is not in the time that was asked for`;
    return insideBox(located, region) ? undefined : outside;
  };
}

const outsideText = (region: Box): string => `outside the region ${regionText(region)}`;

/** Rows elsewhere are no fault of a document. */
export const isOutsideRegion = ({ reason }: Reject): boolean => reason.startsWith('outside the region ');

/**
 * The document with unusable reports and products as rejects and repeated rows counted. What it says of its own time is
 * cut to when it was received. Reports with the same key and different content stay: the catalogue decides.
 * @throws DocumentError when the agency is not in use
 */
export function admit(parsed: Parsed, options: AdmitOptions): Parsed {
  const { receivedAt, agencies } = options;
  if (agencies && !agencies.includes(parsed.agency)) {
    throw new DocumentError(`${parsed.agency} is not among the agencies in use (SOURCES: ${agencies.join(', ')})`);
  }
  const judge = judgeOf(options);
  const seen = new Seen();
  const admitted: Parsed = {
    ...parsed,
    coverage: credibleCoverage(parsed.coverage, receivedAt),
    reports: [],
    products: [],
    rejects: [...parsed.rejects],
    warnings: [...parsed.warnings],
  };
  const stamped = <T extends { updatedAt: EpochMs | null }>(of: T): T => {
    const updatedAt = credibleStamp(of.updatedAt, receivedAt);
    return updatedAt === of.updatedAt ? of : { ...of, updatedAt };
  };
  for (const report of parsed.reports) {
    const reason = numbersProblem(report) ?? judge(report);
    if (reason !== undefined) admitted.rejects.push({ line: report.line, reason, text: textOf(report) });
    else if (seen.repeats(report)) admitted.repeated += 1;
    else admitted.reports.push(stamped(withCredibleStamp(report, receivedAt)));
  }
  for (const product of parsed.products) {
    const reason = productProblem(product) ?? judge(product);
    if (reason !== undefined) admitted.rejects.push({ line: product.line, reason, text: textOf(product) });
    else admitted.products.push(stamped(product));
  }
  withoutSharedAliases(admitted);
  admitted.asOf = credibleAsOf(admitted, receivedAt);
  // An invalid row may be a report in the catalogue: it must not count as dropped by its agency.
  if (!admitted.rejects.every(isOutsideRegion)) admitted.coverage = null;
  return admitted;
}
