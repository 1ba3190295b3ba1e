/** The `explain` command: an explanation as text for a terminal, and as JSON for a program. */
import { join } from 'node:path';
import type { Earthquake } from '#core/earthquake.ts';
import { type Environment, SettingError } from '#runtime/environment.ts';
import { shown } from '#core/text.ts';
import { DATE_PRECISIONS, formatInstant } from '#core/time.ts';
import { suspectLine } from '../catalog/association/suspects.ts';
import type { Candidate } from '../catalog/association/score.ts';
import { readCatalog } from '../catalog/database.ts';
import { explain, formatDecimal, nameOf, type Explanation, type Pair, type Unexplained } from '../catalog/explain.ts';
import { preferenceReasons } from '../catalog/publication/preference.ts';
import { readConfig } from './config.ts';

/** Prints why reports are associated, without a lock on DATA_DIR. @throws SettingError for an unknown name */
export function explainCommand(env: Environment, name: string, { json = false }: { json?: boolean }): void {
  const db = readCatalog(join(readConfig(env).dataDir, 'catalog.db'));
  try {
    const found = explain(db, name);
    if ('reason' in found && found.reason === 'unknown')
      throw new SettingError(
        `There is no earthquake "${shown(name)}": give an id, an event_id, or an agency's own name as afad:543593`,
      );
    const lines = (): string[] => ('reason' in found ? withdrawnLines(found) : explanationLines(found));
    process.stdout.write(`${json ? JSON.stringify(found, null, 2) : lines().join('\n')}\n`);
  } finally {
    db.close();
  }
}

const signed = (value: number): string => `${value < 0 ? '' : '+'}${formatDecimal(value)}`;
const magnitudeText = ({ magnitude, magnitudeType }: Pick<Candidate, 'magnitude' | 'magnitudeType'>): string =>
  magnitude === null ? 'no magnitude' : `${magnitudeType ?? 'M'} ${magnitude}`;

function reportLine(report: Candidate): string {
  const { time, latitude, longitude, precision, automatic, activity } = report;
  const notes = [
    magnitudeText(report),
    ...(precision > 0 ? [`known to the ${DATE_PRECISIONS[precision]}`] : []),
    ...(automatic ? ['automatic'] : []),
    ...(activity > 0 ? [`${activity} of one feed within 30 min and 50 km`] : []),
  ];
  const position = `${latitude.toFixed(3)} ${longitude.toFixed(3)}`;
  return `  ${nameOf(report).padEnd(34)} ${formatInstant(time)}  ${position}  ${notes.join(', ')}`;
}

function pairLines({ one: a, other: b, score }: Pair): string[] {
  const { seconds, km, magnitude } = score.residuals;
  const residuals = [
    `${signed(seconds)} s`,
    `${formatDecimal(km)} km`,
    magnitude === null ? 'ΔM unknown' : `ΔM ${signed(magnitude)}`,
  ];
  const terms = [
    `time ${formatDecimal(score.time)}`,
    `distance ${formatDecimal(score.distance)}`,
    `magnitude ${formatDecimal(score.magnitude)}`,
    `rarity ${formatDecimal(score.background)}`,
  ];
  return [
    `  ${nameOf(a)} → ${nameOf(b)}: ${residuals.join(', ')}`,
    `    score ${formatDecimal(score.total)} = ${terms.join(' + ')} (${score.model.name})`,
  ];
}

const titleOf = (name: string, { id, eventId }: Earthquake): string => {
  const title = `earthquake ${id} (event_id ${eventId})`;
  return name === String(id) || name === eventId ? title : `${name} is ${title}`;
};

function recordText({ magnitude, magnitudeType, location, time, precision }: Earthquake): string {
  const known = precision === 'second' ? '' : ` (known to the ${precision})`;
  return `${formatInstant(time)}${known}, ${magnitudeText({ magnitude, magnitudeType })}, ${location}`;
}

export function explanationLines(explanation: Explanation): string[] {
  const { name, record, reports, pairs, total, apart, nearMisses, suspects, current } = explanation;
  return [
    titleOf(name, record),
    `  ${recordText(record)}`,
    ...preferenceReasons(record).map((reason) => `  ${reason}`),
    `${reports.length} report${reports.length === 1 ? '' : 's'}:`,
    ...reports.map(reportLine),
    ...(pairs.length > 0
      ? [
          `why they are one (scores are natural logarithms of how much likelier one earthquake is than ` +
            `two; sum ${formatDecimal(total)}):`,
          ...pairs.flatMap(pairLines),
        ]
      : reports.length === 1
        ? ['nothing to agree with: one report']
        : []),
    ...apart.map((reason) => `  more than 60 s apart: ${reason}`),
    ...(current ? [] : ['  documents were read since and are not yet associated: the next ingest may change this']),
    nearMisses.length > 0 ? 'near misses (within 10 min and 300 km):' : 'no other report within 10 min and 300 km',
    ...nearMisses.map(
      ({ report, seconds, km, reason }) =>
        `  ${nameOf(report)} ${magnitudeText(report)}, ${signed(seconds)} s, ${formatDecimal(km)} km: ${reason}`,
    ),
    ...suspects.map(suspectLine),
  ];
}

type Withdrawn = Extract<Unexplained, { reason: 'withdrawn' }>;

/** The last record of a withdrawn earthquake, and every published change of it. */
export function withdrawnLines({ name, record }: Withdrawn): string[] {
  const { revisions } = record;
  return [
    `${titleOf(name, record)}, withdrawn by every agency that had reported it`,
    `  last: ${recordText(record)}`,
    `${revisions.length} revision${revisions.length === 1 ? '' : 's'}:`,
    ...revisions.map(
      ({ at, agencies, changed, previous }) =>
        `  ${formatInstant(at)} ${agencies.join(', ')}: ${changed.join(', ')}` +
        (previous && Object.keys(previous).length > 0 ? `; before: ${JSON.stringify(previous)}` : ''),
    ),
  ];
}
