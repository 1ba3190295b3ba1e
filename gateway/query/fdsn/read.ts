/** Reads requests of the FDSN services: long or short names, each once, and no others. */
import { readBox } from '#core/filters/area.ts';
import type { ReadParameter } from '#core/filters/filter.ts';
import type { FilterValues } from '#core/filters/table.ts';
import { AREA, type FdsnParameter } from '#core/fdsn/parameter.ts';
import { KM_PER_DEGREE } from '#core/geo.ts';
import { ownValue } from '#core/own-value.ts';
import { GatewayError, invalid } from '../../http/errors.ts';
import { type RawParameters, readPairs } from '../../http/query-string.ts';
import { redacted } from '../../http/redaction.ts';
import { present, reading } from '../parameters.ts';

/**
 * Values by long name; an empty value is an absent one.
 * @param query as received @param ignored names outside of the service, with values that are left out
 * @throws GatewayError for names that are unknown, repeated or not text
 */
export function readFdsnParameters(
  query: string,
  known: readonly FdsnParameter<unknown>[],
  ignored: Readonly<Record<string, readonly string[]>> = {},
): RawParameters {
  const values = new Map<string, string>();
  for (const { name, value } of readPairs(query)) {
    if (name === '' && value === '') continue;
    if (name === undefined || value === undefined || value.includes('\0'))
      throw new GatewayError('invalid_parameter', 'The query string must be percent-encoded UTF-8 text without NUL.');
    const parameter = known.find((one) => one.name === name || one.short === name);
    const harmless = parameter ? undefined : ownValue(ignored, name);
    if (harmless && (value === '' || harmless.includes(value.toLowerCase()))) continue;
    if (harmless) throw invalid(name, `${name} may only be ${harmless.join(' or ')} here.`);
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

/** @throws GatewayError */
export const readArea = (parameters: RawParameters): Pick<FilterValues, 'box' | 'circle'> =>
  reading(parameters, (value) =>
    present({
      box: readBox(value, [AREA.south, AREA.north, AREA.west, AREA.east]),
      circle: readCircle(value),
    }),
  );

function readCircle(value: ReadParameter): FilterValues['circle'] {
  const [latitude, longitude] = [value(AREA.latitude), value(AREA.longitude)];
  const inner = radiusOf(value, AREA.minRadius, AREA.minRadiusKm);
  const outer = radiusOf(value, AREA.maxRadius, AREA.maxRadiusKm);
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
  value: ReadParameter,
  degrees: FdsnParameter<number>,
  kilometres: FdsnParameter<number>,
): { name: string; km: number } | undefined {
  const [inDegrees, inKm] = [value(degrees), value(kilometres)];
  if (inDegrees !== undefined && inKm !== undefined)
    throw invalid(kilometres.name, `Give ${degrees.name} or ${kilometres.name}, not both.`);
  if (inKm !== undefined) return { name: kilometres.name, km: inKm };
  return inDegrees === undefined ? undefined : { name: degrees.name, km: inDegrees * KM_PER_DEGREE };
}
