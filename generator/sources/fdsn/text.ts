/**
 * FDSN text: a header and 13 columns separated by `|`, a 14th with the event type where the service has one. Times are
 * UTC, with or without Z; blanks around the separators count for nothing.
 */
import type { Agency } from '#core/agencies.ts';
import { shown } from '#core/text.ts';
import { type EpochMs, parseInstant } from '#core/time.ts';
import type { FeedName, Parsed, SourceReport } from '../feed.ts';
import { countLines, textLines } from '../parsing/delimited.ts';
import { quakemlEventType } from '../parsing/event-type.ts';
import {
  checkCount,
  emptyParsed,
  emptyReport,
  keyField,
  magnitudeField,
  optionalNumber,
  placeFields,
  placeTextField,
  readReports,
  reject,
  type Row,
} from '../parsing/rows.ts';

export const TEXT_HEADER = /^(?:ï»¿|\uFEFF)?\s*#\s*EventID\s*\|\s*Time\s*\|\s*Latitude\s*\|/i;

const LEAST_COLUMNS = 13;

/** Without a zone it is UTC. @throws RowError */
export function utcField(value: string | undefined): EpochMs {
  const text = (value ?? '').trim();
  if (text === '') return reject('the time is missing');
  const time = parseInstant(/Z$/i.test(text) ? text.toUpperCase() : `${text}Z`);
  return time ?? reject(`the time "${shown(text)}" is not a UTC time like 2023-02-06T01:17:34.34`);
}

/** @throws RowError */
function reportOf({ line, text }: Row): SourceReport {
  const fields = text.split('|').map((one) => one.trim());
  if (fields.length < LEAST_COLUMNS) reject(`${fields.length} columns where FDSN text has ${LEAST_COLUMNS} or 14`);
  const [key, time, latitude, longitude, depth, , , , , type, magnitude, , place, eventType] = fields;
  return {
    ...emptyReport({ line, time: utcField(time), ...placeFields(latitude, longitude) }),
    key: keyField('event id', key),
    depthKm: optionalNumber('depth', depth),
    magnitudes: magnitudeField(type, magnitude),
    place: placeTextField(place),
    eventType: quakemlEventType(eventType),
    withdrawn: eventType?.toLowerCase() === NOT_EXISTING,
  };
}

/** The QuakeML type of an event that was reported by mistake. */
export const NOT_EXISTING = 'not existing';

/** @throws DocumentError */
export function parseText(text: string, of: { feed: FeedName; agency: Agency }, warnings: string[]): Parsed {
  const rows = [...textLines(text)].filter((row) => !row.text.trimStart().startsWith('#'));
  const parsed = readReports(emptyParsed(of, warnings), rows, reportOf);
  const comments = [...text.matchAll(/(?:^|[\r\n])[ \t]*#/g)].length;
  checkCount(parsed, countLines(text) - comments, 'its lines');
  return parsed;
}
