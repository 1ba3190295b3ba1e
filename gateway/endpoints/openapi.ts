/** `/openapi.json`: a description of the API (OpenAPI 3.1), from the parameters that read the requests. */
import { AGENCIES } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import type { Parameter } from '#core/parameter.ts';
import { JSON_TYPE } from '../http/headers.ts';
import type { Representation } from '../http/representation.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRequest } from './request.ts';
import { API_KEY } from '../query/parameters.ts';
import type { Operation } from './openapi-operations.ts';
import { OPERATIONS } from './openapi-operations.ts';
import { SCHEMAS } from './openapi-schemas.ts';

const REASONS: Record<number, string> = {
  400: 'A parameter cannot be read; `parameter` names it.',
  401: 'The key is malformed, unknown, revoked or expired.',
  404: 'There is no such earthquake.',
  410: 'Every agency withdrew this earthquake.',
  413: 'More events match than one answer may have.',
  429: 'A limit is reached: `Retry-After` is in seconds.',
  503: 'Try again after `Retry-After`.',
};

const parameterJson = ({ name, description, schema }: Parameter<unknown>) => ({
  name,
  in: 'query',
  description,
  schema,
  ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
});

const ERROR_JSON = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const ERROR_TEXT = { 'text/plain': { schema: { type: 'string' } } };

const errorJson = (status: number, fdsn = false) => [
  status,
  { description: REASONS[status], content: fdsn ? ERROR_TEXT : ERROR_JSON },
];

function operationJson({ id, summary, parameters, content, errors, counted, fdsn }: Operation) {
  const bodies = Object.entries(content).map(([type, schema]) => [
    type,
    { schema: schema === null ? { type: 'string' } : { $ref: `#/components/schemas/${schema}` } },
  ]);
  const statuses = [...errors, ...(counted ? [401] : []), 429, 503].sort((a, b) => a - b);
  return {
    operationId: id,
    summary,
    parameters: parameters.map(parameterJson),
    security: counted ? [{}, { bearer: [] }, { parameter: [] }] : [{}],
    responses: {
      200: { description: 'The answer.', content: Object.fromEntries(bodies) },
      ...(fdsn ? { 204: { description: 'No data; `nodata=404` asks for a 404 instead.' } } : {}),
      304: { description: 'What the client holds is still right; never counted.' },
      ...Object.fromEntries(statuses.map((status) => errorJson(status, fdsn))),
    },
  };
}

const DESCRIPTION = [
  'Earthquakes of Türkiye and its surroundings, from AFAD, Kandilli, USGS and older catalogues.',
  'All times are UTC. Unknown parameters are ignored; of a repeated one the first value ' +
    'counts; an empty one is absent.',
  `Agencies are ${AGENCIES.join(', ')}; their terms of use are in /status.`,
].join('\n\n');

/** @param basePath path prefix of the service, without a trailing slash */
export function openApiDocument(serviceName: string, basePath: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: serviceName,
      version: '1',
      description: DESCRIPTION,
      license: { name: "The agencies' terms; the program is MIT", url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    paths: Object.fromEntries(OPERATIONS.map((one) => [one.path, { get: operationJson(one) }])),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        parameter: { type: 'apiKey', in: 'query', name: API_KEY.name },
      },
      schemas: SCHEMAS,
    },
  };
}

/** `/.well-known/api-catalog` (RFC 9727): where the API and its description are. */
export function apiCatalogAnswer({ basePath }: EndpointRequest): Representation {
  const item = {
    anchor: `${basePath}/api.php`,
    'service-desc': [{ href: `${basePath}/openapi.json`, type: 'application/json' }],
    'service-doc': [{ href: `${basePath}/docs/`, type: 'text/html' }],
    status: [{ href: `${basePath}/status`, type: 'application/json' }],
  };
  const bytes = Buffer.from(`${JSON.stringify({ linkset: [item] })}\n`);
  return bytesRepresentation(bytes, {
    hash: contentHash(bytes),
    type: 'application/linkset+json',
    caching: 'data',
    validFor: 'dataset',
  });
}

/** The same bytes for every request of a service. */
export function openApiAnswer(serviceName: string): (request: EndpointRequest) => Representation {
  let made: Representation | undefined;
  return ({ basePath }) => {
    if (made) return made;
    const bytes = Buffer.from(`${JSON.stringify(openApiDocument(serviceName, basePath), null, 1)}\n`);
    return (made = bytesRepresentation(bytes, {
      hash: contentHash(bytes),
      type: JSON_TYPE,
      caching: 'data',
      validFor: 'dataset',
    }));
  };
}
