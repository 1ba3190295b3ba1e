/** Rows of QuakeML, RSS and Atom, by patterns: the answers are well-formed, which other tests show. */
import { parseGregorian, parseInstant, wholeSecond } from '#core/time.ts';
import type { Reader } from './readers.ts';
import type { Row } from './comparison.ts';

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const unescaped = (text: string): string =>
  text.replace(
    /&(?:(lt|gt|quot|apos|amp)|#x([0-9A-Fa-f]+)|#(\d+));/g,
    (_, name?: string, hex?: string, digits?: string) =>
      name === undefined
        ? String.fromCodePoint(hex === undefined ? Number(digits) : parseInt(hex, 16))
        : ENTITIES[name]!,
  );

/** The text of the first such element, which has no attribute; through `<value>` where it has one. */
function textOf(xml: string, name: string): string | undefined {
  const [, value] = new RegExp(`<${name}>(?:<value>)?([^<]*)<`).exec(xml) ?? [];
  return value === undefined ? undefined : unescaped(value);
}

const elements = (xml: string, name: string): string[] => [
  ...xml.matchAll(new RegExp(`<${name}[ >].*?</${name}>`, 'gs')).map(([text]) => text),
];

const byId = (all: string[], id: string | undefined): string | undefined =>
  id === undefined ? undefined : all.find((one) => one.includes(`publicID="${id}"`));

function originPart(origin: string): Pick<Row, 'time' | 'latitude' | 'longitude' | 'depth_km'> & { instant?: number } {
  const instant = parseGregorian(textOf(origin, 'time')!)!;
  const depth = textOf(origin, 'depth');
  return {
    time: wholeSecond(instant),
    instant,
    latitude: Number(textOf(origin, 'latitude')),
    longitude: Number(textOf(origin, 'longitude')),
    depth_km: depth === undefined ? null : Number(depth) / 1000,
  };
}

/** The preferred origin and magnitude, and the origins of all agencies. */
export const readQuakeml: Reader = (text) =>
  elements(text, 'event').flatMap((event) => {
    const [origins, magnitudes] = [elements(event, 'origin'), elements(event, 'magnitude')];
    const [, eventId] = /catalog:eventid="([^"]+)"/.exec(event)!;
    const magnitude = byId(magnitudes, textOf(event, 'preferredMagnitudeID'));
    const [description] = elements(event, 'description');
    const [type] = /<type>([^<]*)</.exec(event.replace(description!, ''))!.slice(1);
    const record: Row = {
      key: eventId!,
      ...originPart(byId(origins, textOf(event, 'preferredOriginID'))!),
      magnitude: magnitude === undefined ? null : Number(textOf(magnitude, 'mag')),
      magnitude_type: magnitude === undefined ? null : (textOf(magnitude, 'type') ?? null),
      event_type: type!,
      location_en: textOf(description!, 'text')!,
    };
    const solutions = origins.flatMap((origin) => {
      const agency = textOf(elements(origin, 'creationInfo')[0] ?? '', 'agencyID');
      const isOwn = !/<comment><text>depth |<type>centroid</.test(origin);
      return agency === undefined || !isOwn
        ? []
        : [{ key: `${eventId} ${agency.toLowerCase()}`, ...originPart(origin) }];
    });
    return [record, ...solutions];
  });

export const readRss: Reader = (text) =>
  elements(text, 'item').map((item) => {
    const [latitude, longitude] = textOf(item, 'georss:point')!.split(' ').map(Number);
    const [, magnitude, location] =
      /^(?:[^,]*, )?M (\S+) - (.*?)(?: \((?:kesinleşmedi|doğrulanmamış: tek kurum veriyor)[^)]*\))?$/s.exec(
        textOf(item, 'title')!,
      )!;
    const [, id] = /<guid[^>]*>([^<]*)</.exec(item)!;
    const instant = parseInstant(textOf(item, 'hiposantr:time')!)!;
    if (Number(textOf(item, 'hiposantr:magnitude')).toFixed(1) !== magnitude) throw new Error(`title of ${id}`);
    return {
      key: id!,
      ...{ time: wholeSecond(instant), instant, latitude: latitude!, longitude: longitude! },
      depth_km: textOf(item, 'hiposantr:depth') === undefined ? null : Number(textOf(item, 'hiposantr:depth')),
      magnitude: Number(textOf(item, 'hiposantr:magnitude')),
      magnitude_type: textOf(item, 'hiposantr:magnitudeType') ?? null,
      location: location!,
    };
  });
