/** `/standing_order/websocket`: the changes in the messages of EMSC's feed. Its clients work by a change of host. */
import { ENDPOINTS } from '#core/endpoints.ts';
import type { ListItem } from '#core/wire.ts';
import { GatewayError } from '../http/errors.ts';
import type { Piece } from '../live/feed.ts';
import type { StreamFormat } from '../live/follow.ts';
import type { EndpointRow, Route } from './request.ts';
import { liveAnswer } from './stream.ts';

/** A request that is no handshake. */
export const websocketEndpoint: EndpointRow = {
  path: ENDPOINTS.websocket,
  description: "Changes over a WebSocket, in the messages of EMSC's feed",
  answer() {
    throw new GatewayError('upgrade_required', 'This address is for WebSocket clients: wss:// in place of https://.', {
      headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
    });
  },
};

/** A handshake. */
export const websocketRoute: Route = {
  path: ENDPOINTS.websocket,
  answer: (request) => liveAnswer(request, 'application/json', request.parameters.has('since') ? RESUMED : MESSAGES),
};

/** Clients of the same filter are sent the same bytes. */
const written = new WeakMap<Piece, Uint8Array[]>();

const MESSAGES: StreamFormat = {
  start: () => [],
  messages: (piece) => written.getOrInsertComputed(piece, messagesOf),
  reset: () => [],
  // A ping.
  beat: () => new Uint8Array(),
};

/** A client of EMSC's feed knows neither `since` nor a message without `data`. */
const RESUMED: StreamFormat = {
  ...MESSAGES,
  reset: (sequence) => [Buffer.from(JSON.stringify({ action: 'reset', sequence }))],
};

/** EMSC's feed has no message for the end of a record, and its clients read the fields of an earthquake in each. */
const messagesOf = ({ changes }: Piece): Uint8Array[] =>
  changes
    .filter(({ kind }) => kind === 'created' || kind === 'revised')
    .map(({ sequence, kind, item }) => {
      const action = kind === 'created' ? 'create' : 'update';
      return Buffer.from(JSON.stringify({ action, sequence, data: featureOf(JSON.parse(item) as ListItem) }));
    });

function featureOf(item: ListItem): object {
  const { latitude: lat, longitude: lon, depth_km: depthKm, event_id: unid } = item;
  const depth = depthKm ?? 0;
  return {
    type: 'Feature',
    // Downward is negative here, as EMSC has it.
    geometry: { type: 'Point', coordinates: [lon, lat, -depth] },
    id: unid,
    properties: {
      ...{ source_id: String(item.id), source_catalog: 'HIPOSANTR', lastupdate: item.updated_at },
      ...{ time: `${item.occurred_at.replace(' ', 'T')}Z`, flynn_region: item.location_en ?? item.location },
      ...{ lat, lon, depth, evtype: typeOf(item.event_type), auth: item.source.toUpperCase() },
      ...{ mag: item.magnitude, magtype: (item.magnitude_type ?? 'm').toLowerCase(), unid },
      ...(depthKm === null ? { depth_unknown: true } : {}),
    },
  };
}

/** EMSC's codes: known earthquake, known explosion in a mine, another known explosion, unknown. */
function typeOf(eventType = 'earthquake'): string {
  if (eventType === 'earthquake') return 'ke';
  if (/blast|mining/.test(eventType)) return 'km';
  return eventType.includes('explosion') ? 'kx' : 'uk';
}
