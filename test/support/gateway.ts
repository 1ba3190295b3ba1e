/** A gateway over a dataset in memory, as most tests want it. */
import type { EpochMs } from '#core/time.ts';
import { createApp } from '../../gateway/app.ts';
import type { CompatibleApi } from '#core/endpoints.ts';
import type { AnswerMemory } from '../../gateway/http/answer-memory.ts';
import type { Connections } from '../../gateway/live/connections.ts';
import type { WorkBounds, WorkLimits } from '../../gateway/work/admission.ts';
import type { Caller } from '../../gateway/access/caller.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import type { Metering } from '../../gateway/access/guard.ts';
import type { Reader } from '../../gateway/dataset/folder-reader.ts';
import type { UsageStore } from '../../gateway/access/usage.ts';
import { type DatasetFiles, memoryReader } from './dataset.ts';
import { AS_OF } from './synthetic-earthquakes.ts';

export interface GatewayOptions {
  reader?: Reader;
  now?: () => EpochMs;
  bounds?: WorkBounds;
  /** Time that a new manifest waits for its files, in ms. */
  missingFilesTimeoutMs?: number;
  metering?: Metering & { usage: UsageStore };
  exportRows?: (caller: Caller) => number;
  basePath?: string;
  baseUrl?: string;
  workLimits?: WorkLimits;
  /** Memory for shards. */
  cacheBytes?: number;
  compatible?: readonly CompatibleApi[];
  connections?: Connections;
  answers?: AnswerMemory;
  mcp?: boolean;
}

/** Paths that between them need every kind of file, but for details. */
export const ENDPOINT_PATHS = [
  '/api.php',
  '/api.php?limit=1000&q=izmir',
  '/api.php?updated_after=2026-06-12T00:00:00Z&limit=50',
  '/stats_api.php',
  '/status',
  '/rss',
  '/station_api.php',
];

export function replaceFiles(files: Map<string, Uint8Array>, by: DatasetFiles): void {
  files.clear();
  for (const [name, bytes] of by) files.set(name, bytes);
}

export type TestGateway = ReturnType<typeof testGateway>;

/** The first check serves a dataset, the second one reads what was not asked for. */
export async function readWhole({ get }: TestGateway): Promise<void> {
  for (let check = 0; check < 2; check += 1) await get('/manifest.json');
}

/** @param files changes to it are seen by the next request */
export function testGateway(files: DatasetFiles, options: GatewayOptions = {}) {
  const {
    reader = memoryReader(files),
    now = () => AS_OF,
    bounds,
    missingFilesTimeoutMs,
    metering,
    exportRows,
    basePath,
    baseUrl,
    workLimits,
    cacheBytes,
    compatible,
    connections,
    answers,
    mcp,
  } = options;
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);
  const dataset = new Dataset(reader, {
    log,
    // Refreshed before each request only.
    pollIntervalMs: Infinity,
    ...(missingFilesTimeoutMs === undefined ? {} : { missingFilesTimeoutMs }),
    ...(cacheBytes === undefined ? {} : { cacheBytes }),
  });
  const app = createApp({
    dataset,
    now,
    log,
    ...(bounds ? { bounds } : {}),
    ...(metering ? { metering } : {}),
    ...(exportRows ? { exportRows } : {}),
    ...(basePath === undefined ? {} : { basePath }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(workLimits ? { workLimits } : {}),
    ...(compatible ? { compatible } : {}),
    ...(connections ? { connections } : {}),
    ...(answers ? { answers } : {}),
    ...(mcp === undefined ? {} : { mcp }),
  });
  const get = async (target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> => {
    await dataset.refresh();
    return app.request(target, { method, headers });
  };
  /** As requested over a connection from that address. */
  const from = async (
    peer: string,
    target: string,
    headers: Record<string, string> = {},
    method = 'GET',
  ): Promise<Response> => {
    await dataset.refresh();
    return app.request(target, { method, headers }, { incoming: { socket: { remoteAddress: peer } } });
  };
  return { app, dataset, lines, get, from };
}

export interface ListBody {
  status: string;
  count: number;
  truncated: boolean;
  next?: string;
  earthquakes: { id: number; [field: string]: unknown }[];
}

/** More than any test needs. */
const MOST_PAGES = 5000;

/** Every page from a URL on, as long as each has a `next`. */
export async function allPages({ get }: TestGateway, target: string): Promise<ListBody[]> {
  const pages: ListBody[] = [];
  for (let next: string | undefined = target; next !== undefined;) {
    if (pages.length === MOST_PAGES) throw new Error(`${target}: no end after ${MOST_PAGES} pages`);
    const response = await get(next);
    if (response.status !== 200) throw new Error(`${next}: ${response.status} ${await response.text()}`);
    const page = (await response.json()) as ListBody;
    pages.push(page);
    next = page.next;
  }
  return pages;
}
