/** The fixed documents of the FDSN services: version, catalogues, contributors, WADL, and a page of the parameters. */
import { create } from 'xmlbuilder2';
import { type Agency, catalogName } from '#core/agencies.ts';
import { EVENT, EVENT_PARAMETERS, EVENT_VERSION } from '#core/fdsn/event-parameters.ts';
import type { FdsnParameter } from '#core/fdsn/parameter.ts';
import { STATION_PARAMETERS, STATION_VERSION } from '#core/fdsn/station-parameters.ts';
import { escapeXml } from '#core/fdsn/xml.ts';

interface FdsnSettings {
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

interface Service {
  name: 'event' | 'station';
  version: string;
  parameters: readonly FdsnParameter<unknown>[];
  types: string[];
}

const XML = 'application/xml';
const EVENT_SERVICE: Omit<Service, 'parameters'> = {
  name: 'event',
  version: EVENT_VERSION,
  types: [XML, 'text/plain', 'application/geo+json', 'application/json', 'text/csv'],
};
const STATION_SERVICE: Service = {
  name: 'station',
  version: STATION_VERSION,
  parameters: STATION_PARAMETERS,
  types: [XML, 'text/plain'],
};

let last: { key: string; files: Readonly<Record<string, string>> } | undefined;

/** Path → content; made anew only when it differs from the last one. @param agencies those in use */
export function fdsnFiles(
  { serviceName, baseUrl }: FdsnSettings,
  agencies: readonly Agency[],
): Readonly<Record<string, string>> {
  const key = JSON.stringify([serviceName, baseUrl, agencies]);
  if (last?.key !== key) last = { key, files: renderFiles({ serviceName, baseUrl }, agencies) };
  return last.files;
}

function renderFiles(settings: FdsnSettings, agencies: readonly Agency[]): Record<string, string> {
  const catalogs = agencies.map(catalogName);
  const parameters = EVENT_PARAMETERS.map((one) =>
    one === EVENT.catalog || one === EVENT.contributor ? { ...one, options: catalogs } : one,
  );
  const files: Record<string, string> = {
    'fdsnws/event/1/catalogs': listXml('Catalogs', 'Catalog', catalogs),
    'fdsnws/event/1/contributors': listXml('Contributors', 'Contributor', catalogs),
  };
  for (const service of [{ ...EVENT_SERVICE, parameters }, STATION_SERVICE]) {
    const folder = `fdsnws/${service.name}/1`;
    files[`${folder}/version`] = service.version;
    files[`${folder}/application.wadl`] = wadl(service, settings);
    files[`${folder}/index.html`] = page(service, settings);
  }
  return files;
}

/** Nothing but the names inside: readers do not trim. */
function listXml(root: string, item: string, names: string[]): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' }).ele(root);
  for (const name of names) document.ele(item).txt(name);
  return document.end();
}

function wadl({ name, parameters, types }: Service, { baseUrl }: FdsnSettings): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' });
  const query = document
    .ele('application', {
      xmlns: 'http://wadl.dev.java.net/2009/02',
      'xmlns:xs': 'http://www.w3.org/2001/XMLSchema',
    })
    .ele('resources', { base: `${baseUrl}/fdsnws/${name}/1/` })
    .ele('resource', { path: '/query' })
    .ele('method', { id: 'query', name: 'GET' });
  const request = query.ele('request');
  for (const parameter of parameters) addParameter(request, parameter);
  const ok = query.ele('response', { status: '200' });
  for (const mediaType of types) ok.ele('representation', { mediaType });
  query
    .ele('response', { status: '204 400 401 404 413 429 500 503' })
    .ele('representation', { mediaType: 'text/plain' });
  return `${document.end({ prettyPrint: true })}\n`;
}

type Node = ReturnType<ReturnType<typeof create>['ele']>;

function addParameter(request: Node, { name, type, description, options, ...rest }: FdsnParameter<unknown>): void {
  const attributes = { name, style: 'query', type, required: 'false' };
  const param = request.ele(
    'param',
    rest.default === undefined ? attributes : { ...attributes, default: rest.default },
  );
  param.ele('doc').txt(description.replaceAll('&', '&amp;'));
  for (const value of options ?? []) param.ele('option', { value });
}

function page({ name, version, parameters }: Service, { serviceName }: FdsnSettings): string {
  const rows = parameters.map((one) => {
    const names = [one.name, ...(one.short === undefined ? [] : [one.short])].join(', ');
    const cells = [names, one.type.replace('xs:', ''), one.default ?? '', one.description].map(escapeXml);
    return `<tr><td>${cells.join('</td><td>')}</td></tr>`;
  });
  const title = escapeXml(`${serviceName}: FDSN ${name} service ${version}`);
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" ` +
      `content="width=device-width"><title>${title}</title></head>`,
    `<body><h1>${title}</h1>`,
    `<p><code>query</code>, <a href="version">version</a>, <a href="application.wadl">application.wadl</a>${
      name === 'event'
        ? ', <code>count</code>, <a href="catalogs">catalogs</a>, <a href="contributors">contributors</a>'
        : ''
    }. All times are UTC.</p>`,
    '<table><tr><th>Parameter</th><th>Type</th><th>Default</th><th>Meaning</th></tr>',
    ...rows,
    '</table></body></html>\n',
  ].join('\n');
}
