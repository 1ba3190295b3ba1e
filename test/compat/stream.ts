/** A service that publishes while applications listen: what each of them receives. */
import { join } from 'node:path';
import { ENDPOINTS } from '#core/endpoints.ts';
import { HOUR } from '#core/time.ts';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../gateway/http/server.ts';
import { Connections } from '../../gateway/live/connections.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { NOON } from '../support/catalog.ts';
import { testMetering } from '../support/metering.ts';
import { magnitude, publisher } from '../support/publisher.ts';
import { openWebSocket } from '../support/websocket-client.ts';
import { dist } from './catalogue.ts';
import type { Row } from './frame.ts';

/** Of each earthquake: a whole second, a fraction, an unknown depth. */
const CREATED: Partial<SourceReport>[] = [
  { key: 'us901', time: NOON - HOUR, latitude: 37.3, longitude: 37.1, depthKm: 10, ...magnitude(4.2) },
  { key: 'us902', time: NOON - 2 * HOUR + 250, latitude: 38.2, longitude: 27.4, depthKm: 7.2, ...magnitude(3) },
  { key: 'us903', time: NOON - 3 * HOUR + 40, latitude: 40.8, longitude: 28.2, depthKm: null, ...magnitude(3.7) },
];
/** The first one again. */
const UPDATED = { ...CREATED[0]!, ...magnitude(4.5) };

const rowOf = ({ time, latitude, longitude, depthKm, magnitudes }: Partial<SourceReport>): Row => ({
  ...{ time: time!, latitude: latitude!, longitude: longitude!, depthKm: depthKm ?? 0 },
  magnitude: magnitudes![0]!.value,
});

/** The last state of each. */
export const latest = (): Row[] => [UPDATED, ...CREATED.slice(1)].map(rowOf);

const known = new Map<string, Promise<string>>();

/** One line a message, of a client that sends nothing. @throws Error where nothing is opened at the path */
export function received(path: string): Promise<string> {
  const messages = known.get(path) ?? listen(path);
  known.set(path, messages);
  return messages;
}

async function listen(path: string): Promise<string> {
  const folder = join(dist, `stream-${known.size}`);
  const published = publisher(folder);
  published.publish({ key: 'us900', time: NOON - 9 * HOUR, ...magnitude(3) });
  const dataset = new Dataset(folderReader(folder));
  const connections = new Connections({ caller: 4, all: 4 }, { beat: HOUR, lag: 30 });
  const app = createApp({ dataset, now: Date.now, connections, metering: testMetering() });
  const { url, stop } = await startServer({ app, port: 0, host: '127.0.0.1', log: () => undefined });
  try {
    await dataset.refresh();
    const { next, socket } = await openWebSocket(`${url.replace('http', 'ws')}${path}`);
    // SockJS opens a session with a frame.
    const lines: string[] = path === ENDPOINTS.websocket ? [] : [await next()];
    for (const report of [...CREATED, UPDATED]) {
      published.publish(report);
      await dataset.refresh();
      lines.push(await next());
    }
    socket.close();
    return lines.join('\n');
  } finally {
    connections.stop();
    await stop(100);
    published.catalog.close();
  }
}
