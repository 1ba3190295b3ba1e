/** An S3 server on a port of its own: `@20minutes/s3rver`. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

interface S3rver {
  logger: { exceptions: { unhandle(): void }; close(): void };
  configureBuckets(): Promise<unknown>;
  callback(): RequestListener;
}

// It has no types.
const S3 = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3rver;

export const BUCKET = 'quakes';

interface StoreRequest {
  method: string;
  /** Without the bucket. */
  key: string;
}

/** Answers a request in the store's place, or lets it pass. */
type Intercept = (request: StoreRequest, response: ServerResponse) => boolean;

export interface TestStore {
  endpoint: string;
  /** What rclone needs to find it, as `quakes:`. */
  environment: Record<string, string>;
  /** Requests so far, in order. */
  requests: StoreRequest[];
  intercept: Intercept | undefined;
  close(): void;
}

export async function startObjectStore(directory: string): Promise<TestStore> {
  const s3 = new S3({
    // Signatures are verified.
    ...{ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] },
  });
  await s3.configureBuckets();
  const forward = s3.callback();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const seen = { method: request.method!, key: decodeURIComponent(pathname.slice(BUCKET.length + 2)) };
    store.requests.push(seen);
    if (store.intercept?.(seen, response)) request.resume();
    else forward(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: TestStore = {
    endpoint,
    environment: {
      RCLONE_CONFIG_QUAKES_TYPE: 's3',
      RCLONE_CONFIG_QUAKES_PROVIDER: 'Other',
      RCLONE_CONFIG_QUAKES_ENDPOINT: endpoint,
      RCLONE_CONFIG_QUAKES_ACCESS_KEY_ID: 'S3RVER',
      RCLONE_CONFIG_QUAKES_SECRET_ACCESS_KEY: 'S3RVER',
      RCLONE_CONFIG_QUAKES_NO_CHECK_BUCKET: 'true',
      RCLONE_CONFIG: '/dev/null',
    },
    requests: [],
    intercept: undefined,
    close() {
      server.closeAllConnections();
      server.close();
      s3.logger.exceptions.unhandle();
      s3.logger.close();
    },
  };
  return store;
}

/** The content of an object, as the server keeps it. */
export function storedBytes(directory: string, key: string): Buffer | undefined {
  try {
    return readFileSync(join(directory, BUCKET, `${key}._S3rver_object`));
  } catch {
    return undefined;
  }
}
