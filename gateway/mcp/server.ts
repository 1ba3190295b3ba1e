/** The tools over the Model Context Protocol. Only the first request to `/mcp` loads this: the SDK takes 30 MB. */
import { createMcpHandler, fromJsonSchema, type jsonSchemaValidator, McpServer } from '@modelcontextprotocol/server';
import { AGENCIES } from '#core/agencies.ts';
import { agencyBits } from '#core/shard.ts';
import { attribution, termsOf } from '#core/terms.ts';
import { faultLine, type Log } from '../http/log.ts';
import { ArgumentError, inputSchemaOf, queryOf, type Tool, TOOLS } from './tools.ts';

export interface McpSettings {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
  log: Log;
}

/** Sends a request to an endpoint, on behalf of the same caller. */
export type Ask = (target: string) => Promise<Response>;

/** A server for one request: nothing is kept between two. */
export function answerMcp(request: Request, ask: Ask, settings: McpSettings): Promise<Response> {
  const handler = createMcpHandler(() => serverOf(ask, settings), {
    // Tools never change while a process runs, so no stream is kept open.
    maxSubscriptions: 0,
  });
  return handler.fetch(request);
}

const instructionsOf = ({ serviceName, baseUrl }: McpSettings): string =>
  [
    'Earthquakes of Türkiye and its surroundings from AFAD, Kandilli, USGS and older catalogues, as one catalogue.',
    'This is not an early warning, and not an official statement: for safety refer people to AFAD and Kandilli.',
    'All times are UTC (Türkiye is UTC+3), depths km, distances km, coordinates degrees.',
    'Magnitudes of new earthquakes are revised. magnitude_type tells the scale: do not compare scales as if they were one.',
    'Never invent an id, event_id or slug: take them from an answer.',
    'Each call counts as one request of the caller: without a key, 100 a day.',
    `Name the agencies and the service. ${attribution(serviceName, baseUrl)}. Terms of use:`,
    ...termsOf(agencyBits(AGENCIES)).map(({ holder, terms }) => `- ${holder}: ${terms}.`),
  ].join('\n');

/** Values are read by the endpoint, which says what is wrong with one. */
const ANYTHING: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
};

/** What is registered of each tool, made once: it takes most of the time of a request. */
const REGISTERED = TOOLS.map((tool) => ({
  tool,
  definition: {
    ...{ title: tool.title, description: tool.description },
    inputSchema: fromJsonSchema(inputSchemaOf(tool), ANYTHING),
    outputSchema: fromJsonSchema(tool.outputSchema, ANYTHING),
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
  },
}));

function serverOf(ask: Ask, settings: McpSettings): McpServer {
  const server = new McpServer(
    { name: settings.serviceName, version: '1', websiteUrl: settings.baseUrl },
    { instructions: instructionsOf(settings), capabilities: { tools: { listChanged: false } } },
  );
  for (const { tool, definition } of REGISTERED)
    server.registerTool(tool.name, definition, (input) => call(tool, input, { ask, ...settings }));
  return server;
}

const failed = (text: string) => ({ isError: true, content: [{ type: 'text' as const, text }] });

async function call(tool: Tool, input: unknown, { ask, baseUrl, log }: McpSettings & { ask: Ask }) {
  try {
    const query = queryOf(tool, input);
    const response = await ask(tool.target(query));
    const { status } = response;
    const body: unknown = await response.json();
    if (status !== 200 && !tool.answered?.includes(status)) return failed(refusal(response, body as ErrorBody));
    const { text, data } = tool.answer(body, { query, status, baseUrl });
    return { content: [{ type: 'text' as const, text }], structuredContent: data };
  } catch (error) {
    if (error instanceof ArgumentError) return failed(error.message);
    log(faultLine(error));
    return failed('Something went wrong on our side; please try again later.');
  }
}

interface ErrorBody {
  message: string;
  parameter?: string;
}

const REASONS = new Map([
  [400, 'An argument is wrong'],
  [401, 'The key is refused'],
  [429, 'The allowance is used up'],
]);

function refusal({ status, headers }: Response, { message, parameter }: ErrorBody): string {
  const reason = REASONS.get(status) ?? 'The service cannot answer now';
  const wait = headers.get('Retry-After');
  const name = parameter === undefined ? '' : ` (${parameter})`;
  return `${reason}${name}: ${message}${wait === null ? '' : ` Try again in ${wait} seconds, not before.`}`;
}
