/** An answer as a response: 304 where the client holds it, else its bytes in the coding that the client likes best. */
import { entityTag } from '#core/etag.ts';
import type { Representation, Body, StreamedRepresentation } from './representation.ts';
import { cacheControl } from './caching.ts';
import { matchIfNoneMatch } from './conditional.ts';
import type { Encoding } from './negotiation.ts';
import { acceptedEncodings, compress, WORTH_COMPRESSING } from './negotiation.ts';
import { GatewayError } from './errors.ts';
import { BASE_HEADERS } from './headers.ts';
import { linkHeader } from './link-header.ts';
import { LoadingCache } from './loading-cache.ts';
import { rangeOf } from './range.ts';
import { compressed, part, streamOf } from './streaming.ts';

const COMPRESSIBLE = /^text\/|json|xml|javascript|svg/;

export interface NegotiatedRequest {
  /** Whether the answer is its caller's own, who sent a key; else it may be shared. */
  personal: boolean;
  /** Headers that tell the caller what is left of its bounds. */
  allowance?: Record<string, string>;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
  range?: string | undefined;
  ifRange?: string | undefined;
  /** Aborted when the client goes before it is answered. */
  signal?: () => AbortSignal;
}

const STAYING = (): AbortSignal => new AbortController().signal;

export class Responder {
  /** Bodies that were asked for lately, by hash and coding. */
  readonly #bodies: LoadingCache<Body>;

  /** @param cacheBytes memory for bodies */
  constructor(cacheBytes: number) {
    this.#bodies = new LoadingCache(cacheBytes, ({ bytes, next = '' }) => bytes.byteLength + next.length + 200);
  }

  /** The 304 if the client holds the answer: nothing is loaded for it, and nothing counted. */
  notModified(answer: Representation | StreamedRepresentation, asked: NegotiatedRequest): Response | undefined {
    const tags = encodingsFor(answer, asked).map((encoding) => entityTag(answer.hash, encoding, asked.personal));
    const held = matchIfNoneMatch(asked.ifNoneMatch, tags);
    return held === undefined
      ? undefined
      : new Response(null, { status: 304, headers: headersOf(answer, asked, held) });
  }

  async full(answer: Representation | StreamedRepresentation, asked: NegotiatedRequest): Promise<Response> {
    return 'prepare' in answer ? streamed(answer, asked) : this.#whole(answer, asked);
  }

  async #whole(answer: Representation, asked: NegotiatedRequest): Promise<Response> {
    const [wanted = 'identity'] = encodingsFor(answer, asked);
    const plain = this.#bodies.known(answer.hash) ?? (await this.#made(answer, asked));
    const encoding = plain.bytes.byteLength < WORTH_COMPRESSING ? 'identity' : wanted;
    const bytes = encoding === 'identity' ? plain.bytes : await this.#compressed(answer, plain, encoding);
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: {
        ...headersOf(answer, asked, entityTag(answer.hash, encoding, asked.personal)),
        'Content-Type': answer.type,
        'Content-Length': String(bytes.byteLength),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
        ...linkHeader(plain.next ?? answer.next, answer.terms),
      },
    });
  }

  async #made({ hash, load, isJoint = false }: Representation, { signal = STAYING }: NegotiatedRequest): Promise<Body> {
    return isJoint ? this.#bodies.keep(hash, await load(signal())) : this.#bodies.get(hash, () => load(STAYING()));
  }

  async #compressed(answer: Representation, { bytes }: Body, encoding: 'gzip' | 'br'): Promise<Uint8Array> {
    const body = await this.#bodies.get(`${answer.hash}-${encoding}`, async () => ({
      bytes: (await answer.precompressed?.(encoding)) ?? (await compress(bytes, encoding)),
    }));
    return body.bytes;
  }
}

/** A part, where one is asked for, is a part of the uncoded form, so that it can be found without making all of another. */
async function streamed(answer: StreamedRepresentation, asked: NegotiatedRequest): Promise<Response> {
  const [wanted = 'identity'] = encodingsFor(answer, asked);
  const { size, headers, chunks } = await answer.prepare();
  const current =
    asked.ifRange === undefined || asked.ifRange.trim() === entityTag(answer.hash, 'identity', asked.personal);
  const range = current ? rangeOf(asked.range, size) : undefined;
  if (range === 'unsatisfiable')
    throw new GatewayError(
      'range_not_satisfiable',
      `There are ${size} bytes; the range asked for holds none of them.`,
      {
        headers: { 'Content-Range': `bytes */${size}` },
      },
    );
  const encoding = range || size < WORTH_COMPRESSING ? 'identity' : wanted;
  const { from, to } = range ?? { from: 0, to: size - 1 };
  const body = (signal: AbortSignal): AsyncGenerator<Uint8Array> => {
    if (encoding !== 'identity') return compressed(chunks(signal), encoding);
    return range ? part(chunks(signal), range) : chunks(signal);
  };
  return new Response(streamOf(body), {
    status: range ? 206 : 200,
    headers: {
      ...headersOf(answer, asked, entityTag(answer.hash, encoding, asked.personal)),
      ...headers,
      'Content-Type': answer.type,
      'Accept-Ranges': 'bytes',
      ...(encoding === 'identity' ? { 'Content-Length': String(to - from + 1) } : { 'Content-Encoding': encoding }),
      ...(range ? { 'Content-Range': `bytes ${from}-${to}/${size}` } : {}),
    },
  });
}

const encodingsFor = (
  { type }: Representation | StreamedRepresentation,
  { acceptEncoding }: NegotiatedRequest,
): Encoding[] => (COMPRESSIBLE.test(type) ? acceptedEncodings(acceptEncoding) : ['identity']);

const headersOf = (
  { caching }: Representation | StreamedRepresentation,
  { personal, allowance }: NegotiatedRequest,
  tag: string,
): Record<string, string> => ({
  ...BASE_HEADERS,
  ETag: tag,
  'Cache-Control': cacheControl(caching, personal),
  ...allowance,
});
