/** Answers with an entity tag, and the 304 of who has them already. */

/** A list, `*`, and weak tags compare as RFC 9110 (13.1.2) says. */
function isKnown(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false;
  const opaque = tag.replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([one]) => one === opaque);
}

/** The answer as this request wants it: not at all where it has it, and without a body to HEAD. */
export function conditional(request: Request, response: Response): Response {
  const tag = response.headers.get('ETag');
  if (response.status === 200 && tag !== null && isKnown(request.headers.get('If-None-Match'), tag)) {
    const headers = new Headers(response.headers);
    for (const name of ['Content-Type', 'Content-Length', 'Content-Encoding']) headers.delete(name);
    return new Response(null, { status: 304, headers });
  }
  return request.method === 'HEAD' ? new Response(null, response) : response;
}

/** The tag that the gateway gives to the same bytes: the first 24 hex digits of their SHA-256. */
export async function tagOf(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, 12);
  return `"${[...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}
