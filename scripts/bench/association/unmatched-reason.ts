/** Why a report has no partner of another agency, computed from what the files hold. */
import type { Agency } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { HOUR, MINUTE, formatSecond } from '#core/time.ts';
import { residualOf, type KnownReport, type Residual } from './reports.ts';

/** How far a partner is looked for. */
const NEAR = { minutes: 10, km: 300 };
/** An agency without reports this long before and after has no data for the time. */
const SILENT_HOURS = 12;

/** How badly two reports agree: 5 s, 10 km and one unit of magnitude weigh the same. */
const disagreement = ({ seconds, km, magnitude }: Residual): number =>
  Math.abs(seconds) / 5 + km / 10 + Math.abs(magnitude ?? 0);

const inWords = ({ seconds, km, magnitude }: Residual): string =>
  `${seconds.toFixed(1)} s, ${km.toFixed(1)} km, ${magnitude === null ? 'no magnitude' : `ΔM ${magnitude}`} away`;

/** @param reports everything of the days around */
export function unmatchedReason(report: KnownReport, agency: Agency, reports: readonly KnownReport[]): string {
  const theirs = reports.filter((each) => each.agency === agency);
  const close = theirs.filter(({ time }) => Math.abs(time - report.time) <= SILENT_HOURS * HOUR);
  if (close.length === 0) return `${agency}'s files say nothing within ${SILENT_HOURS} hours`;
  const near = close
    .filter((each) => Math.abs(each.time - report.time) <= NEAR.minutes * MINUTE && distanceKm(each, report) <= NEAR.km)
    .toSorted((a, b) => disagreement(residualOf(report, a)) - disagreement(residualOf(report, b)));
  const [nearest] = near;
  if (!nearest) return `${agency}'s files have nothing within ${NEAR.minutes} min and ${NEAR.km} km`;
  return (
    `nearest of ${agency} (${nearest.feed} ${formatSecond(nearest.time)}, M ${nearest.magnitude}) ` +
    `is ${inWords(residualOf(report, nearest))}; ${whereabouts(nearest, report, reports)}`
  );
}

/** With whom the nearest one went instead. */
function whereabouts(nearest: KnownReport, report: KnownReport, reports: readonly KnownReport[]): string {
  const partners = reports.filter(
    ({ earthquake, agency }) => earthquake === nearest.earthquake && agency !== nearest.agency,
  );
  const same = partners.find(({ agency }) => agency === report.agency);
  if (same) return `it is with ${same.agency}'s ${formatSecond(same.time)}, ${inWords(residualOf(same, nearest))}`;
  const others = [...new Set(partners.map(({ agency }) => agency))].join(' and ');
  return `${others === '' ? 'it stands alone too' : `it is with ${others}`}: ${obstacle(residualOf(report, nearest))}`;
}

/** Beyond this two reports of the same shock are rare: 99 % of real pairs lie within. */
const USUAL = { seconds: 16, km: 100, magnitude: 1 };

function obstacle({ seconds, km, magnitude }: Residual): string {
  const wrong = [
    ...(Math.abs(seconds) > USUAL.seconds ? ['time'] : []),
    ...(km > USUAL.km ? ['place'] : []),
    ...(Math.abs(magnitude ?? 0) > USUAL.magnitude ? ['magnitude'] : []),
  ];
  return wrong.length > 0 ? `too far in ${wrong.join(' and ')}` : 'near in all, and yet apart';
}
