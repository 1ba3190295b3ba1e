/** Requests a second and latency under load: by wrk where it is installed, else by autocannon. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

const CONNECTIONS = 32;

/** One request of those that are sent in turn. */
export interface Asked {
  path: string;
  headers?: Record<string, string>;
}

interface Load {
  perSecond: number;
  count: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

interface LoadOptions {
  seconds?: number;
  /** Number of the request to begin with. */
  from?: number;
}

export const isInstalled = (command: string): boolean => spawnSync('which', [command]).status === 0;

/** The last core is the client's, where there is more than one. */
const cores = availableParallelism();
const canPin = cores > 1 && isInstalled('taskset');
const pinned = (first: number, last: number, command: string[]): string[] =>
  canPin ? ['taskset', '-c', `${first}-${last}`, ...command] : command;
export const asServer = (...command: string[]): string[] => pinned(0, cores - 2, command);
const asClient = (...command: string[]): string[] => pinned(cores - 1, cores - 1, command);

export const client = isInstalled('wrk') ? 'wrk' : 'autocannon';

/** @throws Error for an answer that is no 200 or 304 */
export const load = (url: string, requests: readonly Asked[], options: LoadOptions = {}): Promise<Load> =>
  (client === 'wrk' ? byWrk : byAutocannon)(url, requests, options);

const run = promisify(execFile);

/** A line of the file is a path, then names and values of headers. */
const SCRIPT = `
local requests, at = {}, 0
function init(args)
  for line in io.lines(args[1]) do
    local parts = {}
    for part in line:gmatch("[^\\t]+") do parts[#parts + 1] = part end
    local headers = {}
    for index = 2, #parts, 2 do headers[parts[index]] = parts[index + 1] end
    requests[#requests + 1] = wrk.format("GET", parts[1], headers)
  end
  at = tonumber(args[2])
end
function request()
  at = at % #requests + 1
  return requests[at]
end`;

async function byWrk(url: string, requests: readonly Asked[], { seconds = 2, from = 0 }: LoadOptions): Promise<Load> {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-wrk-'));
  try {
    const [script, list] = [join(folder, 'script.lua'), join(folder, 'requests')];
    writeFileSync(script, SCRIPT);
    const lines = requests.map(({ path, headers = {} }) => [path, ...Object.entries(headers).flat()].join('\t'));
    writeFileSync(list, `${lines.join('\n')}\n`);
    const settings = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '30s', '--latency', '-s', script];
    const [command, ...args] = asClient('wrk', ...settings, url, '--', list, String(from));
    const { stdout } = await run(command!, args);
    return wrkResult(url, stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function wrkResult(url: string, text: string): Load {
  if (/Non-2xx|Socket errors/.test(text)) throw new Error(`${url}: ${text}`);
  const percentile = (percent: number): number => {
    const [, value, unit] = new RegExp(String.raw`${percent}%\s+([\d.]+)(us|ms|s|m)\b`).exec(text)!;
    return Number(value) * { us: 1e-3, ms: 1, s: 1e3, m: 6e4 }[unit as 'us' | 'ms' | 's' | 'm'];
  };
  const count = Number(/(\d+) requests in/.exec(text)![1]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)![1]),
    count,
    p50: percentile(50),
    p99: percentile(99),
  };
}

async function byAutocannon(
  url: string,
  requests: readonly Asked[],
  { seconds = 2, from = 0 }: LoadOptions,
): Promise<Load> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [...requests.slice(from), ...requests.slice(0, from)],
  });
  if (result['4xx'] > 0 || result['5xx'] > 0 || result.errors > 0)
    throw new Error(`${url}: ${result['4xx']} and ${result['5xx']} bad answers, ${result.errors} errors`);
  return {
    perSecond: result.requests.average,
    count: result.requests.total,
    p50: result.latency.p50,
    p99: result.latency.p99,
  };
}
