/**
 * What is wrong with a document, judged by what its feed sent before. Thresholds are far from what real documents show:
 * in 11,976 hourly versions of Kandilli's list and three editions of AFAD's catalogue at most one known row in eight
 * changed its magnitude, and no document lost one in a hundred.
 */
import { distanceKm } from '#core/geo.ts';
import { WATCHED_FIELDS, type Finding, type FindingCode } from '#core/finding.ts';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { SourceReport } from '../../sources/feed.ts';
import type { Others } from './contradiction.ts';
import type { SolutionVersion } from '../documents/solution-version.ts';
import { shiftOf, type Comparison } from './known-rows.ts';
import { IS_GIVEN, sharesOf, type RowTotals, type Shares } from './profile.ts';

/** More than this share of the rows, and no fewer than so many. */
const SHARE = 0.2;
const FEW = 5;
const isMuch = (count: number, of: number, share = SHARE): boolean => count >= FEW && count > share * of;
/** Of fewer known rows all, and no fewer than so many: a change that no revision of several rows has. */
const ALL_OF = 2;
const MOST = 0.5;

/** A shift of the clock that this share of the known rows has in common, and no fewer than so many. */
const SHIFTED = { share: 0.5, few: 3 };

const IN_PLACE_KM = 20;

interface Change {
  code: FindingCode;
  /** More than this share of the known rows. */
  share: number;
  /** Also when fewer than five rows are known and all have it. */
  gross?: true;
  /**
   * Compared with the newest state, and only of rows that the feed has shown lately: in a longer time an agency may
   * revise most rows. Others are compared with the state of 24 hours ago, so that changes add up.
   */
  fresh?: true;
  has: (former: SolutionVersion, row: SourceReport) => boolean;
}

/** Large changes of some rows, and any change of most. An agency that revises past years changes a quarter. */
const CHANGES: readonly Change[] = [
  { code: 'moved', share: SHARE, gross: true, has: (former, row) => distanceKm(former, row) > 100 },
  { code: 'moved', share: MOST, fresh: true, has: (former, row) => distanceKm(former, row) > IN_PLACE_KM },
  { code: 'retimed', share: SHARE, gross: true, has: (former, row) => timeChange(former, row) > 10 * MINUTE },
  { code: 'retimed', share: MOST, fresh: true, has: (former, row) => timeChange(former, row) > 10 * SECOND },
  { code: 'depth_changed', share: SHARE, has: (former, row) => depthChange(former, row) > 100 },
  { code: 'depth_changed', share: MOST, fresh: true, has: (former, row) => depthChange(former, row) > 0 },
  { code: 'magnitude_changed', share: SHARE, has: (former, row) => magnitudeChange(former, row) >= 0.5 },
  { code: 'magnitude_changed', share: 1, gross: true, has: (former, row) => magnitudeChange(former, row) >= 2 },
  { code: 'magnitude_changed', share: MOST, fresh: true, has: (former, row) => magnitudeChange(former, row) > 0 },
  { code: 'scale_changed', share: MOST, has: (former, row) => scaleOf(former) !== scaleOf(row) },
  { code: 'type_changed', share: SHARE, has: (former, row) => former.eventType !== row.eventType },
  { code: 'withdrawn', share: SHARE, has: (former, row) => row.withdrawn && !former.withdrawn },
];

/** Changes that other agencies can confirm. */
const CONFIRMABLE: ReadonlySet<FindingCode> = new Set(['shifted', 'moved', 'retimed', 'magnitude_changed']);

const timeChange = (former: SolutionVersion, row: SourceReport): number => Math.abs(row.time - former.time);

/** km; NaN where one of them has none: no comparison with it is true. */
const depthChange = (former: SolutionVersion, row: SourceReport): number =>
  Math.abs((row.depthKm ?? NaN) - (former.depthKm ?? NaN));
const magnitudeChange = (former: SolutionVersion, row: SourceReport): number =>
  Math.abs(magnitudeOf(row) - magnitudeOf(former));

const scaleOf = ({ magnitudes }: SolutionVersion | SourceReport) => magnitudes[0]?.type;

const magnitudeOf = ({ magnitudes }: SolutionVersion | SourceReport): number => magnitudes[0]?.value ?? NaN;

/** Shares of a profile count once a feed has sent so many documents; those of a document from so many rows on. */
const PROFILE = { documents: 3, rows: 10, drop: 0.5 };

interface Evidence extends Comparison {
  totals: RowTotals;
  /** Null until the feed has sent enough. */
  profile: { documents: number; shares: Shares } | null;
  others: Others;
}

/** Undefined for a sound document. */
export const findingOf = (evidence: Evidence): Finding | undefined =>
  unreadable(evidence) ??
  unconfirmed(shifted(evidence), evidence) ??
  evidence.others.finding ??
  lostFields(evidence) ??
  changed(evidence) ??
  gone(evidence) ??
  unusual(evidence);

const unconfirmed = (finding: Finding | undefined, { others }: Evidence): Finding | undefined =>
  finding && others.confirmChanges && CONFIRMABLE.has(finding.code) ? undefined : finding;

function unreadable({ totals: { rows, rejected }, profile }: Evidence): Finding | undefined {
  const usual = profile?.shares.rejected ?? 0;
  const all = rejected === rows && rows >= SHIFTED.few;
  return all || (isMuch(rejected, rows) && rejected > (usual + SHARE) * rows)
    ? { code: 'unreadable', count: rejected, of: rows }
    : undefined;
}

function shifted({ pairs }: Evidence): Finding | undefined {
  const counts = new Map<number, number>();
  for (const { known, row } of pairs) {
    const shift = shiftOf(row.time - known.before.time);
    if (shift) counts.set(shift, (counts.get(shift) ?? 0) + 1);
  }
  for (const [shift, count] of counts)
    if (count >= SHIFTED.few && count >= SHIFTED.share * pairs.length)
      return { code: 'shifted', count, of: pairs.length, hours: shift / HOUR };
  return undefined;
}

function changed(evidence: Evidence): Finding | undefined {
  const { pairs } = evidence;
  for (const { code, share, gross, fresh, has } of CHANGES) {
    const among = fresh ? pairs.filter(({ known }) => known.isFresh) : pairs;
    const count = among.filter(({ known, row }) => has(fresh ? known : known.before, row)).length;
    const isAll = gross === true && count >= ALL_OF && count === among.length;
    if (!isAll && !isMuch(count, among.length, share)) continue;
    const finding = unconfirmed({ code, count, of: among.length }, evidence);
    if (finding) return finding;
  }
  return undefined;
}

function lostFields({ pairs }: Evidence): Finding | undefined {
  for (const field of WATCHED_FIELDS) {
    const given = pairs.filter(({ known }) => IS_GIVEN[field](known));
    const count = given.filter(({ row }) => !IS_GIVEN[field](row)).length;
    if (isMuch(count, given.length)) return { code: 'field_lost', count, of: given.length, field };
  }
  return undefined;
}

/** A row that cannot be used may be one of those. */
const gone = ({ gone: count, expected, totals: { rejected } }: Evidence): Finding | undefined =>
  isMuch(count - rejected, expected) ? { code: 'gone', count, of: expected } : undefined;

/** Whether many rows lie in the region, but too few known ones where they were to show what coordinates mean. */
function isStrange({ pairs, totals: { accepted } }: Evidence): boolean {
  const inPlace = pairs.filter(({ known, row }) => distanceKm(known, row) <= IN_PLACE_KM).length;
  return inPlace < FEW && accepted - inPlace >= FEW;
}

/** New rows have nothing to be compared with but the share of rows that usually have a field, or lie elsewhere. */
function unusual(evidence: Evidence): Finding | undefined {
  const { totals, profile } = evidence;
  if (profile === null || profile.documents < PROFILE.documents || totals.rows < PROFILE.rows) return undefined;
  const [usual, here] = [profile.shares, sharesOf(totals)];
  if (here.outside > usual.outside + PROFILE.drop && isStrange(evidence))
    return { code: 'outside', count: totals.outside, of: totals.rows };
  if (totals.accepted < PROFILE.rows) return undefined;
  for (const field of WATCHED_FIELDS)
    if (here.fields[field] < usual.fields[field] - PROFILE.drop)
      return { code: 'field_lost', count: totals.accepted - totals.given[field], of: totals.accepted, field };
  return undefined;
}
