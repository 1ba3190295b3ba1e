/** A representation (RFC 9110): its identity, and how to load its bytes if they are needed. */
import { contentHash } from '#core/etag.ts';
import type { Caching } from '#core/headers.ts';
import type { Compression } from '#core/paths.ts';
import type { Terms } from '#core/terms.ts';
import type { ByteRange, Receipts } from './response.ts';

export interface Body {
  bytes: Uint8Array;
  /** Relative URL of the following page. */
  next?: string;
}

/** For the `Link` header. */
interface Links {
  /** URL of the following page, if known before the body. */
  next?: string;
  terms?: Terms[];
}

interface Identity extends Links {
  /** Hash of the content, or of everything that the content depends on; part of entity tags. */
  hash: string;
  type: string;
  caching: Caching;
}

interface FiniteIdentity extends Identity {
  /**
   * `dataset`: the same request has the same answer while the dataset is served. `request`: the answer also depends on
   * the caller, or on files beside the dataset. The time is no part of this: `RequestClock` notes what was read of it.
   */
  validFor: 'dataset' | 'request';
  precompressed?(encoding: Compression): Promise<Uint8Array | undefined>;
}

/** Its body is in memory. */
interface HeldRepresentation extends FiniteIdentity {
  bytes: Uint8Array;
}

export interface LoadedRepresentation extends FiniteIdentity {
  /** Not called for a 304. @param signal aborted when no request needs the body */
  load(signal: AbortSignal): Promise<Body>;
  /** Whether `load` itself shares work between concurrent requests. */
  isJoint?: boolean;
  /** Whether `load` reads a whole file: few are read at once. */
  isFile?: boolean;
}

export type Representation = HeldRepresentation | LoadedRepresentation;

/** A body that is generated while it is sent, with the same bytes each time. */
interface StreamedBody {
  /** Uncompressed, in bytes; undefined where it is not known before the end. */
  size: number | undefined;
  headers: Record<string, string>;
  /** @param signal aborted when the client disconnects @param range part of a body of known size */
  chunks(signal: AbortSignal, range?: ByteRange): AsyncGenerator<Uint8Array>;
}

export interface StreamedRepresentation extends Identity {
  /** Not called for a 304. @param sized whether the size is needed, so that a range can be sent */
  prepare(sized: boolean): Promise<StreamedBody>;
}

/** A body without an end: it has no entity tag and is never compressed, cached or changed on its way. */
export interface LiveRepresentation {
  type: string;
  /** @param receipts of a WebSocket */
  messages(signal: AbortSignal, receipts?: Receipts): AsyncGenerator<Uint8Array>;
}

export type AnyRepresentation = Representation | StreamedRepresentation | LiveRepresentation;

/** Files are read again: a walk through them would displace everything else. */
export const isRepeatable = (representation: AnyRepresentation): boolean =>
  'validFor' in representation && representation.validFor === 'dataset' && !('isFile' in representation);

export const storedRepresentation = (stored: StoredAnswer, type: string, caching: Caching): Representation => ({
  hash: stored.hash,
  type,
  caching,
  validFor: 'dataset',
  bytes: stored.bytes,
  precompressed: (encoding) => stored.precompressed(encoding),
});

/** By default, its hash is that of the bytes. */
export const bytesRepresentation = (
  bytes: Uint8Array,
  { hash, ...identity }: Pick<Representation, 'type' | 'caching' | 'validFor'> & { hash?: string },
): Representation => ({
  hash: hash ?? contentHash(bytes),
  ...identity,
  bytes,
});

/** A stored answer, held in memory. */
export interface StoredAnswer {
  path: string;
  bytes: Uint8Array;
  /** Hash of the bytes, as in the manifest. */
  hash: string;
  /** The stored compressed form; undefined when there is none, or when its content differs. */
  precompressed(encoding: Compression): Promise<Uint8Array | undefined>;
}

/** @param next URL of the following page */
export function linkHeader(next: string | undefined, terms: readonly Terms[] = []): { Link?: string } {
  const links = [...(next === undefined ? [] : [`<${next}>; rel="next"`]), ...terms.map(licenceLink)];
  return links.length > 0 ? { Link: links.join(', ') } : {};
}

const licenceLink = ({ holder, terms, url }: Terms): string => `<${url}>; rel="license"; title="${holder}: ${terms}"`;

/** @param url of the OpenAPI document */
export const descriptionLink = (url: string): string => `<${url}>; rel="service-desc"; type="application/json"`;

/** Headers with one more link. */
export const withLink = (headers: Record<string, string>, link: string | undefined): Record<string, string> =>
  link === undefined
    ? headers
    : { ...headers, Link: headers['Link'] === undefined ? link : `${headers['Link']}, ${link}` };
