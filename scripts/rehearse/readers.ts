/** Readers at a fixed rate, as phones and programs ask on such a day. */
import autocannon, { type Result } from 'autocannon';

/** What a visit of the home page and its repetition each minute request, and programs beside them. */
const PATHS: readonly (readonly [path: string, times: number])[] = [
  ['/', 4],
  ['/recent/week.json', 4],
  ['/status.json', 10],
  ['/recent/changes.json', 10],
  ['/api.php', 3],
  ['/rss', 1],
  ['/manifest.json', 1],
  // To the gateway.
  ['/api.php?min_magnitude=4&limit=100', 2],
  ['/api.php?latitude=37.2&longitude=37&max_radius_km=100&limit=50', 1],
  ['/deprem_api.php?id=1', 1],
  ['/stats_api.php?days=7', 1],
];

export interface Reading {
  requests: number;
  /** In ms. */
  p50: number;
  p99: number;
  /** Answers other than 2xx, and requests without an answer. */
  errors: number;
}

export interface ReadersOptions {
  /** Requests a second. */
  rate: number;
  connections: number;
}

const LONGEST_SECONDS = 86_400;

/** @returns what ends them, and tells what they saw */
export function startReaders(url: string, { rate, connections }: ReadersOptions): () => Promise<Reading> {
  const mixed = PATHS.flatMap(([path, times]) => Array.from({ length: times }, (_, turn) => ({ path, turn })));
  const requests = mixed
    .toSorted((a, b) => a.turn - b.turn)
    .map(({ path }) => ({ path, headers: { 'Accept-Encoding': 'br, gzip' } }));
  const options = { url, requests, connections, overallRate: rate, duration: LONGEST_SECONDS };
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const running = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
  return async () => {
    running.stop();
    const { latency, requests: sent, errors, non2xx } = await promise;
    return { requests: sent.total, p50: latency.p50, p99: latency.p99, errors: errors + non2xx };
  };
}
