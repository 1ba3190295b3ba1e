/** `METRICS_PORT`: metrics and health, on a port that is not for the public. */
import { faultLine, type Log } from '../http/log.ts';
import { type RunningServer, startServer } from '../http/server.ts';

/** Prometheus' text format. */
const PROMETHEUS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface MetricsServerOptions {
  port: number;
  host: string | undefined;
  /** In Prometheus' text format. */
  metrics(): Promise<string>;
  /** Why no requests should be sent here; undefined while a dataset is served. */
  unready(): string | undefined;
  log: Log;
}

/** @throws Error for an operator when the address cannot be used */
export function startMetricsServer({ metrics, unready, ...server }: MetricsServerOptions): Promise<RunningServer> {
  const answers = new Map<string, () => Response | Promise<Response>>(
    Object.entries({
      '/healthz': () => text(200, 'ok\n'),
      '/readyz': () => {
        const reason = unready();
        return reason === undefined ? text(200, 'ready\n') : text(503, `${reason}\n`);
      },
      '/metrics': () =>
        metrics().then(
          (body) => text(200, body, PROMETHEUS_TYPE),
          (error: unknown) => {
            server.log(`metrics: ${faultLine(error)}`);
            return text(503, 'The metrics cannot be read.\n');
          },
        ),
    }),
  );
  const fetch = ({ method, url }: Request): Response | Promise<Response> => {
    const answer = answers.get(new URL(url).pathname);
    if (!answer) return text(404, 'There are /metrics, /healthz and /readyz.\n');
    return method === 'GET' || method === 'HEAD' ? answer() : text(405, 'Only GET and HEAD.\n');
  };
  return startServer({ ...server, app: { fetch }, setting: 'METRICS_PORT' });
}

const text = (status: number, body: string, type = 'text/plain; charset=utf-8'): Response =>
  new Response(body, { status, headers: { 'Content-Type': type, 'Cache-Control': 'no-store' } });
