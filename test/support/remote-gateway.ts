/** Gateways over one synthetic dataset at an address, each as a process would start it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { bucketPath, shardPath } from '#core/paths.ts';
import { urlReader, type UrlReaderOptions } from '../../gateway/dataset/remote/url-reader.ts';
import { syntheticDataset } from './dataset.ts';
import { testGateway } from './gateway.ts';
import { type RemoteStore, startRemoteStore } from './remote-store.ts';
import { TEMPORARY } from './temporary.ts';

export const first = syntheticDataset({ seed: 1, count: 600 });
const known = first.detailed[0]!;
/** Paths that between them need every kind of file. */
const PATHS = [
  '/api.php',
  '/api.php?limit=50&q=izmir',
  '/api.php?limit=1000&min_magnitude=2',
  '/api.php?updated_after=2026-06-12T00:00:00Z&limit=50',
  `/deprem_api.php?id=${known.id}`,
  '/stats_api.php',
  '/station_api.php',
  '/rss',
  '/fdsnws/event/1/query?limit=5',
  `/fdsnws/event/1/query?eventid=${known.eventId}`,
  `/${shardPath(first.manifest.shards[0]!.hash)}`,
  `/${bucketPath(0)}`,
];

interface RemoteGateways {
  files: Map<string, Uint8Array>;
  store: RemoteStore;
  folder: string;
  /** A gateway as a process would start it. */
  start(
    options?: Partial<UrlReaderOptions>,
    missingFilesTimeoutMs?: number,
  ): ReturnType<typeof testGateway> & { read: string[] };
}

export async function remoteGateway(t: TestContext, files = new Map(first.files)): Promise<RemoteGateways> {
  const folder = mkdtempSync(join(TEMPORARY, 'hiposantr-remote-'));
  const store = await startRemoteStore(files);
  t.after(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return {
    ...{ files, store, folder },
    start(options = {}, missingFilesTimeoutMs = 0) {
      const read: string[] = [];
      const log = (line: string): void => void read.push(line);
      const reader = urlReader({
        ...{ url: store.url, cacheFolder: folder, cacheBytes: 100e6, retryDelayMs: 1, pauseMs: 0, log },
        ...options,
      });
      return { ...testGateway(files, { reader, missingFilesTimeoutMs }), read };
    },
  };
}

export async function answersOf({ get }: Pick<ReturnType<typeof testGateway>, 'get'>): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const path of PATHS) {
    const response = await get(path);
    answers.set(path, `${response.status} ${response.headers.get('etag')} ${await response.text()}`);
  }
  return answers;
}

/** Hashes of the files in a cache. */
export const cacheFiles = (folder: string): string[] =>
  readdirSync(folder).filter((name) => /^[0-9a-f]{24}$/.test(name));
export const bytesIn = (folder: string): number =>
  readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
