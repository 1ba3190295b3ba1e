/** Reads requests of the FDSN services: long or short names, each once, and no others. */
import type { FilterValues } from '#core/filters/table.ts';
import { AREA, type FdsnParameter } from '#core/fdsn/parameter.ts';
import { KM_PER_DEGREE } from '#core/geo.ts';
import { GatewayError, invalid } from '../../http/errors.ts';
import { type RawParameters, readPairs } from '../../http/query-string.ts';
import { redacted } from '../../http/redaction.ts';
import { valueOf } from '../read.ts';

/**
 * Values by long name; an empty value is an absent one.
 * @param query as received
 * @throws GatewayError for names that are unknown, repeated or not text
 */
export function readFdsnParameters(query: string, known: readonly FdsnParameter<unknown>[]): RawParameters {
  const values = new Map<string, string>();
  for (const { name, value } of readPairs(query)) {
    if (name === '' && value === '') continue;
    if (name === undefined || value === undefined || value.includes('\0'))
      throw new GatewayError('invalid_parameter', 'The query string must be percent-encoded UTF-8 text without NUL.');
    const parameter = known.find((one) => one.name === name || one.short === name);
    if (!parameter) throw invalid(redacted(name), `"${redacted(name)}" is not a parameter of this service.`);
    if (values.has(parameter.name)) throw invalid(parameter.name, `${parameter.name} is given twice.`);
    values.set(parameter.name, value);
  }
  return new Map([...values].filter(([, value]) => value !== ''));
}

/**
 * A POST body, `name=value` a line or as forms send it.
 * @returns a query string, and the lines that are of another form
 */
export function splitBody(body: string): { query: string; lines: string[] } {
  const lines = body
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return {
    query: lines.filter((line) => line.includes('=')).join('&'),
    lines: lines.filter((line) => !line.includes('=')),
  };
}

/** @throws GatewayError when the lower end lies above the upper end */
export function checkOrder(parameters: RawParameters, low: FdsnParameter<number>, high: FdsnParameter<number>): void {
  const [from, to] = [valueOf(parameters, low), valueOf(parameters, high)];
  if (from !== undefined && to !== undefined && from > to)
    throw invalid(low.name, `${low.name} must not be greater than ${high.name}.`);
}

const MAX_LONGITUDE = 180;

/** @throws GatewayError */
export function readArea(parameters: RawParameters): Pick<FilterValues, 'box' | 'circle'> {
  checkOrder(parameters, AREA.south, AREA.north);
  const [south, north, west, east] = [AREA.south, AREA.north, AREA.west, AREA.east].map((one) =>
    valueOf(parameters, one),
  );
  const isWhole = [south, north, west, east].every((edge) => edge === undefined);
  const circle = readCircle(parameters);
  return {
    ...(isWhole
      ? {}
      : {
          box: {
            south: south ?? -90,
            north: north ?? 90,
            west: west ?? -MAX_LONGITUDE,
            east: east ?? MAX_LONGITUDE,
          },
        }),
    ...(circle ? { circle } : {}),
  };
}

function readCircle(parameters: RawParameters): FilterValues['circle'] {
  const [latitude, longitude] = [valueOf(parameters, AREA.latitude), valueOf(parameters, AREA.longitude)];
  const inner = radiusOf(parameters, AREA.minRadius, AREA.minRadiusKm);
  const outer = radiusOf(parameters, AREA.maxRadius, AREA.maxRadiusKm);
  if (latitude === undefined && longitude === undefined) {
    if (inner ?? outer) throw invalid((inner ?? outer)!.name, 'A radius needs latitude and longitude.');
    return undefined;
  }
  if (latitude === undefined || longitude === undefined)
    throw invalid('latitude', 'A circle needs latitude and longitude together.');
  if (inner && outer && inner.km > outer.km)
    throw invalid(inner.name, `${inner.name} must not be greater than ${outer.name}.`);
  if (!inner && !outer) return undefined;
  return {
    centre: { latitude, longitude },
    radiusKm: outer?.km ?? 180 * KM_PER_DEGREE + 1,
    ...(inner ? { minRadiusKm: inner.km } : {}),
  };
}

function radiusOf(
  parameters: RawParameters,
  degrees: FdsnParameter<number>,
  kilometres: FdsnParameter<number>,
): { name: string; km: number } | undefined {
  const [inDegrees, inKm] = [valueOf(parameters, degrees), valueOf(parameters, kilometres)];
  if (inDegrees !== undefined && inKm !== undefined)
    throw invalid(kilometres.name, `Give ${degrees.name} or ${kilometres.name}, not both.`);
  if (inKm !== undefined) return { name: kilometres.name, km: inKm };
  return inDegrees === undefined ? undefined : { name: degrees.name, km: inDegrees * KM_PER_DEGREE };
}
