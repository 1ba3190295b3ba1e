/** Applications for EMSC's WebSocket. */
import type { EpochMs } from '#core/time.ts';
import type { Answer, Application, Row, Use } from './frame.ts';
import { isOk, pointOf } from './published.ts';
import { latest } from './stream.ts';
import { type Fields, instant, list, number, object, text } from './values.ts';

interface Message {
  action: string;
  data: Fields;
  properties: Fields;
}

const messagesOf = ({ text: lines }: Answer): Message[] =>
  lines.split('\n').map((line) => {
    const { action, data } = object(JSON.parse(line));
    return { action: text(action), data: object(data), properties: object(object(data)['properties']) };
  });

/** Python's `strptime` with `%S.%f`: one to six digits of a fraction, and never none. */
function strptime(value: string): EpochMs {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}$/.test(value)) throw new Error(`time data '${value}' does not match`);
  return Date.parse(`${value}Z`);
}

const listening = (read: Use['read'], expected: Use['expected']): Use[] => [
  {
    what: 'messages',
    requests: () => [{ path: '/standing_order/websocket', isSocket: true }],
    read,
    expected,
  },
];

const rowOf = ({ properties }: Message): Row => ({
  time: instant(properties['time']),
  magnitude: number(properties['mag']),
  latitude: number(properties['lat']),
  longitude: number(properties['lon']),
  place: text(properties['flynn_region']),
});

/** Of each identifier the last row. */
const byId = (rows: [id: unknown, row: Row][]): Row[] => [...new Map(rows).values()];

/** Cuts the last letter of times and reads the rest with a fraction; a message that does not fit is logged and lost. */
const seismicFetch: Application = {
  name: 'zenitrems/SeismicFetch',
  uses: listening(
    ([answer]) =>
      byId(
        messagesOf(answer!).flatMap(({ data, properties }): [unknown, Row][] => {
          try {
            const [time, lastupdate] = [text(properties['time']), text(properties['lastupdate'])];
            strptime(lastupdate.slice(0, -1));
            for (const name of ['magtype', 'evtype', 'auth', 'source_id', 'source_catalog', 'unid'])
              if (!(name in properties)) throw new Error(`KeyError: ${name}`);
            const [longitude, latitude] = pointOf(data);
            const row = {
              ...{ time: strptime(time.slice(0, -1)), magnitude: number(properties['mag']) },
              ...{ latitude: latitude!, longitude: longitude!, place: text(properties['flynn_region']) },
            };
            return [[data['id'], row]];
          } catch {
            return [];
          }
        }),
      ),
    latest,
  ),
};

/** New events and updates are kept by `unid`, from magnitude 3 on. */
const pyfinder: Application = {
  name: 'sceylan/pyfinder',
  uses: listening(
    ([answer]) =>
      byId(
        messagesOf(answer!)
          .filter(({ properties }) => number(properties['mag']) >= 3)
          .map((message) => {
            text(message.properties['lastupdate']);
            return [text(message.properties['unid']), rowOf(message)];
          }),
      ),
    latest,
  ),
};

/** A library: it hands on the object, or the text where that is no JSON. */
const seismicPortal: Application = {
  name: 'Dqrkky/SeismicPortal',
  uses: listening(([answer]) => byId(messagesOf(answer!).map((one) => [one.data['id'], rowOf(one)])), latest),
};

/** Home Assistant: messages without a place, a magnitude or an identifier are passed over. */
const homeAssistant: Application = {
  name: 'mcshosho/ha-emsc-seismicportal',
  uses: listening(
    ([answer]) =>
      byId(
        messagesOf(answer!)
          .filter(({ properties: { lat, lon, mag, unid } }) => lat && lon && mag && unid)
          .map((one) => [one.properties['unid'], rowOf(one)]),
      ),
    latest,
  ),
};

/** SockJS asks for `/info` below its address, then opens a session there, of which the frames are lists of messages. */
const sockJs = (name: string): Application => ({
  name,
  uses: [
    {
      what: 'SockJS',
      requests: () => [
        { path: '/standing_order/info' },
        { path: '/standing_order/000/abcdefgh/websocket', isSocket: true },
      ],
      read: ([info, session]) => {
        isOk(info!);
        const frames = session!.text.split('\n').filter((frame) => frame.startsWith('a'));
        const lines = frames.flatMap((frame) => list(JSON.parse(frame.slice(1))).map(text));
        return byId(messagesOf({ ...session!, text: lines.join('\n') }).map((one) => [one.data['id'], rowOf(one)]));
      },
      expected: latest,
    },
  ],
});

export const WEBSOCKET: Application[] = [
  ...[seismicFetch, pyfinder, seismicPortal, homeAssistant],
  ...[sockJs('g-div/seismic-viz'), sockJs('alex-udodik/Earthquake-Monitor')],
];
