/** Parameters of the station service, version 1.1. */
import { Refused } from '../parameter.ts';
import type { EpochMs } from '../time.ts';
import { AREA, choice, flag, KEY, NODATA, timeParameter, type FdsnParameter } from './parameter.ts';

export const STATION_VERSION = '1.1.0';

/** Of the finer levels there is no data here. */
const LEVELS = ['station', 'network', 'channel', 'response'] as const;

const codes = (name: string, short: string, description: string): FdsnParameter<string[]> => ({
  name,
  short,
  description: `${description}, separated by commas, with * and ?.`,
  type: 'xs:string',
  default: '*',
  schema: { type: 'string' },
  parse(value) {
    const list = value.split(',').map((code) => code.trim().toUpperCase());
    return list.length <= 500 && list.every((code) => /^(?:--|[A-Z0-9*?]{1,8})$/.test(code))
      ? list
      : new Refused('codes of letters, digits, * and ?, separated by commas');
  },
});

/** `now` is sent for the stations in operation. */
function time(name: string, description: string, short?: string): FdsnParameter<EpochMs | 'now'> {
  const text = `${description}, or now; stations here have no dates and are taken for open.`;
  const instant = timeParameter(name, text, short ? { short } : {});
  return {
    ...instant,
    schema: { type: 'string' },
    parse: (value) => (value.toLowerCase() === 'now' ? 'now' : instant.parse(value)),
  };
}

/** False is all that is offered. */
const refusedFlag = (name: string, description: string): FdsnParameter<boolean> => {
  const plain = flag(name, description);
  return { ...plain, parse: (value) => (plain.parse(value) === true ? new Refused('false here') : plain.parse(value)) };
};

export const STATION = {
  start: time('starttime', 'Operating on or after this time', 'start'),
  end: time('endtime', 'Operating on or before this time', 'end'),
  startBefore: time('startbefore', 'Opened before this time'),
  startAfter: time('startafter', 'Opened after this time'),
  endBefore: time('endbefore', 'Closed before this time'),
  endAfter: time('endafter', 'Closed after this time'),
  network: codes('network', 'net', 'Network codes'),
  station: codes('station', 'sta', 'Station codes'),
  location: codes('location', 'loc', 'Location codes, which restrict nothing at these levels'),
  channel: codes('channel', 'cha', 'Channel codes, which restrict nothing at these levels'),
  ...AREA,
  level: choice(
    'level',
    'How much detail. Channels and responses of KO are at https://eida.koeri.boun.edu.tr, those of TU and TK at ' +
      'https://tadas.afad.gov.tr.',
    LEVELS,
  ),
  restricted: {
    ...flag('includerestricted', 'Whether restricted stations are included; all are open.'),
    default: 'true',
  },
  availability: refusedFlag('includeavailability', 'Availability of data, which is not offered.'),
  matchTimeSeries: refusedFlag('matchtimeseries', 'Only stations with data, which is not offered.'),
  format: choice('format', 'StationXML 1.2 or FDSN text.', ['xml', 'text'] as const),
  nodata: NODATA,
  key: KEY,
} as const;

export const STATION_PARAMETERS: readonly FdsnParameter<unknown>[] = Object.values(STATION);
