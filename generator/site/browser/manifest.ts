/** `manifest.json`, verified by its checksum. */
import type { Json } from '#core/json-fields.ts';
import { checkedJson, checkedPart } from '#core/manifest-json.ts';
import { MANIFEST } from '#core/paths.ts';
import type { Reply } from './requests.ts';
import { freshText } from './requests.ts';

/** @throws Error when it cannot be had or is damaged */
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
