/** An answer as a response: 304 where the client holds it, else its bytes in the coding that the client likes best. */
import { entityTag } from '#core/etag.ts';
import type { Answer, Body } from './answer.ts';
import { cacheControl } from './caching.ts';
import type { Caller } from './caller.ts';
import { heldTag } from './conditional.ts';
import type { Encoding } from './encoding.ts';
import { acceptedEncodings, compress, WORTH_COMPRESSING } from './encoding.ts';
import { BASE_HEADERS } from './headers.ts';
import { LoadingCache } from './loading-cache.ts';

const COMPRESSIBLE = /^text\/|json|xml|javascript|svg/;

export interface Asked {
  caller: Pick<Caller, 'kind'>;
  /** Headers that tell the caller what is left of its bounds. */
  allowance?: Record<string, string>;
  ifNoneMatch: string | undefined;
  acceptEncoding: string | undefined;
}

export class Responder {
  /** Bodies that were asked for lately, by hash and coding. */
  readonly #bodies: LoadingCache<Body>;

  /** @param cacheBytes memory for bodies */
  constructor(cacheBytes: number) {
    this.#bodies = new LoadingCache(cacheBytes, ({ bytes, next = '' }) => bytes.byteLength + next.length + 200);
  }

  /** The 304 if the client holds the answer: nothing is loaded for it, and nothing counted. */
  notModified(answer: Answer, asked: Asked): Response | undefined {
    const tags = encodingsFor(answer, asked).map((encoding) => entityTag(answer.hash, encoding));
    const held = heldTag(asked.ifNoneMatch, tags);
    return held === undefined
      ? undefined
      : new Response(null, { status: 304, headers: headersOf(answer, asked, held) });
  }

  async full(answer: Answer, asked: Asked): Promise<Response> {
    const [wanted = 'identity'] = encodingsFor(answer, asked);
    const plain = await this.#bodies.get(answer.hash, () => answer.load());
    const encoding = plain.bytes.byteLength < WORTH_COMPRESSING ? 'identity' : wanted;
    const bytes = encoding === 'identity' ? plain.bytes : await this.#compressed(answer, plain, encoding);
    return new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: {
        ...headersOf(answer, asked, entityTag(answer.hash, encoding)),
        'Content-Type': answer.type,
        'Content-Length': String(bytes.byteLength),
        ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
        ...(plain.next === undefined ? {} : { Link: `<${plain.next}>; rel="next"` }),
      },
    });
  }

  async #compressed(answer: Answer, { bytes }: Body, encoding: 'gzip' | 'br'): Promise<Uint8Array> {
    const body = await this.#bodies.get(`${answer.hash}-${encoding}`, async () => ({
      bytes: (await answer.precompressed?.(encoding)) ?? (await compress(bytes, encoding)),
    }));
    return body.bytes;
  }
}

const encodingsFor = ({ type }: Answer, { acceptEncoding }: Asked): Encoding[] =>
  COMPRESSIBLE.test(type) ? acceptedEncodings(acceptEncoding) : ['identity'];

const headersOf = ({ caching }: Answer, { caller, allowance }: Asked, tag: string): Record<string, string> => ({
  ...BASE_HEADERS,
  ETag: tag,
  'Cache-Control': cacheControl(caching, caller),
  ...allowance,
});
