/** An S3-compatible store. */
import { createHash } from 'node:crypto';
import type { Environment } from '#core/environment.ts';
import type { FileHeaders } from '../hosting/file-headers.ts';
import type { StoreAddress } from './address.ts';
import { elementsOf, elementText, S3Client, S3Error, type S3Response, textOf } from './s3-request.ts';
import { type Condition, ConflictError, type ObjectStore, StoreError, type StoredObject } from './store.ts';

/** In ms. */
const PATIENCE_MS = 15_000;

interface S3Options {
  /** `AWS_…`: address of the service, region, credentials, attempts. */
  env: Environment;
  /** Whether conditions are sent; some stores know none. */
  conditional: boolean;
  patienceMs?: number;
}

/** What to do, by the code of the error. */
const ADVICE = new Map(
  Object.entries({
    InvalidAccessKeyId: 'the store does not know AWS_ACCESS_KEY_ID',
    SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID, or AWS_REGION is another one',
    AuthorizationHeaderMalformed: 'AWS_REGION is not the one of the bucket',
    PermanentRedirect: 'AWS_REGION or AWS_ENDPOINT_URL_S3 is not the one of the bucket',
    NoSuchBucket: 'there is no such bucket',
    AccessDenied: 'these credentials may not do that (docs/operations/object-store.md lists what they must be allowed)',
    NotImplemented: 'the store does not know this request; if it knows no conditional writes, see --unconditional',
    RequestTimeTooSkewed: 'the clock of this machine is wrong',
  }),
);

/** The error as an operator reads it. @param what the place and what was done there */
function failureOf({ code, status, message }: S3Error, what: string): StoreError {
  const advice = ADVICE.get(code);
  if (advice !== undefined) return new StoreError(`${what}: ${advice} (${code})`);
  if (status !== undefined) return new StoreError(`${what}: HTTP ${status} ${code}: ${message}`);
  return new StoreError(`${what}: the store does not answer (${code}); AWS_ENDPOINT_URL_S3 says where it is`);
}

class S3Store implements ObjectStore {
  readonly name: string;
  readonly #client: S3Client;
  readonly #address: StoreAddress;
  readonly #conditional: boolean;

  constructor(address: StoreAddress, { env, conditional, patienceMs = PATIENCE_MS }: S3Options) {
    const { bucket, prefix } = address;
    this.name = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
    this.#client = new S3Client({ env, bucket, patienceMs });
    this.#address = address;
    this.#conditional = conditional;
  }

  get(path: string): Promise<StoredObject | undefined> {
    return this.#or404(`reading ${path}`, async () => {
      const response = await this.#client.request({ method: 'GET', key: this.#key(path) });
      return { bytes: response.body, etag: tagOf(response) };
    });
  }

  tag(path: string): Promise<string | undefined> {
    return this.#or404(`reading ${path}`, async () =>
      tagOf(await this.#client.request({ method: 'HEAD', key: this.#key(path) })),
    );
  }

  async put(
    path: string,
    body: Uint8Array,
    { headers, condition }: { headers: FileHeaders; condition?: Condition },
  ): Promise<string> {
    const md5 = createHash('md5').update(body).digest();
    const fields = {
      ...fieldsOf(headers),
      ...(this.#conditional ? conditionFields(condition) : {}),
      'Content-MD5': md5.toString('base64'),
    };
    return this.#described(`writing ${path}`, async () => {
      try {
        return tagOf(await this.#client.request({ method: 'PUT', key: this.#key(path), headers: fields, body }));
      } catch (error) {
        // The answer to an attempt that succeeded may have been lost, and the client tried again.
        if (isConflict(error)) return this.#requireTag(path, md5.toString('hex'));
        throw error;
      }
    });
  }

  copy(from: string, to: string, headers: FileHeaders): Promise<string> {
    const fields = {
      ...fieldsOf(headers),
      'X-Amz-Copy-Source': encodeURI(`${this.#address.bucket}/${this.#key(from)}`),
      'X-Amz-Metadata-Directive': 'REPLACE',
    };
    return this.#described(`copying ${from} to ${to}`, async () => {
      const response = await this.#client.request({ method: 'PUT', key: this.#key(to), headers: fields });
      return plainTag(elementText(textOf(response), 'ETag') ?? '');
    });
  }

  async remove(path: string): Promise<void> {
    await this.#described(`removing ${path}`, () => this.#client.request({ method: 'DELETE', key: this.#key(path) }));
  }

  async *list(): AsyncIterable<{ path: string; etag: string }> {
    const { prefix } = this.#address;
    const query: Record<string, string> = { 'list-type': '2', 'encoding-type': 'url', prefix };
    for (;;) {
      const page = await this.#described('listing its files', async () =>
        textOf(await this.#client.request({ method: 'GET', key: '', query })),
      );
      const isEncoded = elementText(page, 'EncodingType') === 'url';
      for (const object of elementsOf(page, 'Contents')) {
        const [key = '', etag = ''] = ['Key', 'ETag'].map((name) => elementText(object, name));
        const path = isEncoded ? decodeURIComponent(key.replaceAll('+', ' ')) : key;
        yield { path: path.slice(prefix.length), etag: plainTag(etag) };
      }
      const next = elementText(page, 'NextContinuationToken');
      if (next === undefined) return;
      query['continuation-token'] = next;
    }
  }

  /** @returns the tag when the object has it. @throws ConflictError */
  async #requireTag(path: string, expected: string): Promise<string> {
    if ((await this.tag(path)) === expected) return expected;
    throw new ConflictError(
      `${this.name}: ${path} was changed by another publisher meanwhile; run this again once that one has ended`,
    );
  }

  #key(path: string): string {
    return `${this.#address.prefix}${path}`;
  }

  async #described<T>(what: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw error instanceof S3Error ? failureOf(error, `${this.name}: ${what}`) : error;
    }
  }

  /** Undefined for an object that does not exist. */
  #or404<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    return this.#described(what, async () => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return undefined;
        throw error;
      }
    });
  }
}

/** @throws StoreError when a setting is missing */
export const openS3 = (address: StoreAddress, options: S3Options): ObjectStore => new S3Store(address, options);

/** 409: another conditional request to the same object was going on. */
const isConflict = (error: unknown): boolean =>
  error instanceof S3Error && (error.status === 412 || error.code === 'ConditionalRequestConflict');

const fieldsOf = ({ contentType, cacheControl, contentEncoding }: FileHeaders): Record<string, string> => ({
  'Content-Type': contentType,
  'Cache-Control': cacheControl,
  ...(contentEncoding ? { 'Content-Encoding': contentEncoding } : {}),
});

function conditionFields(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) return {};
  return condition === 'absent' ? { 'If-None-Match': '*' } : { 'If-Match': `"${condition.etag}"` };
}

const plainTag = (tag: string): string => tag.replaceAll('"', '');

const tagOf = ({ headers }: S3Response): string => plainTag(headers.get('ETag') ?? '');
