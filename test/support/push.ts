/** A service of push on this machine, and a browser's keys. Signatures and bodies are read as the RFCs say. */
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
  type webcrypto,
} from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, RequestListener } from 'node:http';
import type { BrowserNotification } from '../../gateway/alerts/push-message.ts';
import type { Subscription } from '../../gateway/alerts/push-store.ts';
import { type Cleanup, receiving } from './alerts.ts';

export interface Pushed {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** @param respond by default 201, as RFC 8030 says */
export async function pushService(t: Cleanup, respond?: RequestListener) {
  const pushed: Pushed[] = [];
  const take = ({ url, headers }: IncomingMessage, body: Buffer) => void pushed.push({ path: url!, headers, body });
  const origin = await receiving(t, take, respond ?? ((_, response) => response.writeHead(201).end()));
  return { origin, pushed };
}

export interface Browser {
  subscription: Subscription;
  read(message: Pushed): BrowserNotification;
}

/** @param origin of its service of push */
export function browser(origin: string, name = randomBytes(8).toString('hex')): Browser {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `${origin}/${name}`,
      p256dh: keys.getPublicKey('base64url'),
      auth: auth.toString('base64url'),
    },
    read: ({ body }) => JSON.parse(decrypted(body, keys, auth).toString('utf8')) as BrowserNotification,
  };
}

/** RFC 8188 and 8291. */
export function decrypted(body: Buffer, keys: ECDH, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const sender = body.subarray(21, keyEnd);
  const derived = (secret: Buffer, by: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
  const secret = derived(keys.computeSecret(sender), auth, info, 32);
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const decipher = createDecipheriv('aes-128-gcm', key, derived(secret, salt, 'Content-Encoding: nonce\0', 12));
  decipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** RFC 8292. @returns the claims, and the public key that signed them @throws Error when it did not */
export function vapidOf({ headers }: Pushed): { aud: string; exp: number; sub: string; key: string } {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [header = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as webcrypto.JsonWebKey;
  const by = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify('sha256', Buffer.from(`${header}.${claims}`), by, Buffer.from(signature, 'base64url'));
  if (!isSigned) throw new Error('the signature is wrong');
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as never as Claims), key };
}

interface Claims {
  aud: string;
  exp: number;
  sub: string;
}
