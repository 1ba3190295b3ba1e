/** A representation as a response: 304 where the client has it, else its bytes in the best accepted coding. */
import pLimit from 'p-limit';
import { entityTag } from '#core/etag.ts';
import { type Compression, MIN_COMPRESSED_BYTES } from '#core/paths.ts';
import { type AnswerMemory, STREAM_BYTES } from './answer-memory.ts';
import type { AppRequest } from './request.ts';
import { type StreamedResponse, type WholeResponse, compressed, rangeOf } from './response.ts';
import {
  type AnyRepresentation,
  type Body,
  type LiveRepresentation,
  type LoadedRepresentation,
  type Representation,
  type StreamedRepresentation,
  linkHeader,
  withLink,
} from './representation.ts';
import { acceptedEncodings, compress, type Encoding } from './negotiation.ts';
import { GatewayError } from './errors.ts';
import { BASE_HEADERS, CACHE_CONTROL, isPage, pageHeaders } from '#core/headers.ts';
import { LoadingCache } from './loading-cache.ts';

const COMPRESSIBLE = /^text\/|json|xml|javascript|svg/;

/** Who is answered, and how. */
interface ResponseRequest {
  request: AppRequest;
  caller: string;
  /** Whether the response is specific to a caller with a key; else a shared cache may store it. */
  personal: boolean;
  /** A further link of a 200 response. */
  link: string | undefined;
}

/** A representation for one request. Nothing is loaded yet. */
interface Prepared {
  /** The 304, where the client has it. */
  notModified: WholeResponse | undefined;
  full(): Promise<WholeResponse | StreamedResponse>;
}

type FiniteRepresentation = Representation | StreamedRepresentation;

const neverAborted = (): AbortSignal => new AbortController().signal;

/** Memory for recently served bodies. */
const CACHE_BYTES = 32e6;
/** Files read whole at once; others wait. */
const LOADS = 16;
/** Longer bodies, in bytes, are compressed one by one, so that other work finds a thread. */
const LONG_BODY = 131_072;
/** While there are so many of them, others are sent as they are. */
const MOST_LONG = 5;

export class Responder {
  /** Recently served bodies, by hash and coding. */
  readonly #bodies: LoadingCache<Body>;
  readonly #answers: AnswerMemory;
  readonly #loads = pLimit(LOADS);
  readonly #compressions = pLimit(1);
  /** Being compressed, or waiting for it. */
  #longBodies = 0;

  constructor(answers: AnswerMemory) {
    this.#answers = answers;
    this.#bodies = new LoadingCache(CACHE_BYTES, ({ bytes, next = '' }) => bytes.byteLength + next.length + 200);
  }

  prepare(representation: AnyRepresentation, answered: ResponseRequest): Prepared {
    const { request, personal } = answered;
    if ('messages' in representation)
      return { notModified: undefined, full: async () => liveResponse(representation, answered) };
    const encodings = encodingsFor(representation, request);
    const tags = encodings.map((encoding) => entityTag(representation.hash, encoding, personal));
    const tag = mayHold(request) ? matchIfNoneMatch(request.header('if-none-match'), tags) : undefined;
    return {
      notModified: tag === undefined ? undefined : notModified(representation, answered, tag),
      full: () => this.#full(representation, answered, encodings[0]!),
    };
  }

  async #full(
    representation: FiniteRepresentation,
    answered: ResponseRequest,
    preferred: Encoding,
  ): Promise<WholeResponse | StreamedResponse> {
    const { caller, request } = answered;
    if ('prepare' in representation) {
      this.#answers.holdStream({ caller, response: request.outgoing }, STREAM_BYTES[preferred]);
      return streamed(representation, answered, preferred);
    }
    const response = await this.#whole(representation, answered, preferred);
    if (hasAnyTag(request)) return notModified(representation, answered, response.headers['ETag']!);
    this.#answers.admitBody(caller, response.body);
    return response;
  }

  async #whole(
    representation: Representation,
    { request, personal, link }: ResponseRequest,
    preferred: Encoding,
  ): Promise<Required<WholeResponse>> {
    const { hash, type, next, terms } = representation;
    const body = 'bytes' in representation ? representation : await this.#load(representation, request);
    const isShort = preferred === 'identity' || body.bytes.byteLength < MIN_COMPRESSED_BYTES;
    const compressedBody = isShort ? undefined : await this.#compressed(representation, body, preferred);
    const { bytes } = compressedBody ?? body;
    const encoding = compressedBody ? preferred : 'identity';
    const headers = headersOf(representation, { request, personal }, entityTag(hash, encoding, personal));
    headers['Content-Type'] = type;
    headers['Content-Length'] = String(bytes.byteLength);
    if (encoding !== 'identity') headers['Content-Encoding'] = encoding;
    Object.assign(headers, linkHeader(body.next ?? next, terms));
    return { status: 200, headers: withLink(headers, link), body: bytes };
  }

  async #load({ hash, load, isJoint, isFile }: LoadedRepresentation, request: AppRequest): Promise<Body> {
    const cached = this.#bodies.cached(hash);
    if (cached) return cached;
    if (isJoint) return this.#bodies.set(hash, await load(request.signal()));
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

export const isRange = (request: AppRequest): boolean =>
  request.method === 'GET' && request.header('range') !== undefined;

/** A range is one of the uncompressed form, so that its start is known without compressing what precedes it. */
async function streamed(
  representation: StreamedRepresentation,
  { request, personal, link }: ResponseRequest,
  preferred: Encoding,
): Promise<WholeResponse | StreamedResponse> {
  const isAny = hasAnyTag(request);
  // The tag needs no length, and its 304 is not counted: nothing is measured for it.
  const isSized = !isAny && (isRange(request) || request.method === 'HEAD');
  const { size, headers, chunks } = await representation.prepare(isSized);
  const ifRange = request.header('if-range');
  const isCurrent = ifRange === undefined || ifRange.trim() === entityTag(representation.hash, 'identity', personal);
  const hasRange = isRange(request) && isCurrent && (isAny || size !== undefined);
  const range = hasRange ? rangeOf(request.header('range'), size ?? Infinity) : undefined;
  const isWhole = range === undefined && (size ?? Infinity) >= MIN_COMPRESSED_BYTES;
  const encoding = isWhole ? preferred : 'identity';
  const tag = entityTag(representation.hash, encoding, personal);
  if (isAny) return notModified(representation, { request, personal }, tag);
  if (range === 'unsatisfiable')
    throw new GatewayError('range_not_satisfiable', `The requested range is outside 0 to ${size! - 1}.`, {
      headers: { 'Content-Range': `bytes */${size}` },
    });
  return {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(representation, { request, personal }, tag),
      ...withLink(headers, link),
      'Content-Type': representation.type,
      ...(size === undefined ? {} : { 'Accept-Ranges': 'bytes' }),
      ...lengthHeader(range ? range.to - range.from + 1 : size, encoding),
      ...(range ? { 'Content-Range': `bytes ${range.from}-${range.to}/${size}` } : {}),
    },
    body: (signal) => (encoding === 'identity' ? chunks(signal, range) : compressed(chunks(signal), encoding)),
  };
}

/** The headers keep caches, compressors and nginx's buffer out of the way. */
const liveResponse = ({ type, messages }: LiveRepresentation, { link }: ResponseRequest): StreamedResponse => ({
  status: 200,
  headers: {
    ...withLink(BASE_HEADERS, link),
    'Content-Type': type,
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  },
  body: messages,
});

/** @param length uncompressed, if known */
const lengthHeader = (length: number | undefined, encoding: Encoding): Record<string, string> => {
  if (encoding !== 'identity') return { 'Content-Encoding': encoding };
  return length === undefined ? {} : { 'Content-Length': String(length) };
};

const encodingsFor = ({ type }: FiniteRepresentation, request: AppRequest): Encoding[] =>
  COMPRESSIBLE.test(type) ? acceptedEncodings(request.header('accept-encoding')) : ['identity'];

const headersOf = (
  { caching, type }: FiniteRepresentation,
  { request, personal }: Pick<ResponseRequest, 'request' | 'personal'>,
  tag: string,
): Record<string, string> => ({
  ...BASE_HEADERS,
  ETag: tag,
  'Cache-Control': personal ? 'private, max-age=60' : CACHE_CONTROL[caching],
  ...(isPage(type) ? pageHeaders(request.target.split('?', 1)[0]!) : {}),
});

const notModified = (
  representation: FiniteRepresentation,
  answered: Pick<ResponseRequest, 'request' | 'personal'>,
  tag: string,
): WholeResponse => ({ status: 304, headers: headersOf(representation, answered, tag) });

const mayHold = ({ method }: AppRequest): boolean => method === 'GET' || method === 'HEAD';

/**
 * `*` matches every representation that exists (RFC 9110, 13.1.2). Which form would be sent, and whether a streamed one
 * exists, is known once it is there.
 */
const hasAnyTag = (request: AppRequest): boolean => mayHold(request) && request.header('if-none-match')?.trim() === '*';

/** An entity tag's opaque part may hold commas, so a list is not split at them. */
const ENTITY_TAG = /(?:W\/)?("[^"]*")/g;

/**
 * `If-None-Match` (RFC 9110, 13.1.2): lists, and weak comparison; `*` is no tag of these.
 * @returns the one of `tags` that the client has already; undefined when there is none.
 * @param tags strong tags of the representations that the client accepts, the preferred one first
 */
export function matchIfNoneMatch(ifNoneMatch: string | undefined, tags: string[]): string | undefined {
  if (ifNoneMatch === undefined) return undefined;
  for (const [, opaque] of ifNoneMatch.matchAll(ENTITY_TAG)) {
    const match = tags.find((tag) => tag === opaque);
    if (match !== undefined) return match;
  }
  return undefined;
}
