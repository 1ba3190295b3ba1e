/** What publishing needs of an object store. Paths are relative to the prefix that is published to. */
import { ExpectedError } from '#core/expected-error.ts';
import type { FileHeaders } from '../hosting/file-headers.ts';

/** An error that an operator can fix or wait for. */
export class StoreError extends ExpectedError {
  override name = 'StoreError';
}

/** An object is not, or no longer, the one that a condition names. */
export class ConflictError extends StoreError {
  override name = 'ConflictError';
}

/** The object must have this entity tag; `absent`: there must be none. */
export type Condition = { etag: string } | 'absent';

export interface StoredObject {
  bytes: Uint8Array;
  etag: string;
}

/** Every method throws StoreError. Entity tags are without quotes. */
export interface ObjectStore {
  /** `s3://bucket/prefix`. */
  readonly name: string;
  get(path: string): Promise<StoredObject | undefined>;
  /** The entity tag; undefined when there is no such object. */
  tag(path: string): Promise<string | undefined>;
  /** @returns the entity tag. @throws ConflictError */
  put(path: string, bytes: Uint8Array, options: { headers: FileHeaders; condition?: Condition }): Promise<string>;
  /** @returns the entity tag of the copy */
  copy(from: string, to: string, headers: FileHeaders): Promise<string>;
  remove(path: string): Promise<void>;
  /** Every object below the prefix. */
  list(): AsyncIterable<{ path: string; etag: string }>;
}
