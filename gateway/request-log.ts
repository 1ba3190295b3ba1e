/** The access log: one line per response. */
import { type EpochMs, formatInstant } from '#core/time.ts';
import { type AddressBlock, type AddressOf, networkOf } from './http/client-address.ts';
import type { Log } from './http/log.ts';
import type { GatewayRequest } from './http/request.ts';
import type { RequestCounts } from './metrics/request-counts.ts';
import { type Parameter, Refused } from '#core/parameter.ts';
import { queryOf, readPairs } from './http/query-string.ts';
import { hidesKey, MAX_LOGGED_CHARACTERS, withoutRandomRuns } from './http/redaction.ts';
import { API_KEY, PARAMETERS } from './query/parameters.ts';

interface RequestLogOptions {
  log: Log;
  now: () => EpochMs;
  /** A monotonic clock in ms. */
  monotonicNow?: () => number;
  /** One response in so many is logged; 0: none. Those with a status of 400 or more always are. */
  every?: number;
  format?: (line: RequestLine) => string;
  /** Without it no line has a network. */
  addressOf?: AddressOf;
  /** Where every response is counted, logged or not. */
  counts?: RequestCounts | undefined;
}

/** As proxies make them; anything else could forge a line. */
const REQUEST_ID = /^[\w.:=-]{1,64}$/;

interface Entry extends Pick<RequestLine, 'status' | 'opened'> {
  /** Value of {@link RequestLog.start}. */
  start: number;
  request: Pick<GatewayRequest, 'method' | 'target' | 'incoming' | 'header'>;
  /** As `loggedTarget` shows it, where that is known. */
  target: string | undefined;
  /** Of the client, where it is known. */
  address?: AddressBlock | undefined;
}

export class RequestLog {
  readonly #log: Log;
  readonly #now: () => EpochMs;
  readonly #every: number;
  readonly #format: (line: RequestLine) => string;
  readonly #counts: RequestCounts | undefined;
  readonly #addressOf: AddressOf | undefined;
  readonly start: () => number;
  #count = 0;
  #last = { at: NaN, text: '' };

  constructor({ log, now, ...options }: RequestLogOptions) {
    const { monotonicNow = () => performance.now(), every = 1, format = formatRequestLine, counts } = options;
    this.#addressOf = options.addressOf;
    this.#log = log;
    this.#now = now;
    this.#every = every;
    this.#format = format;
    this.#counts = counts;
    this.start = monotonicNow;
  }

  write({ start, request, status, opened, target, address }: Entry): void {
    const took = this.start() - start;
    this.#counts?.add(request.target, status, took);
    if (!this.#isDue(status)) return;
    const id = request.header('x-request-id');
    this.#log(
      this.#format({
        at: this.#instant(),
        method: request.method,
        target: target ?? loggedTarget(request.target),
        status,
        took,
        opened,
        network: this.#networkOf(request, address),
        id: id !== undefined && REQUEST_ID.test(id) && !hidesKey(id) ? id : undefined,
      }),
    );
  }

  #networkOf(request: Entry['request'], known: AddressBlock | undefined): string | undefined {
    if (!this.#addressOf) return undefined;
    const peer = request.incoming?.socket.remoteAddress;
    return networkOf(known ?? this.#addressOf(peer, request.header('x-forwarded-for')));
  }

  /** Written once for all responses of a millisecond. */
  #instant(): string {
    const at = this.#now();
    if (at !== this.#last.at) this.#last = { at, text: formatInstant(at) };
    return this.#last.text;
  }

  #isDue(status: number): boolean {
    if (status >= 400 || this.#every === 1) return true;
    return this.#every > 0 && this.#count++ % this.#every === 0;
  }
}

/** The target without any key, and without characters that could forge a line. */
export function loggedTarget(target: string): string {
  const mark = target.indexOf('?');
  const path = withoutRandomRuns(mark < 0 ? target : target.slice(0, mark)).slice(0, MAX_LOGGED_CHARACTERS);
  const query = mark < 0 ? '' : `?${loggedQuery(path, queryOf(target))}`;
  return `${hidesKey(path) ? '/***' : path}${query}`
    .slice(0, MAX_LOGGED_CHARACTERS)
    .replace(/[^\x21-\x7e]/g, encodeCharacter);
}

const encodeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Parameters by name. A key is never shown, whatever its form. */
const BY_NAME = Map.groupBy(
  PARAMETERS.filter((parameter) => parameter !== API_KEY),
  ({ name }) => name,
).set(API_KEY.name, []);

/** For all unknown parameters. */
const OTHERS = '...';

/** A repeated parameter is shown with its first value that is not empty. */
function loggedQuery(path: string, query: string): string {
  // Links in emails and from other services open an account.
  if (path.startsWith('/account')) return '***';
  const logged = new Map<string, string>();
  for (const { name = '', value } of readPairs(query)) {
    const known = BY_NAME.get(name);
    if (!known) logged.set(OTHERS, OTHERS);
    else if (value !== '' && !logged.has(name)) logged.set(name, `${name}=${loggedValue(known, value)}`);
  }
  return [...logged.values()].join('&');
}

/** @param value undefined for what cannot be decoded */
function loggedValue(parameters: Parameter<unknown>[], value: string | undefined): string {
  if (value === undefined || value.length > MAX_LOGGED_CHARACTERS || hidesKey(value)) return '***';
  return parameters.some((parameter) => !(parameter.parse(value) instanceof Refused))
    ? encodeURIComponent(value)
    : '***';
}

interface RequestLine {
  /** An instant, RFC 3339. */
  at: string;
  method: string;
  /** The target as {@link loggedTarget} shows it. */
  target: string;
  status: number;
  /** Milliseconds until the answer was ready. */
  took: number;
  /** Shards and segments opened. */
  opened: number;
  /** Of the client. */
  network?: string | undefined;
  /** `X-Request-Id`, as the proxy in front gave it. */
  id?: string | undefined;
}

/** The same as a JSON object. */
export const formatRequestJson = ({ at, method, target, status, took, opened, network, id }: RequestLine): string =>
  JSON.stringify({
    time: at,
    level: status >= 500 ? 'error' : 'info',
    method,
    target,
    status,
    ms: Number(took.toFixed(3)),
    opened,
    network,
    id,
  });

/** `2026-07-01T12:00:00Z GET /api.php?limit=5 200 1.2ms net=198.51.100.0/24 id=4f1c opened=3` */
export function formatRequestLine({ at, method, target, status, took, opened, network, id }: RequestLine): string {
  const origin = `${network === undefined ? '' : ` net=${network}`}${id === undefined ? '' : ` id=${id}`}`;
  return `${at} ${method} ${target} ${status} ${took.toFixed(1)}ms${origin} opened=${opened}`;
}
