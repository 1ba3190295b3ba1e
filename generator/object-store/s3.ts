/** An S3-compatible store through the official client, which is loaded when it is first needed. */
import { createHash } from 'node:crypto';
import type * as s3 from '@aws-sdk/client-s3';
import type { FileHeaders } from '../hosting/file-headers.ts';
import type { StoreAddress } from './address.ts';
import { failureOf, isConflict, statusOf } from './s3-errors.ts';
import { ConflictError, type Condition, type ObjectStore, type StoredObject } from './store.ts';

type Sdk = typeof s3;

/** In ms: until a connection stands, an answer begins, and between its bytes. By default there are three attempts. */
const PATIENCE_MS = 15_000;

/** A body is sent in bytes a millisecond at least: 6.4 Mbit/s. */
const SLOWEST_UPLOAD = 800;

interface S3Options {
  env: Record<string, string | undefined>;
  /** Whether conditions are sent; some stores know none. */
  conditional: boolean;
  patienceMs?: number;
}

/** Address of the service, region and credentials come from the environment and files that the client reads itself. */
export async function openS3(
  address: StoreAddress,
  { env, conditional, patienceMs = PATIENCE_MS }: S3Options,
): Promise<ObjectStore> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    // Other stores have no host name for each bucket, or no certificate for it.
    forcePathStyle: Boolean(env['AWS_ENDPOINT_URL_S3'] ?? env['AWS_ENDPOINT_URL']),
    // Not every store knows newer checksums. Bodies are protected by Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      ...{ connectionTimeout: patienceMs, requestTimeout: patienceMs, socketTimeout: patienceMs },
      throwOnRequestTimeout: true,
    },
  });
  return new S3Store({ sdk, client, address, conditional, patienceMs });
}

interface S3Parts {
  sdk: Sdk;
  client: s3.S3Client;
  address: StoreAddress;
  conditional: boolean;
  patienceMs: number;
}

class S3Store implements ObjectStore {
  readonly #sdk: Sdk;
  readonly #client: s3.S3Client;
  readonly #address: StoreAddress;
  readonly #conditional: boolean;
  readonly #patienceMs: number;

  constructor({ sdk, client, address, conditional, patienceMs }: S3Parts) {
    this.#sdk = sdk;
    this.#client = client;
    this.#address = address;
    this.#conditional = conditional;
    this.#patienceMs = patienceMs;
  }

  get name(): string {
    const { bucket, prefix } = this.#address;
    return `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  }

  async get(path: string): Promise<StoredObject | undefined> {
    try {
      const { Body, ETag } = await this.#client.send(new this.#sdk.GetObjectCommand(this.#object(path)));
      return { bytes: await Body!.transformToByteArray(), etag: plainTag(ETag) };
    } catch (error) {
      if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') return undefined;
      throw this.#failure(error, `reading ${path}`);
    }
  }

  async tag(path: string): Promise<string | undefined> {
    try {
      const { ETag } = await this.#client.send(new this.#sdk.HeadObjectCommand(this.#object(path)));
      return plainTag(ETag);
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw this.#failure(error, `reading ${path}`);
    }
  }

  async put(
    path: string,
    bytes: Uint8Array,
    { headers, condition }: { headers: FileHeaders; condition?: Condition },
  ): Promise<string> {
    const md5 = createHash('md5').update(bytes);
    try {
      const { ETag } = await this.#client.send(
        new this.#sdk.PutObjectCommand({
          ...this.#object(path),
          ...fields(headers),
          ...(this.#conditional ? conditionFields(condition) : {}),
          Body: bytes,
          ContentLength: bytes.byteLength,
          ContentMD5: md5.copy().digest('base64'),
        }),
        { requestTimeout: this.#patienceMs + bytes.byteLength / SLOWEST_UPLOAD },
      );
      return plainTag(ETag);
    } catch (error) {
      // The answer to an attempt that succeeded may have been lost, and the client tried again.
      if (isConflict(error)) return this.#requireTag(path, md5.digest('hex'));
      throw this.#failure(error, `writing ${path}`);
    }
  }

  async copy(from: string, to: string, headers: FileHeaders): Promise<string> {
    try {
      const { Bucket, Key } = this.#object(from);
      const { CopyObjectResult } = await this.#client.send(
        new this.#sdk.CopyObjectCommand({
          ...this.#object(to),
          ...fields(headers),
          CopySource: encodeURI(`${Bucket}/${Key}`),
          MetadataDirective: 'REPLACE',
        }),
      );
      return plainTag(CopyObjectResult?.ETag);
    } catch (error) {
      throw this.#failure(error, `copying ${from} to ${to}`);
    }
  }

  async remove(path: string): Promise<void> {
    try {
      await this.#client.send(new this.#sdk.DeleteObjectCommand(this.#object(path)));
    } catch (error) {
      throw this.#failure(error, `removing ${path}`);
    }
  }

  async *list(): AsyncIterable<{ path: string; etag: string }> {
    const { bucket: Bucket, prefix: Prefix } = this.#address;
    try {
      for await (const { Contents = [] } of this.#sdk.paginateListObjectsV2(
        { client: this.#client },
        { Bucket, Prefix },
      ))
        for (const { Key = '', ETag } of Contents) yield { path: Key.slice(Prefix.length), etag: plainTag(ETag) };
    } catch (error) {
      throw this.#failure(error, 'listing its files');
    }
  }

  /** @returns the tag when the object has it. @throws ConflictError */
  async #requireTag(path: string, expected: string): Promise<string> {
    if ((await this.tag(path)) === expected) return expected;
    throw new ConflictError(
      `${this.name}: ${path} was changed by another publisher meanwhile; run this again once that one has ended`,
    );
  }

  #object(path: string): { Bucket: string; Key: string } {
    return { Bucket: this.#address.bucket, Key: `${this.#address.prefix}${path}` };
  }

  #failure(error: unknown, what: string): Error {
    return failureOf(error, `${this.name}: ${what}`);
  }
}

const fields = ({ contentType, cacheControl, contentEncoding }: FileHeaders) => ({
  ContentType: contentType,
  CacheControl: cacheControl,
  ...(contentEncoding ? { ContentEncoding: contentEncoding } : {}),
});

function conditionFields(condition: Condition | undefined): { IfMatch?: string; IfNoneMatch?: string } {
  if (condition === undefined) return {};
  return condition === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: `"${condition.etag}"` };
}

const plainTag = (tag: string | undefined): string => (tag ?? '').replaceAll('"', '');
