/** `/mcp`: which requests reach the server, and the headers of its answers. */
import { BASE_HEADERS, CACHE_CONTROL, JSON_TYPE } from '#core/headers.ts';
import { readBody } from '../http/request.ts';
import type { Ask, McpSettings } from './server.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Pages of this service and of the caller's own machine. MCP demands that others are refused: a name may be bound to
 * this address after its page was loaded (DNS rebinding).
 */
function isAllowed(origin: string | null, baseUrl: string): boolean {
  if (origin === null) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname } = new URL(origin);
  return hostname === new URL(baseUrl).hostname || LOOPBACK.has(hostname);
}

const refusal = (status: number, code: number, message: string): Response =>
  new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } }), {
    ...{ status, headers: { 'Content-Type': JSON_TYPE } },
  });

export function mcpEndpoint(settings: McpSettings): (request: Request, ask: Ask) => Promise<Response> {
  return async (request, ask) => {
    const response = await answer(request, ask, settings);
    const own = { ...BASE_HEADERS, 'Cache-Control': CACHE_CONTROL.never };
    for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
    return response;
  };
}

/** Each request is one message, so that each message is counted. Batches ended with version 2025-06-18 of MCP. */
async function answer(request: Request, ask: Ask, settings: McpSettings): Promise<Response> {
  if (!isAllowed(request.headers.get('Origin'), settings.baseUrl))
    return refusal(403, -32_000, 'Pages of this origin may not use /mcp; they can use the endpoints themselves.');
  const body = await readBody(request);
  if (body.trimStart().startsWith('['))
    return refusal(400, -32_600, 'Batches are refused (MCP 2025-06-18): send one message in each request.');
  const { url, method, headers, signal } = request;
  const { answerMcp } = await import('./server.ts');
  return answerMcp(new Request(url, { method, headers, body, signal }), ask, settings);
}
