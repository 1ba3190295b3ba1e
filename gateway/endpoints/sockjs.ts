/**
 * The feed for clients of SockJS (protocol 0.3.3), as EMSC's own example opens it: `/standing_order/info`, then a
 * session `/standing_order/<server>/<session>/websocket`. WebSocket is the only transport.
 */
import { randomInt } from 'node:crypto';
import { ENDPOINTS, isSockJsSession, SOCKJS_PATH } from '#core/endpoints.ts';
import { BASE_HEADERS, JSON_TYPE } from '#core/headers.ts';
import { GatewayError, methodNotAllowed } from '../http/errors.ts';
import type { AppRequest } from '../http/request.ts';
import type { WholeResponse } from '../http/response.ts';
import type { Piece } from '../live/feed.ts';
import type { Message, StreamFormat } from '../live/follow.ts';
import type { Route } from './request.ts';
import { liveAnswer } from './stream.ts';
import { formatFor, refuseHttp, websocketRoute } from './websocket.ts';

const INFO = `${SOCKJS_PATH}/info`;
/** As Hono reads them: besides handshakes. */
export const SOCKJS_PATHS = [INFO, `${SOCKJS_PATH}/:server/:session/:transport`];

/** Browsers ask for it with credentials, so that an origin is named, not `*`. No cookie is read or set. */
function info(request: AppRequest): WholeResponse {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
  const origin = request.header('origin') ?? 'null';
  const content = { websocket: true, origins: ['*:*'], cookie_needed: false, entropy: randomInt(2 ** 32) };
  return {
    status: 200,
    headers: {
      ...BASE_HEADERS,
      'Access-Control-Allow-Origin': origin === 'null' ? '*' : origin,
      'Access-Control-Allow-Credentials': 'true',
      Vary: `${BASE_HEADERS.Vary}, Origin`,
      'Content-Type': JSON_TYPE,
      'Cache-Control': 'no-store, no-cache, must-revalidate, max-age=0',
    },
    body: Buffer.from(`${JSON.stringify(content)}\n`),
  };
}

/** A request below a session that is no handshake. @throws GatewayError always */
function refuse(path: string): never {
  if (isSockJsSession(path)) refuseHttp();
  throw new GatewayError(
    'not_found',
    'Of the transports of SockJS there is websocket alone; the others are not offered.',
  );
}

/** A request that is no handshake. @throws GatewayError for all but the first one of a client */
export const sockJsAnswer = (path: string, request: AppRequest): WholeResponse =>
  path === INFO ? info(request) : refuse(path);

const OPEN = Buffer.from('o');
const HEARTBEAT = Buffer.from('h');
/** The server ends the session. The code is that of the protocol's text. */
const CLOSE = Buffer.from('c[3000,"Go away!"]');

const framed = (bytes: Uint8Array): Uint8Array => Buffer.from(`a${JSON.stringify([bytes.toString()])}`);

/** Clients of the same filter are sent the same bytes. */
const written = new WeakMap<Piece, Message[]>();

const framesOf = (format: StreamFormat): StreamFormat => ({
  ...format,
  start: () => [OPEN],
  messages: (piece) =>
    written.getOrInsertComputed(piece, () =>
      format.messages(piece).map(({ sequence, bytes }) => ({ sequence, bytes: framed(bytes) })),
    ),
  reset: (sequence) => format.reset(sequence).map(framed),
  beat: () => HEARTBEAT,
});

/** A handshake. It is counted as one of the plain WebSocket. */
const sockJsRoute: Route = {
  path: ENDPOINTS.websocket,
  async answer(request) {
    const { type, messages } = await liveAnswer(request, 'application/json', framesOf(formatFor(request)));
    return {
      type,
      async *messages(signal, receipts) {
        yield* messages(signal, receipts);
        yield CLOSE;
      },
    };
  },
};

/** Of a handshake at a path. */
export const handshakeRoute = (path: string): Route => (isSockJsSession(path) ? sockJsRoute : websocketRoute);
