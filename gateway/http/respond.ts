/** A representation as a response: 304 where the client has it, else its bytes in the best accepted coding. */
import pLimit from 'p-limit';
import { entityTag } from '#core/etag.ts';
import type { Compression } from '#core/paths.ts';
import { MIN_COMPRESSED_BYTES } from '#core/paths.ts';
import type { Sending } from './answer-memory.ts';
import { AnswerMemory, STREAM_BYTES } from './answer-memory.ts';
import type { Representation, Body, StreamedRepresentation } from './representation.ts';
import { cacheControl } from './caching.ts';
import { matchIfNoneMatch } from './conditional.ts';
import type { Encoding } from './negotiation.ts';
import { acceptedEncodings, compress } from './negotiation.ts';
import { GatewayError } from './errors.ts';
import { BASE_HEADERS, isPage, PAGE_HEADERS } from './headers.ts';
import { linkHeader, withLink } from './link-header.ts';
import { LoadingCache } from './loading-cache.ts';
import { rangeOf } from './range.ts';
import { compressed, streamOf } from './streaming.ts';

const COMPRESSIBLE = /^text\/|json|xml|javascript|svg/;

export interface NegotiatedRequest {
  /** Whether the response is specific to a caller with a key; else a shared cache may store it. */
  personal: boolean;
  /** Rate limit headers. */
  allowance?: Record<string, string>;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  range?: string | undefined;
  ifRange?: string | undefined;
  /** A further link of a 200 response. */
  link?: string | undefined;
  /** Aborted when the client disconnects before the response. */
  signal?: () => AbortSignal;
  /** By default, nobody's: nothing is held. */
  sending?: Sending;
}

/** A 304 response without rate limit headers. */
export interface NotModifiedParts {
  tag: string;
  notModifiedHeaders: Record<string, string>;
}

/** A 200 response without rate limit headers, and the 304 for the same tag. */
export interface ResponseParts extends NotModifiedParts {
  headers: Record<string, string>;
  bytes: Uint8Array;
}

type AnyRepresentation = Representation | StreamedRepresentation;

const neverAborted = (): AbortSignal => new AbortController().signal;
const NOBODY: Sending = { caller: '', response: undefined };

/** Files read whole at once; others wait. */
const LOADS = 16;
/** Longer bodies, in bytes, are compressed one by one, so that other work finds a thread. */
const LONG_BODY = 131_072;
/** While there are so many of them, others are sent as they are. */
const MOST_LONG = 5;
/** Longer bodies are sent in pieces, in bytes, so that it is known how much of them is taken. */
const PIECE = 262_144;

export class Responder {
  /** Recently served bodies, by hash and coding. */
  readonly #bodies: LoadingCache<Body>;
  readonly #answers: AnswerMemory;
  readonly #loads = pLimit(LOADS);
  readonly #compressions = pLimit(1);
  /** Being compressed, or waiting for it. */
  #longBodies = 0;

  /** @param cacheBytes memory for bodies */
  constructor(cacheBytes: number, answers = new AnswerMemory()) {
    this.#answers = answers;
    this.#bodies = new LoadingCache(cacheBytes, ({ bytes, next = '' }) => bytes.byteLength + next.length + 200);
  }

  /** The entity tag that the client has already; undefined when it needs the representation. Nothing is loaded. */
  matchingTag(representation: AnyRepresentation, request: NegotiatedRequest): string | undefined {
    const tags = encodingsFor(representation, request).map((encoding) =>
      entityTag(representation.hash, encoding, request.personal),
    );
    return matchIfNoneMatch(request.ifNoneMatch, tags);
  }

  /**
   * @param tag of {@link matchingTag}
   * @param keep is given the parts of the response
   */
  notModified(
    representation: AnyRepresentation,
    { personal, allowance }: NegotiatedRequest,
    { tag, keep }: { tag: string; keep?: ((parts: NotModifiedParts) => void) | undefined },
  ): Response {
    const headers = headersOf(representation, { personal }, tag);
    keep?.({ tag, notModifiedHeaders: headers });
    return new Response(null, { status: 304, headers: { ...headers, ...allowance } });
  }

  /** @param keep is given the parts of a response whose bytes are at hand */
  async full(
    representation: AnyRepresentation,
    request: NegotiatedRequest,
    keep?: (parts: ResponseParts) => void,
  ): Promise<Response> {
    const { sending = NOBODY, allowance } = request;
    if ('prepare' in representation) {
      const [preferred = 'identity'] = encodingsFor(representation, request);
      this.#answers.holdStream(sending, STREAM_BYTES[preferred]);
      return streamed(representation, { request, preferred });
    }
    const parts = await this.#complete(representation, request);
    this.#answers.holdBody(sending, parts.bytes);
    keep?.(parts);
    const { bytes } = parts;
    const body = bytes.byteLength > PIECE ? streamOf(() => piecesOf(bytes)) : (bytes as Uint8Array<ArrayBuffer>);
    return new Response(body, { headers: { ...parts.headers, ...allowance } });
  }

  async #complete(representation: Representation, request: NegotiatedRequest): Promise<ResponseParts> {
    const [preferred = 'identity'] = encodingsFor(representation, request);
    const body = this.#bodies.cached(representation.hash) ?? (await this.#load(representation, request));
    const isShort = preferred === 'identity' || body.bytes.byteLength < MIN_COMPRESSED_BYTES;
    const compressedBody = isShort ? undefined : await this.#compressed(representation, body, preferred);
    const { bytes } = compressedBody ?? body;
    const encoding = compressedBody ? preferred : 'identity';
    const tag = entityTag(representation.hash, encoding, request.personal);
    const notModifiedHeaders = headersOf(representation, { personal: request.personal }, tag);
    const headers = {
      ...notModifiedHeaders,
      'Content-Type': representation.type,
      'Content-Length': String(bytes.byteLength),
      ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
      ...withLink(linkHeader(body.next ?? representation.next, representation.terms), request.link),
    };
    return { tag, headers, notModifiedHeaders, bytes };
  }

  async #load(
    { hash, load, isJoint, isFile }: Representation,
    { signal = neverAborted }: NegotiatedRequest,
  ): Promise<Body> {
    if (isJoint) return this.#bodies.set(hash, await load(signal()));
    const loaded = (): Promise<Body> => load(neverAborted());
    return this.#bodies.get(hash, () => (isFile ? this.#loads(loaded) : loaded()));
  }

  /** Undefined where it would have to wait for too many others. */
  async #compressed(
    { hash, precompressed }: Representation,
    { bytes }: Body,
    compression: Compression,
  ): Promise<Body | undefined> {
    const key = `${hash}-${compression}`;
    const make = async (): Promise<Body> => {
      const stored = await precompressed?.(compression);
      return { bytes: stored ?? (await compress(bytes, compression)) };
    };
    if (bytes.byteLength <= LONG_BODY || precompressed) return this.#bodies.get(key, make);
    if (this.#longBodies >= MOST_LONG) return this.#bodies.cached(key);
    this.#longBodies += 1;
    try {
      return await this.#bodies.get(key, () => this.#compressions(make));
    } finally {
      this.#longBodies -= 1;
    }
  }
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += PIECE) yield bytes.subarray(from, from + PIECE);
}

interface StreamedRequest {
  request: NegotiatedRequest;
  preferred: Encoding;
}

/** A range is one of the uncompressed form, so that its start is known without compressing what precedes it. */
async function streamed(
  representation: StreamedRepresentation,
  { request, preferred }: StreamedRequest,
): Promise<Response> {
  const { size, headers, chunks } = await representation.prepare();
  const { ifRange, personal } = request;
  const isCurrent = ifRange === undefined || ifRange.trim() === entityTag(representation.hash, 'identity', personal);
  const range = isCurrent && size !== undefined ? rangeOf(request.range, size) : undefined;
  if (range === 'unsatisfiable')
    throw new GatewayError('range_not_satisfiable', `The requested range is outside 0 to ${size! - 1}.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  const encoding = range || (size ?? Infinity) < MIN_COMPRESSED_BYTES ? 'identity' : preferred;
  const body = (signal: AbortSignal): AsyncGenerator<Uint8Array> =>
    encoding === 'identity' ? chunks(signal, range) : compressed(chunks(signal), encoding);
  return new Response(streamOf(body), {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(representation, request, entityTag(representation.hash, encoding, personal)),
      ...withLink(headers, request.link),
      'Content-Type': representation.type,
      ...(size === undefined ? {} : { 'Accept-Ranges': 'bytes' }),
      ...lengthHeader(range ? range.to - range.from + 1 : size, encoding),
      ...(range ? { 'Content-Range': `bytes ${range.from}-${range.to}/${size}` } : {}),
    },
  });
}

/** @param length uncompressed, if known */
const lengthHeader = (length: number | undefined, encoding: Encoding): Record<string, string> => {
  if (encoding !== 'identity') return { 'Content-Encoding': encoding };
  return length === undefined ? {} : { 'Content-Length': String(length) };
};

const encodingsFor = ({ type }: AnyRepresentation, { acceptEncoding }: NegotiatedRequest): Encoding[] =>
  COMPRESSIBLE.test(type) ? acceptedEncodings(acceptEncoding) : ['identity'];

const headersOf = (
  { caching, type }: AnyRepresentation,
  { personal, allowance }: Pick<NegotiatedRequest, 'personal' | 'allowance'>,
  tag: string,
): Record<string, string> => ({
  ...BASE_HEADERS,
  ETag: tag,
  'Cache-Control': cacheControl(caching, personal),
  ...(isPage(type) ? PAGE_HEADERS : {}),
  ...allowance,
});
