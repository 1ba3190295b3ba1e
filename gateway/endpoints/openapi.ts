/** `/openapi.json`: a description of the API (OpenAPI 3.1), from the parameters that read the requests. */
import { AGENCIES, type Agency, catalogName } from '#core/agencies.ts';
import { CATALOGS } from '#core/fdsn/event-parameters.ts';
import { agenciesOf } from '#core/manifest.ts';
import { ENDPOINTS, FDSN_PATH } from '#core/endpoints.ts';
import type { Parameter } from '#core/parameter.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { bytesRepresentation, type Representation } from '../http/representation.ts';
import { ADAPTER_SCHEMAS } from './compat/schemas.ts';
import { API_KEY } from '../query/parameters.ts';
import type { EndpointRequest, EndpointRow, Route } from './request.ts';
import { GEOJSON_SCHEMAS } from './fdsn/geojson-schema.ts';
import { body, COMMON, ERROR, object, reference, type Schema, text, words } from './schemas.ts';
import { RULE_PARAMETERS } from '../alerts/rule.ts';

const SUBSCRIPTION = {
  endpoint: text('Address at the service of push of the browser.'),
  auth: text('Its secret, 16 bytes in base64url.'),
};
const KEY = { p256dh: text('Its public key, 65 bytes in base64url.') };
const LANGUAGE = { language: words('NotificationLanguage', ['tr', 'en'], 'Of the notifications.') };
const RULE = Object.fromEntries(
  RULE_PARAMETERS.map(({ name, description, schema }: Parameter<unknown>) => [name, { description, ...schema }]),
);

const SERVER_KEY = body('ServerKey', { public_key: text('The `applicationServerKey` of `subscribe()`.') });
const SUBSCRIBED = body('PushSubscription', { ...LANGUAGE, rule: object(RULE, []) });
const ENDED = body('Ended', {});

const PUSH_REASONS: Record<number, string> = {
  400: 'A field cannot be read; `parameter` names it.',
  404: 'Notifications are off, or there is no such subscription.',
  429: 'Too many new subscriptions: `Retry-After` is in seconds.',
  503: 'No further subscription can be taken.',
};

const json = (schema: object) => ({ 'application/json': { schema } });

interface PushOperation {
  id: string;
  summary: string;
  content: { schema: object };
  fields?: object;
  required?: string[];
  errors: number[];
}

const operation = ({ id, summary, content, fields, required, errors }: PushOperation) => ({
  operationId: id,
  summary,
  parameters: [],
  security: [{}],
  ...(fields && { requestBody: { required: true, content: json(object(fields, required)) } }),
  responses: {
    200: { description: 'The answer.', content: json(content.schema) },
    ...Object.fromEntries(
      errors.map((status) => [status, { description: PUSH_REASONS[status], content: json(ERROR.schema) }]),
    ),
  },
});

const OWNED = Object.keys(SUBSCRIPTION);

/** `/alerts/push`, which the account app answers. */
const PUSH_OPERATIONS = {
  get: operation({
    ...{ id: 'getServerKey', summary: 'The key with which a browser subscribes to notifications', content: SERVER_KEY },
    errors: [404],
  }),
  post: operation({
    ...{ id: 'subscribe', summary: 'Subscribes a browser, or replaces its rule', content: SUBSCRIBED },
    ...{ fields: { ...SUBSCRIPTION, ...KEY, ...LANGUAGE, ...RULE }, required: [...OWNED, ...Object.keys(KEY)] },
    errors: [400, 404, 429, 503],
  }),
  patch: operation({
    ...{
      id: 'changeSubscription',
      summary: 'Changes the named fields; null removes one of the rule',
      content: SUBSCRIBED,
    },
    ...{ fields: { ...SUBSCRIPTION, ...LANGUAGE, ...RULE }, required: OWNED, errors: [400, 404] },
  }),
  delete: operation({
    ...{ id: 'unsubscribe', summary: 'Ends a subscription, and deletes all that is stored of it', content: ENDED },
    ...{ fields: SUBSCRIPTION, required: OWNED, errors: [400, 404] },
  }),
};

const REASONS: Record<number, string> = {
  400: 'A parameter cannot be read; `parameter` names it.',
  401: 'The key is malformed, unknown, revoked or expired.',
  404: 'There is no such earthquake.',
  410: 'Every agency withdrew this earthquake.',
  413: 'More events match than one answer may have.',
  429: 'A limit is reached: `Retry-After` is in seconds.',
  503: 'Try again after `Retry-After`.',
};

/** @param parameter of an FDSN service, it may have a short name */
const parameterJson = ({ name, description, schema, short }: Parameter<unknown> & { short?: string }) => ({
  name,
  in: 'query',
  description: short === undefined ? description : `${description} Short: \`${short}\`.`,
  schema,
  ...(schema['type'] === 'array' ? { style: 'form', explode: false } : {}),
});

const ERROR_TEXT = { 'text/plain': { schema: { type: 'string' } } };

type Described = EndpointRow & Required<Pick<EndpointRow, 'operation'>>;

const isDescribed = (row: EndpointRow): row is Described => row.operation !== undefined;

/** Of a body without a schema: JSON is anything. */
const plainSchema = (type: string): object =>
  type.includes('json') && !type.includes('ndjson') ? {} : { type: 'string' };

function operationJson({ path, description, uncounted, operation }: Described) {
  const { id, parameters, content, errors, error = ERROR } = operation;
  const fdsn = path.startsWith(FDSN_PATH);
  const bodies = Object.entries(content).map(([type, schema]) => [
    type,
    { schema: schema === null ? plainSchema(type) : reference(schema) },
  ]);
  const statuses = [...errors, 401, 429, 503].sort((a, b) => a - b);
  const errorJson = (status: number) => ({
    description: REASONS[status],
    content: fdsn ? ERROR_TEXT : json(reference(error)),
  });
  return {
    operationId: id,
    summary: description,
    // The key is described as a security scheme.
    parameters: parameters.filter(({ name }) => name !== API_KEY.name).map(parameterJson),
    security: uncounted ? [{}] : [{}, { bearer: [] }, { parameter: [] }],
    responses: {
      200: { description: 'The answer.', content: Object.fromEntries(bodies) },
      ...(fdsn ? { 204: { description: 'No data; `nodata=404` asks for a 404 instead.' } } : {}),
      304: { description: 'What the client holds is still right; never counted.' },
      ...Object.fromEntries(statuses.map((status) => [status, errorJson(status)])),
    },
  };
}

/** The same by POST, where there is a body. */
function postOf(row: Described): object {
  const { id, requestBody } = row.operation;
  const body = requestBody && { requestBody: { content: json(requestBody) } };
  return body ? { post: { ...operationJson(row), operationId: `${id}_by_post`, ...body } } : {};
}

const descriptionOf = (agencies: readonly Agency[]): string =>
  [
    'Earthquakes of Türkiye and its surroundings, from AFAD, Kandilli, USGS and older catalogues.',
    'All times are UTC. Unknown parameters are ignored; of a repeated one the first value ' +
      'counts; an empty one is absent.',
    `Agencies are ${agencies.join(', ')}; their terms of use are in /status.`,
  ].join('\n\n');

/** The document with the names of a dataset's agencies in the place of the usual ones. */
function withAgencies(document: object, agencies: readonly Agency[]): string {
  const lists = new Map<unknown, readonly string[]>([
    [AGENCIES, agencies],
    [CATALOGS, agencies.map(catalogName)],
  ]);
  return JSON.stringify(document, (_, value: unknown) => lists.get(value) ?? value, 1);
}

/** @param basePath path prefix of the service, without a trailing slash */
export function openApiDocument(
  serviceName: string,
  basePath: string,
  rows: readonly EndpointRow[],
  agencies: readonly Agency[] = AGENCIES,
): object {
  const described = rows.filter(isDescribed);
  const schemas = described.flatMap(({ operation: { content, error } }) =>
    [...Object.values(content), error].filter((one) => one !== null && one !== undefined),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: serviceName,
      version: '1',
      description: descriptionOf(agencies),
      license: { name: "The agencies' terms; the program is MIT", url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    paths: {
      ...Object.fromEntries(described.map((row) => [row.path, { get: operationJson(row), ...postOf(row) }])),
      [ENDPOINTS.push]: PUSH_OPERATIONS,
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        parameter: { type: 'apiKey', in: 'query', name: API_KEY.name },
      },
      schemas: Object.fromEntries(
        [...COMMON, ...GEOJSON_SCHEMAS, ...ADAPTER_SCHEMAS, ...schemas].map(({ name, schema }: Schema) => [
          name,
          schema,
        ]),
      ),
    },
  };
}

/** Where the API and its description are (RFC 9727). */
export const API_CATALOG: Route = {
  path: '/.well-known/api-catalog',
  uncounted: 'shared',
  answer({ basePath }) {
    const item = {
      anchor: `${basePath}${ENDPOINTS.list}`,
      'service-desc': [{ href: `${basePath}${ENDPOINTS.openApi}`, type: 'application/json' }],
      'service-doc': [{ href: `${basePath}/docs/`, type: 'text/html' }],
      status: [{ href: `${basePath}${ENDPOINTS.status}`, type: 'application/json' }],
    };
    const bytes = Buffer.from(`${JSON.stringify({ linkset: [item] })}\n`);
    return bytesRepresentation(bytes, { type: 'application/linkset+json', caching: 'data', validFor: 'dataset' });
  },
};

/** The same bytes for every request of a service, as long as its agencies are the same. */
export function openApiEndpoint(serviceName: string, rows: readonly EndpointRow[]): EndpointRow {
  const made = new Map<string, Representation>();
  const answer = ({ basePath }: EndpointRequest, agencies: readonly Agency[]): Representation => {
    const document = openApiDocument(serviceName, basePath, rows, agencies);
    const bytes = Buffer.from(`${withAgencies(document, agencies)}\n`);
    return bytesRepresentation(bytes, { type: JSON_TYPE, caching: 'data', validFor: 'dataset' });
  };
  return {
    path: ENDPOINTS.openApi,
    description: 'This API, described as OpenAPI 3.1',
    uncounted: 'shared',
    answer: (request) => {
      const agencies = agenciesOf(request.snapshot.manifest);
      return made.getOrInsertComputed(agencies.join(), () => answer(request, agencies));
    },
  };
}
