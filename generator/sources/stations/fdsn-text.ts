/** Station lists as FDSN station text: Kandilli's service. */
import { shown } from '#core/text.ts';
import { parseCivil, parseDay, type EpochMs } from '#core/time.ts';
import { textLines } from '../parsing/delimited.ts';
import { readRows, reject, type Row } from '../parsing/rows.ts';
import { DocumentError } from '../feed.ts';
import {
  addStations,
  emptyList,
  sourceOfNetwork,
  stationKey,
  stationText,
  type StationList,
  type StationRow,
} from './station-list.ts';

interface Epoch extends StationRow {
  /** As text, which sorts as its time does. */
  start: string;
  end: EpochMs | null;
}

/** One line of 8 columns, or of the 7 of the specification's letter (no site name). @throws RowError */
function readEpoch({ line, text }: Row): Epoch {
  const cells = text.split('|').map((cell) => cell.trim());
  if (cells.length !== 8 && cells.length !== 7) return reject(`${cells.length} columns where there should be 8`);
  const [network = '', code = '', latitude, longitude, elevationM] = cells;
  const [start = '', endText = ''] = cells.slice(-2);
  const end = endText === '' ? null : (parseCivil(endText.replace(/Z$/, '')) ?? parseDay(endText));
  if (end === undefined) return reject(`the end time ${shown(endText)} is not a time`);
  const name = cells.length === 8 ? cells[5]! : '';
  const source = sourceOfNetwork(network);
  return { line, text, network, code, name, source, latitude, longitude, elevationM, start, end };
}

const isData = ({ text }: Row): boolean => !text.startsWith('#') && !/^\s*Network\s*\|/i.test(text);

/**
 * FDSN station text at level station. Of a station's epochs the latest counts; one that has ended by `now` closes the
 * station, which is left out.
 * @throws DocumentError when the text is not of this kind
 */
export function parseFdsnStations(bytes: Uint8Array, { now }: { now: EpochMs }): StationList {
  const text = stationText(bytes);
  if (!text.includes('|'))
    throw new DocumentError(
      `not FDSN station text: no line has columns; it begins ${shown(text.split(/\r?\n/, 1)[0])}`,
    );
  const list = emptyList();
  const latest = new Map<string, Epoch>();
  for (const epoch of readRows(list, [...textLines(text)].filter(isData), readEpoch)) {
    const earlier = latest.get(stationKey(epoch));
    if (earlier) list.repeated += 1;
    if (!earlier || epoch.start >= earlier.start) latest.set(stationKey(epoch), epoch);
  }
  const open = [...latest.values()].filter((epoch) => epoch.end === null || epoch.end > now);
  list.closed = latest.size - open.length;
  return addStations(list, open);
}
