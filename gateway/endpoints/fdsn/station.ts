/** `/fdsnws/station/1/query`: networks and stations from the stored list. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { contentHash } from '#core/etag.ts';
import { networksOf, networksText, stationsText, stationXml } from '#core/fdsn/station-formats.ts';
import { STATION_PARAMETERS } from '#core/fdsn/station-parameters.ts';
import { distanceKm, insideBox } from '#core/geo.ts';
import { ANSWERS } from '#core/paths.ts';
import type { StationItem } from '#core/wire.ts';
import { jsonOf } from '../../dataset/lines.ts';
import { GatewayError } from '../../http/errors.ts';
import { bytesRepresentation, type Representation } from '../../http/representation.ts';
import { readStationQuery, type StationQuery } from '../../query/fdsn/station-query.ts';
import type { EndpointRequest, EndpointRow } from '../request.ts';
import { required } from '../stored.ts';

const XML_TYPE = 'application/xml; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

export const stationQueryEndpoint: EndpointRow = {
  path: ENDPOINTS.fdsnStations,
  description: 'FDSN station service 1.1: StationXML, text',
  answer: stationQueryAnswer,
  operation: {
    id: 'queryStations',
    parameters: STATION_PARAMETERS,
    content: { [XML_TYPE]: null, [TEXT_TYPE]: null },
    errors: [400, 404],
  },
};

async function stationQueryAnswer({ snapshot, query: text, body, baseUrl }: EndpointRequest): Promise<Representation> {
  const query = readStationQuery(text, body);
  const { stations } = jsonOf<{ stations: StationItem[] }>((await required(snapshot, ANSWERS.stations)).bytes);
  const isOffered = query.level === 'station' || query.level === 'network';
  const networks = isOffered ? networksOf(stations, stations.filter(matcher(query))) : [];
  if (networks.length === 0)
    throw new GatewayError(query.nodata === '404' ? 'not_found' : 'no_data', 'No station matches the request.');
  const withStations = query.level === 'station';
  const { host } = new URL(baseUrl);
  // A day, so that equal stations give equal bytes for that long.
  const created = snapshot.manifest.day;
  const answer =
    query.format === 'xml'
      ? stationXml(networks, { withStations, serviceName: host, created })
      : withStations
        ? stationsText(networks)
        : networksText(networks);
  return bytesRepresentation(Buffer.from(answer), {
    hash: contentHash(`station ${answer}`),
    type: query.format === 'xml' ? XML_TYPE : TEXT_TYPE,
    caching: 'data',
    validFor: 'dataset',
  });
}

function matcher({ selections, box, circle }: StationQuery): (station: StationItem) => boolean {
  const wanted = selections.map(({ networks, stations }) => [networks.map(wildcard), stations.map(wildcard)] as const);
  const matches = (codes: ((code: string) => boolean)[], code: string): boolean => codes.some((one) => one(code));
  return (station) => {
    if (!wanted.some(([networks, stations]) => matches(networks, station.network) && matches(stations, station.code)))
      return false;
    if (box && !isInside(station, box)) return false;
    if (!circle) return true;
    const km = distanceKm(circle.centre, station);
    return km <= circle.radiusKm && km >= (circle.minRadiusKm ?? 0);
  };
}

/** A box with `west > east` crosses 180°. */
const isInside = (station: StationItem, box: NonNullable<StationQuery['box']>): boolean =>
  box.west <= box.east
    ? insideBox(station, box)
    : insideBox(station, { ...box, east: 180 }) || insideBox(station, { ...box, west: -180 });

/** `*` is any characters, `?` one. */
function wildcard(pattern: string): (code: string) => boolean {
  const parts = pattern.split('*');
  const fits = (text: string, part: string): boolean =>
    text.length === part.length && [...part].every((one, index) => one === '?' || one === text[index]);
  const [head, ...rest] = parts as [string, ...string[]];
  return (code) => {
    if (rest.length === 0) return fits(code, head);
    if (!fits(code.slice(0, head.length), head)) return false;
    let at = head.length;
    for (const [index, part] of rest.entries()) {
      const isLast = index === rest.length - 1;
      if (isLast) return code.length - part.length >= at && fits(code.slice(code.length - part.length), part);
      while (at + part.length <= code.length && !fits(code.slice(at, at + part.length), part)) at += 1;
      at += part.length;
      if (at > code.length) return false;
    }
    return true;
  };
}
