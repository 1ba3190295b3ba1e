/** A WebSocket (RFC 6455) over which only the server speaks: its frames, and those of a client. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

export const isUpgrade = ({ method, headers: { upgrade = '' } }: IncomingMessage): boolean =>
  method === 'GET' && upgrade.toLowerCase() === 'websocket';

/** `Sec-WebSocket-Accept`; undefined for a handshake of another version, or without a key of 16 bytes. */
export function acceptOf({ headers }: IncomingMessage): string | undefined {
  const key = headers['sec-websocket-key']?.trim() ?? '';
  const isValid = headers['sec-websocket-version']?.trim() === '13' && /^[A-Za-z0-9+/]{22}==$/.test(key);
  return isValid ? hash('sha1', key + GUID, 'base64') : undefined;
}

export const OPCODES = { text: 1, close: 8, ping: 9, pong: 10 } as const;
const KNOWN: ReadonlySet<number> = new Set([0, 2, ...Object.values(OPCODES)]);
const isControl = (opcode: number): boolean => opcode >= OPCODES.close;

export function frameOf(opcode: number, payload: Uint8Array): Buffer {
  const { byteLength: length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = 0x80 | opcode;
  head[1] = length < 126 ? length : length < 65_536 ? 126 : 127;
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, payload]);
}

/** Codes of a close frame. */
export const CLOSE_CODES = { goingAway: 1001, protocolError: 1002, tooBig: 1009 } as const;

export function closeFrame(code: number): Buffer {
  const payload = Buffer.alloc(2);
  payload.writeUInt16BE(code);
  return frameOf(OPCODES.close, payload);
}

/** A frame that ends the connection. */
export class FrameError extends Error {
  override name = 'FrameError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Longest payload of a client, in bytes: it has nothing to say here. */
const MOST_BYTES = 4096;

interface Frame {
  opcode: number;
  payload: Buffer;
}

/** Reads a client's frames from chunks of any length. It keeps less than one frame. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** @throws FrameError */
  *read(chunk: Buffer): Generator<Frame> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let frame = this.#next(); frame; frame = this.#next()) yield frame;
  }

  #next(): Frame | undefined {
    const bytes = this.#rest;
    if (bytes.length < 2) return undefined;
    const [opcode, short] = [bytes[0]! & 0x0f, bytes[1]! & 0x7f];
    const isWrong =
      (bytes[0]! & 0x70) !== 0 ||
      !KNOWN.has(opcode) ||
      (bytes[1]! & 0x80) === 0 ||
      (isControl(opcode) && (short > 125 || (bytes[0]! & 0x80) === 0));
    if (isWrong) throw new FrameError(CLOSE_CODES.protocolError, 'not a frame of a client');
    const head = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < head) return undefined;
    const length = head === 2 ? short : head === 4 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (length > MOST_BYTES) throw new FrameError(CLOSE_CODES.tooBig, 'a long message');
    const start = head + 4;
    if (bytes.length < start + length) return undefined;
    const payload = Buffer.from(bytes.subarray(start, start + length));
    for (let index = 0; index < length; index += 1) payload[index]! ^= bytes[head + (index % 4)]!;
    this.#rest = bytes.subarray(start + length);
    return { opcode, payload };
  }
}
