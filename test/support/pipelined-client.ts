/**
 * A cheap HTTP/1.1 client for many requests: one connection, on which requests are sent without waiting for the
 * responses before them (RFC 9112, 9.3.2).
 */
import { once } from 'node:events';
import net from 'node:net';

export interface PlainRequest {
  path: string;
  method?: string;
  headers?: Record<string, string>;
}

export interface PlainResponse {
  status: number;
  /** By their names in lower case; values of one name are joined. */
  headers: Record<string, string>;
  body: Buffer;
}

/** Requests that were sent together, and their responses so far. */
interface Group {
  requests: PlainRequest[];
  responses: PlainResponse[];
  resolve(responses: PlainResponse[]): void;
  reject(error: Error): void;
}

interface Head {
  status: number;
  headers: Record<string, string>;
  /** Where the body begins. */
  end: number;
}

export class PipelinedClient {
  readonly #socket: net.Socket;
  readonly #pending: Group[] = [];
  #received: Buffer[] = [];
  /** Bytes without which the next response is not complete. */
  #missing = 0;

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#take(chunk);
      } catch (error) {
        socket.destroy(error as Error);
      }
    });
    let fault = new Error('the connection ended');
    socket.on('error', (error) => (fault = error));
    socket.on('close', () => {
      for (const { reject } of this.#pending.splice(0)) reject(fault);
    });
  }

  /** @param localAddress of the connection */
  static async connect(url: string, localAddress?: string): Promise<PipelinedClient> {
    const { hostname: host, port } = new URL(url);
    const socket = net.connect({ host, port: Number(port), ...(localAddress === undefined ? {} : { localAddress }) });
    await once(socket, 'connect');
    return new PipelinedClient(socket);
  }

  /** @throws when the connection ends before every response is complete */
  send(...requests: PlainRequest[]): Promise<PlainResponse[]> {
    this.#socket.write(requests.map(written).join(''), 'latin1');
    return new Promise((resolve, reject) => void this.#pending.push({ requests, responses: [], resolve, reject }));
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#missing -= chunk.byteLength;
    if (this.#missing > 0) return;
    const bytes = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    let from = 0;
    for (let end = this.#response(bytes, from); end !== undefined; end = this.#response(bytes, from)) from = end;
    this.#received = from < bytes.byteLength ? [bytes.subarray(from)] : [];
  }

  /** Takes the response that begins there. @returns its end, or nothing when it is not complete */
  #response(bytes: Buffer, from: number): number | undefined {
    const head = headOf(bytes, from);
    const [group] = this.#pending;
    if (!head || !group) return undefined;
    const { status, headers, end: start } = head;
    const { method } = group.requests[group.responses.length]!;
    const isEmpty = method === 'HEAD' || status === 204 || status === 304;
    const found = isEmpty ? { body: Buffer.alloc(0), end: start } : this.#body(bytes, head);
    if (!found) return undefined;
    group.responses.push({ status, headers, body: found.body });
    if (group.responses.length === group.requests.length) this.#pending.shift()!.resolve(group.responses);
    return found.end;
  }

  #body(bytes: Buffer, { headers, end: start }: Head): { body: Buffer; end: number } | undefined {
    if (headers['transfer-encoding'] === 'chunked') return dechunked(bytes, start);
    const length = Number(headers['content-length']);
    if (!Number.isInteger(length)) throw new Error('a response has neither a length nor chunks');
    const end = start + length;
    this.#missing = Math.max(0, end - bytes.byteLength);
    return this.#missing > 0 ? undefined : { body: Buffer.from(bytes.subarray(start, end)), end };
  }
}

const written = ({ path, method = 'GET', headers }: PlainRequest): string => {
  const fields = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${fields.join('')}\r\n`;
};

function headOf(bytes: Buffer, from: number): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n', from);
  if (end < 0) return undefined;
  const [first, ...lines] = bytes.toString('latin1', from, end).split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first!);
  if (!status) throw new Error(`not a response: ${first}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return { status: Number(status[1]), headers, end: end + 4 };
}

/** The body in chunks (RFC 9112, 7.1), without trailers. */
function dechunked(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const from = line + 2;
    at = from + size + 2;
    if (at > bytes.byteLength) return undefined;
    if (size === 0) return { body: Buffer.concat(parts), end: at };
    parts.push(bytes.subarray(from, from + size));
  }
}
