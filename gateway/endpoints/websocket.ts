/** `/standing_order/websocket`: the changes in the messages of EMSC's feed. Its clients work by a change of host. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { emscFeature, type EmscEvent } from '#core/fdsn/emsc.ts';
import { parseCivil, parseInstant } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { GatewayError } from '../http/errors.ts';
import type { Piece } from '../live/feed.ts';
import type { Message, StreamFormat } from '../live/follow.ts';
import type { EndpointRequest, EndpointRow, Route } from './request.ts';
import { liveAnswer } from './stream.ts';

/** A request that is no handshake. */
export const websocketEndpoint: EndpointRow = {
  path: ENDPOINTS.websocket,
  description: "Changes over a WebSocket, in the messages of EMSC's feed",
  answer: refuseHttp,
};

/** @throws GatewayError always */
export function refuseHttp(): never {
  throw new GatewayError('upgrade_required', 'This address is for WebSocket clients: wss:// in place of https://.', {
    headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
  });
}

/** A handshake. */
export const websocketRoute: Route = {
  path: ENDPOINTS.websocket,
  answer: (request) => liveAnswer(request, 'application/json', formatFor(request)),
};

export const formatFor = ({ parameters }: Pick<EndpointRequest, 'parameters'>): StreamFormat =>
  parameters.has('since') ? RESUMED : MESSAGES;

/** Clients of the same filter are sent the same bytes. */
const written = new WeakMap<Piece, Message[]>();

const MESSAGES: StreamFormat = {
  isRemembered: true,
  start: () => [],
  messages: (piece) => written.getOrInsertComputed(piece, messagesOf),
  reset: () => [],
  // A ping.
  beat: () => new Uint8Array(),
};

/** A client of EMSC's feed knows neither `since` nor a message without `data`. */
const RESUMED: StreamFormat = {
  ...MESSAGES,
  isRemembered: false,
  reset: (sequence) => [Buffer.from(JSON.stringify({ action: 'reset', sequence }))],
};

/** EMSC's feed has no message for the end of a record, and its clients read the fields of an earthquake in each. */
const messagesOf = ({ changes }: Piece): Message[] =>
  changes
    .filter(({ kind }) => kind === 'created' || kind === 'revised')
    .map(({ sequence, kind, item }) => {
      const action = kind === 'created' ? 'create' : 'update';
      const data = emscFeature(eventOf(JSON.parse(item) as ListItem));
      return { sequence, bytes: Buffer.from(JSON.stringify({ action, sequence, data })) };
    });

const eventOf = (item: ListItem): EmscEvent => ({
  id: item.id,
  eventId: item.event_id,
  time: parseCivil(item.occurred_at)!,
  updatedAt: parseInstant(item.updated_at)!,
  latitude: item.latitude,
  longitude: item.longitude,
  depthKm: item.depth_km,
  magnitude: item.magnitude,
  magnitudeType: item.magnitude_type ?? null,
  place: item.location_en ?? item.location,
  agency: item.source,
  eventType: item.event_type ?? 'earthquake',
});
