/** A request of the station service, by GET or by the station service's own POST body. */
import { Refused } from '#core/parameter.ts';
import { STATION, STATION_PARAMETERS } from '#core/fdsn/station-parameters.ts';
import type { FilterValues } from '#core/filters/table.ts';
import { invalid } from '../../http/errors.ts';
import { redacted } from '../../http/redaction.ts';
import { valueOf } from '../parameters.ts';
import { readArea, readFdsnParameters, splitBody } from './read.ts';

/** Codes with `*` and `?`; a station passes when one of each matches. */
interface CodeSelection {
  networks: string[];
  stations: string[];
}

export interface StationQuery extends Pick<FilterValues, 'box' | 'circle'> {
  level: 'station' | 'network' | 'channel' | 'response';
  format: 'xml' | 'text';
  nodata: '204' | '404';
  /** Any of them. */
  selections: CodeSelection[];
}

/** @param query as received @param body of a POST @throws GatewayError */
export function readStationQuery(query: string, body: string | undefined): StationQuery {
  const posted = splitBody(body ?? '');
  const text = [query, posted.query].filter((part) => part !== '').join('&');
  const parameters = readFdsnParameters(text, STATION_PARAMETERS);
  // Read even where they say nothing, so that a wrong one is an error.
  for (const parameter of STATION_PARAMETERS) valueOf(parameters, parameter);
  const networks = valueOf(parameters, STATION.network) ?? ['*'];
  const stations = valueOf(parameters, STATION.station) ?? ['*'];
  return {
    level: valueOf(parameters, STATION.level) ?? 'station',
    format: valueOf(parameters, STATION.format) ?? 'xml',
    nodata: valueOf(parameters, STATION.nodata) ?? '204',
    selections: posted.lines.length === 0 ? [{ networks, stations }] : posted.lines.map(readLine),
    ...readArea(parameters),
  };
}

/** `NET STA LOC CHA STARTTIME ENDTIME`; a time may be `*`. */
function readLine(line: string): CodeSelection {
  const fields = line.split(/\s+/);
  const [network, station, location, channel, start, end] = fields;
  const parts: [string | undefined, { parse(text: string): unknown }][] = [
    [network, STATION.network],
    [station, STATION.station],
    [location, STATION.location],
    [channel, STATION.channel],
    [start === '*' ? '1970-01-01' : start, STATION.start],
    [end === '*' ? '1970-01-01' : end, STATION.end],
  ];
  const values = parts.map(([field, parameter]) => (field === undefined ? undefined : parameter.parse(field)));
  if (fields.length !== 6 || values.some((value) => value === undefined || value instanceof Refused))
    throw invalid('body', `"${redacted(line)}" is not a line NET STA LOC CHA STARTTIME ENDTIME.`);
  return { networks: values[0] as string[], stations: values[1] as string[] };
}
