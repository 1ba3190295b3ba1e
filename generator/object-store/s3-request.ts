/** Requests to an S3-compatible store: signed, repeated, and ended when the store is silent. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { addressSetting, type Environment, wholeSetting } from '#core/environment.ts';
import { ownValue } from '#core/own-value.ts';
import { StoreError } from './store.ts';

/** A body is sent in bytes a millisecond at least: 6.4 Mbit/s. */
const SLOWEST_UPLOAD = 800;
/** Pause before the second attempt at most, in ms; each further one is up to twice as long. */
const PAUSE_MS = 200;

interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE';
  /** The object's key; empty for the bucket. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

export interface S3Response {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** The code is that of the store, or of the network where the store gave no answer. */
export class S3Error extends Error {
  override name = 'S3Error';
  readonly code: string;
  /** Undefined where there was no answer. */
  readonly status: number | undefined;
  constructor(code: string, message: string, status?: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** What is inside of the elements of a name. */
export const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, content]) => content!);

const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));

/** Text of the first element of a name. */
export const elementText = (xml: string, name: string): string | undefined =>
  elementsOf(xml, name)[0]?.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (...[entity, decimal, hex, word]) =>
    word === undefined
      ? String.fromCodePoint(decimal === undefined ? parseInt(hex as string, 16) : Number(decimal))
      : (ENTITIES.get(word as string) ?? (entity as string)),
  );

export const textOf = ({ body }: S3Response): string => Buffer.from(body).toString('utf8');

/** The error in an answer. That to a copy may have status 200. */
function errorIn(response: S3Response, isCopy: boolean): S3Error | undefined {
  const { status } = response;
  if (status < 300 && !isCopy) return undefined;
  const [error] = elementsOf(textOf(response), 'Error');
  if (status < 300 && error === undefined) return undefined;
  const [code, message] = ['Code', 'Message'].map((name) => error && elementText(error, name));
  return new S3Error(code ?? `status ${status}`, message ?? 'no reason', status);
}

const isTransient = ({ status, code }: S3Error): boolean =>
  status === undefined || status === 429 || (status >= 500 && status !== 501) || code === 'RequestTimeout';

interface ClientOptions {
  env: Environment;
  bucket: string;
  /** ms until an answer begins, and between its bytes. */
  patienceMs: number;
}

export class S3Client {
  readonly #options: ClientOptions;
  readonly #region: string;
  readonly #base: string;
  readonly #attempts: number;

  /** @throws StoreError when a setting is missing, SettingError when one cannot be read */
  constructor(options: ClientOptions) {
    const { env, bucket } = options;
    this.#options = options;
    this.#region = env['AWS_REGION'] ?? '';
    if (!/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(this.#region)) throw new StoreError('set AWS_REGION');
    if (!env['AWS_ACCESS_KEY_ID'] || !env['AWS_SECRET_ACCESS_KEY'])
      throw new StoreError('there are no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
    const setting = ['AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL'].find((name) => ownValue(env, name));
    const own = setting && addressSetting(env, setting, '');
    const amazon = `s3.${this.#region}.amazonaws.com${this.#region.startsWith('cn-') ? '.cn' : ''}`;
    // Other stores have no host name for each bucket, and no certificate has one with dots.
    const isPath = own !== undefined || bucket.includes('.');
    this.#base = isPath ? `${own ?? `https://${amazon}`}/${bucket}` : `https://${bucket}.${amazon}`;
    this.#attempts = wholeSetting(env, 'AWS_MAX_ATTEMPTS', { fallback: 3, least: 1, most: 100 });
  }

  /** @throws S3Error for an answer that is an error, or none after all attempts */
  async request(request: S3Request): Promise<S3Response> {
    for (let attempt = 1; ; attempt += 1)
      try {
        const response = await this.#attempt(request);
        const error = errorIn(response, 'X-Amz-Copy-Source' in (request.headers ?? {}));
        if (error) throw error;
        return response;
      } catch (error) {
        if (!(error instanceof S3Error) || !isTransient(error) || attempt >= this.#attempts) throw error;
        await sleep(Math.random() * PAUSE_MS * 2 ** (attempt - 1));
      }
  }

  async #attempt({ method, key, query = {}, headers = {}, body }: S3Request): Promise<S3Response> {
    const { env, patienceMs } = this.#options;
    const path = key.split('/').map(encodeURIComponent).join('/');
    const url = new URL(path === '' ? this.#base : `${this.#base}/${path}`);
    url.search = new URLSearchParams(query).toString();
    const token = env['AWS_SESSION_TOKEN'];
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, service: 's3', region: this.#region },
      ...{ accessKeyId: env['AWS_ACCESS_KEY_ID']!, secretAccessKey: env['AWS_SECRET_ACCESS_KEY']! },
      ...(token ? { sessionToken: token } : {}),
      headers: {
        ...headers,
        'X-Amz-Content-Sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
    }).sign();
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), patienceMs + (body?.byteLength ?? 0) / SLOWEST_UPLOAD);
    try {
      const response = await fetch(signed.url, {
        ...{ method, headers: signed.headers, signal: silence.signal, redirect: 'manual' },
        body: (body as Uint8Array<ArrayBuffer> | undefined) ?? null,
      });
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body ?? []) {
        chunks.push(chunk as Uint8Array);
        timer.refresh();
      }
      return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
    } catch (error) {
      const { cause, message } = error as Error & { cause?: { code?: string } };
      throw new S3Error(silence.signal.aborted ? 'TimeoutError' : (cause?.code ?? 'NetworkError'), message);
    } finally {
      clearTimeout(timer);
    }
  }
}
