/** `/mcp`: which requests reach the server, and the headers of its answers. */
import { BASE_HEADERS, CACHE_CONTROL, JSON_TYPE } from '#core/headers.ts';
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

const FOREIGN = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_000, message: 'Pages of this origin may not use /mcp; they can use the endpoints themselves.' },
};

export function mcpEndpoint(settings: McpSettings): (request: Request, ask: Ask) => Promise<Response> {
  return async (request, ask) => {
    const response = isAllowed(request.headers.get('Origin'), settings.baseUrl)
      ? await (await import('./server.ts')).answerMcp(request, ask, settings)
      : new Response(JSON.stringify(FOREIGN), { status: 403, headers: { 'Content-Type': JSON_TYPE } });
    const own = { ...BASE_HEADERS, 'Cache-Control': CACHE_CONTROL.never };
    for (const [name, value] of Object.entries(own)) response.headers.set(name, value);
    return response;
  };
}
