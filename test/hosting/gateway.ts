/** The gateway behind a host, on a port of its own. */
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { startServer, type RunningServer, type Timeouts } from '../../gateway/http/server.ts';
import { testMetering, UNLIMITED } from '../support/metering.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';
import { LIST } from './requests.ts';

/** Caching of the answer to `LIST`, which is soon stale. */
const FRESH_FOR_A_SECOND = 'public, max-age=1';

/** Targets as the gateway received them. */
export interface Gateway extends RunningServer {
  requests: string[];
  /** Bodies of its POST requests. */
  bodies: string[];
  key: string;
}

interface GatewayOptions {
  timeouts?: Partial<Timeouts>;
  /** Awaited before a request is answered. */
  hold?(request: Request): Promise<void> | void;
}

export async function startGateway(dist: string, { timeouts = {}, hold }: GatewayOptions = {}): Promise<Gateway> {
  const log = (): void => {};
  const requests: string[] = [];
  const bodies: string[] = [];
  const metering = testMetering({ limits: UNLIMITED });
  const { key } = await metering.keys.issue('account', 'of the test');
  const data = new Dataset(folderReader(dist), { log, pollIntervalMs: Infinity });
  await data.refresh();
  const app = createApp({ dataset: data, now: () => AS_OF, log, metering });
  const fetch = async (request: Request, environment: unknown): Promise<Response> => {
    requests.push(`${request.method} ${request.url.replace(/^http:\/\/[^/]*/, '')}`);
    if (request.method === 'POST') bodies.push(await request.clone().text());
    await hold?.(request);
    const response = await app.fetch(request, environment as object);
    if (request.url.endsWith(LIST)) response.headers.set('Cache-Control', FRESH_FOR_A_SECOND);
    return response;
  };
  const server = await startServer({ app: { fetch }, port: 0, host: '127.0.0.1', log, timeouts });
  return { ...server, requests, bodies, key };
}
