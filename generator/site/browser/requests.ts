/** Conditional requests for the files of `dist/`: the browser sends `If-None-Match`, which is never metered. */
import type { Json } from '#core/codecs.ts';
import { checkedJson, checkedPart } from '#core/manifest-checksum.ts';
import { MANIFEST } from '#core/paths.ts';
import { setClock } from './clock.ts';
import { base } from './dom.ts';
import { noteKept } from './kept.ts';

interface Reply<T> {
  body: T;
  /** Differs whenever the content does. */
  tag: string;
}

/** There is no such file. */
export class MissingError extends Error {}

/** @throws Error when there is no answer in time or it is no success, {@link MissingError} for a 404 */
async function request(path: string, cache: RequestCache): Promise<Response> {
  const asked = performance.now();
  const response = await fetch(`${base()}/${path}`, { cache, signal: AbortSignal.timeout(20_000) });
  noteKept(response);
  if (response.status === 404) throw new MissingError(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  // Other answers may come from the browser's own cache.
  if (cache === 'no-cache') setClock(response, performance.now() - asked);
  return response;
}

/** What may have changed since it was asked for last. */
export async function fresh<T>(path: string): Promise<Reply<T>> {
  const { body, tag } = await freshText(path);
  return { body: JSON.parse(body) as T, tag };
}

export async function freshText(path: string): Promise<Reply<string>> {
  const response = await request(path, 'no-cache');
  const body = await response.text();
  return { body, tag: response.headers.get('ETag') ?? response.headers.get('Last-Modified') ?? body };
}

/** `manifest.json`, verified by its checksum. @throws Error when it is unavailable or damaged */
export async function freshManifest<T = Json>(): Promise<Reply<T>> {
  const { body, tag } = await freshText(MANIFEST);
  return { body: checkedJson(body, await sha256Of(checkedPart(body))) as T, tag };
}

/** Undefined on pages of plain http from another machine, where browsers compute none. */
async function sha256Of(text: string): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is named by its content. */
export const stored = async <T>(path: string): Promise<T> => (await request(path, 'default')).json() as Promise<T>;

/** A text that is named by its content. */
export const storedText = async (path: string): Promise<string> => (await request(path, 'default')).text();

/** The same, verified as the manifest is. @throws Error when it is unavailable or damaged */
export async function verifiedText(path: string): Promise<string> {
  const text = await storedText(path);
  const sha256 = await sha256Of(text);
  if (sha256 !== undefined && !path.includes(sha256.slice(0, 24))) throw new Error(`${path} is damaged`);
  return text;
}

export const storedBytes = async (path: string): Promise<ArrayBuffer> => (await request(path, 'default')).arrayBuffer();
