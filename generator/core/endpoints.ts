/** Paths of the service: the gateway answers them, hosts pass requests on to them, and pages link to them. */
export const ENDPOINTS = {
  list: '/api.php',
  detail: '/deprem_api.php',
  export: '/export.php',
  statistics: '/stats_api.php',
  stations: '/station_api.php',
  rss: '/rss',
  atom: '/atom',
  status: '/status',
  events: '/fdsnws/event/1/query',
  eventCount: '/fdsnws/event/1/count',
  fdsnStations: '/fdsnws/station/1/query',
  kandilliLive: '/deprem/kandilli/live',
  kandilliFormerLive: '/deprem/live.php',
  kandilliArchive: '/deprem/kandilli/archive',
  kandilliFormerArchive: '/deprem/index.php',
  afadLive: '/deprem/afad/live',
  afadArchive: '/deprem/afad/archive',
  // Also a page: shared-address.ts says when.
  kandilliAll: '/deprem',
  kandilliSearch: '/deprem/data/search',
  kandilliEvent: '/deprem/data/get',
  kandilliCities: '/deprem/statics/cities',
  kandilliStatus: '/deprem/status',
  afadFilter: '/apiv2/event/filter',
  afadLatest: '/apiv2/event/latest',
  // Where AFAD's own addresses lead.
  afadGatewayFilter: '/apigateway/deprem/apiv2/event/filter',
  afadGatewayLatest: '/apigateway/deprem/apiv2/event/latest',
  stream: '/events',
  websocket: '/standing_order/websocket',
  mcp: '/mcp',
  push: '/alerts/push',
  openApi: '/openapi.json',
  usage: '/usage',
} as const;

export const ENDPOINT_PATHS: readonly string[] = Object.values(ENDPOINTS);

/** Services in the shapes of which the data are also answered. */
export const COMPATIBLE_APIS = ['kandilli', 'afad'] as const;
export type CompatibleApi = (typeof COMPATIBLE_APIS)[number];

/** Below it are also the sessions of SockJS. */
export const SOCKJS_PATH = '/standing_order';

/** Names of servers and sessions are any but empty, without a dot. */
const SESSION = /^\/[^/.]+\/[^/.]+\/websocket$/;

/** Whether a handshake begins a session of SockJS. */
export const isSockJsSession = (path: string): boolean =>
  path.startsWith(SOCKJS_PATH) && SESSION.test(path.slice(SOCKJS_PATH.length));

/** Below it errors are plain text (FDSN web services). */
export const FDSN_PATH = '/fdsnws/';

/** A format at the end of the path of events (`query.geojson`), as the USGS has it. */
export const EVENT_EXTENSIONS = ['.geojson', '.json', '.csv', '.text', '.txt', '.xml', '.quakeml'] as const;

/** Queries that a client may also send as the body of a POST. */
export const BODY_QUERIES: readonly string[] = [
  ...[ENDPOINTS.events, ENDPOINTS.eventCount, ENDPOINTS.fdsnStations, ENDPOINTS.kandilliSearch],
];

/** @param path with or without a slash at its end */
export const takesBody = (path: string): boolean => BODY_QUERIES.includes(path.replace(/\/$/, ''));
