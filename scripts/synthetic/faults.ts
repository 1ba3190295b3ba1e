/**
 * Zones of earthquakes. **Schematic**: rough polylines through epicentres, no fault maps.
 * The epicentres are those of M >= 4 since 1970 in AFAD's catalogue: 9,012, of which 73 % lie within 40 km of a zone.
 * `share` is the part of those epicentres nearest to the zone and within 35 km of it.
 * `width` is their root mean square distance from the line in km.
 */
import { insideBox, KM_PER_DEGREE, type Box, type Point } from '#core/geo.ts';
import type { Random } from './random.ts';

interface Zone {
  name: string;
  share: number;
  width: number;
  points: Point[];
  /** Lengths of the segments in km, and their sum. */
  lengths: number[];
  length: number;
}

/** A place on a zone. */
export interface FaultPoint extends Point {
  zone: string;
  /** Direction of the zone there as a unit vector (east, north). */
  along: { east: number; north: number };
}

/** Share, width in km, name, "latitude longitude" of the vertices. */
const TABLE = `
0.0193 17 North Anatolian, east: 39.30 41.00, 39.55 40.30, 39.76 39.50, 40.05 38.60, 40.45 37.30, 40.65 36.70
0.0170 19 North Anatolian, centre: 40.65 36.70, 40.90 35.50, 41.05 34.20, 40.95 33.20, 40.75 32.00, 40.72 31.20
0.0272 12 North Anatolian, Marmara: 40.72 31.20, 40.72 30.00, 40.75 29.20, 40.85 28.30, 40.80 27.60, 40.60 26.90
0.0265 16 North Aegean trough: 40.60 26.90, 40.30 25.90, 39.95 24.90, 39.35 23.90
0.0361 13 East Anatolian, north: 39.30 41.00, 38.85 40.30, 38.45 39.30, 38.15 38.50
0.0361 11 East Anatolian, south: 38.15 38.50, 37.85 37.80, 37.45 37.10, 37.15 36.70, 36.50 36.30, 36.15 36.10
0.0467 13 Çardak and Sürgü: 38.05 36.40, 38.05 37.20, 38.00 37.80, 38.15 38.50
0.0376 16 Van and Çaldıran: 39.20 41.60, 39.15 42.60, 39.10 43.90, 38.75 43.40, 38.55 43.60
0.0140 20 Bitlis and Zagros: 38.45 41.20, 38.00 42.50, 37.50 43.80, 36.90 45.00, 35.90 45.90
0.0432 19 Simav and Sındırgı: 39.30 27.90, 39.20 28.20, 39.10 28.80, 39.15 29.40
0.0095 20 Gediz and Alaşehir graben: 38.50 27.40, 38.55 27.90, 38.35 28.50, 38.00 29.20
0.0256 15 İzmir and Samos: 38.70 26.40, 38.25 26.70, 37.90 26.80, 37.80 27.50
0.0231 18 Karaburun and Lesvos: 39.30 25.60, 39.05 26.20, 38.85 26.40, 38.70 26.70
0.0140 14 Büyük Menderes graben and Denizli: 37.85 27.40, 37.90 28.50, 37.80 29.20, 37.55 29.70
0.0382 18 Gökova and Kos: 36.75 26.60, 36.90 27.40, 37.00 28.20
0.0500 25 Nisyros and Karpathos: 36.55 26.40, 36.40 27.10, 36.00 27.60
0.0303 20 Burdur and Fethiye: 36.60 28.90, 37.00 29.50, 37.50 30.00, 38.10 30.70, 38.50 31.30
0.0291 13 Santorini and Amorgos: 36.35 25.30, 36.65 25.70, 36.85 26.20
0.0176 24 Hellenic arc, west: 35.20 24.40, 34.60 24.60, 34.40 25.20, 34.70 26.20
0.0642 18 Hellenic arc, east: 34.70 26.20, 35.20 27.10, 35.60 27.70, 36.20 28.60
0.0241 20 Crete: 35.45 24.40, 35.20 25.30, 35.10 26.30
0.0233 19 Antalya and Cyprus arc: 36.20 30.50, 35.50 31.20, 34.70 32.20, 34.60 33.20, 34.90 34.20, 35.60 35.50
0.0024 22 Central Anatolia: 39.60 33.90, 38.70 33.60, 38.20 34.30, 38.60 35.60
0.0060 20 Ankara and Çankırı: 39.40 32.80, 39.90 33.50, 40.30 33.60
0.0069 21 Eskişehir and Bursa: 40.10 28.40, 39.90 29.50, 39.75 30.60, 39.40 31.10
0.0075 18 Bingöl, Varto and Erzurum: 39.20 41.00, 39.50 41.20, 39.90 41.40, 40.30 42.20
0.0139 21 Lesser Caucasus: 40.30 42.20, 41.00 43.50, 40.80 44.20, 40.20 45.20, 39.50 46.20
0.0145 17 Tabriz and Khoy: 38.90 44.30, 38.50 45.00, 38.15 46.20, 37.60 47.00
0.0204 15 Greater Caucasus: 42.60 43.30, 42.20 45.00, 41.60 46.80
0.0032 17 Dead Sea, north: 36.15 36.10, 35.20 36.30, 34.40 36.00
0.1800 60 elsewhere in western Anatolia: 39.60 27.20, 38.60 29.00, 37.40 30.60
0.0700 80 elsewhere in eastern Anatolia: 38.60 36.00, 38.90 39.50, 39.30 42.50
`;

/** Kilometres from one point to another, plane approximation (good to 1 % over the length of a segment). */
function offsetKm(from: Point, to: Point): { east: number; north: number } {
  const shrink = Math.cos((((from.latitude + to.latitude) / 2) * Math.PI) / 180);
  return {
    east: (to.longitude - from.longitude) * shrink * KM_PER_DEGREE,
    north: (to.latitude - from.latitude) * KM_PER_DEGREE,
  };
}

/** The point so many km east and north of another. */
export function moved(from: Point, east: number, north: number): Point {
  const latitude = from.latitude + north / KM_PER_DEGREE;
  const shrink = Math.cos((from.latitude * Math.PI) / 180);
  return { latitude, longitude: from.longitude + east / (KM_PER_DEGREE * shrink) };
}

function zoneOf(line: string): Zone {
  const [, share, width, name, text] = /^(\S+) (\S+) (.+?): (.+)$/.exec(line) as unknown as string[];
  const points = text!.split(', ').map((pair) => {
    const [latitude, longitude] = pair.split(' ').map(Number) as [number, number];
    return { latitude, longitude };
  });
  const lengths = points.slice(1).map((point, index) => {
    const { east, north } = offsetKm(points[index]!, point);
    return Math.hypot(east, north);
  });
  const length = lengths.reduce((sum, part) => sum + part, 0);
  return { name: name!, share: Number(share), width: Number(width), points, lengths, length };
}

const ZONES: readonly Zone[] = TABLE.trim().split('\n').map(zoneOf);
const SHARES = ZONES.reduce((sum, zone) => sum + zone.share, 0);

function pointOn(zone: Zone, km: number): FaultPoint {
  let rest = km;
  let segment = 0;
  while (segment < zone.lengths.length - 1 && rest > zone.lengths[segment]!) rest -= zone.lengths[segment++]!;
  const from = zone.points[segment]!;
  const { east, north } = offsetKm(from, zone.points[segment + 1]!);
  const length = zone.lengths[segment]!;
  const along = { east: east / length, north: north / length };
  return { ...moved(from, along.east * rest, along.north * rest), zone: zone.name, along };
}

/** An epicentre in one of the zones. */
export function epicentre(random: Random): FaultPoint {
  let rest = random.unit() * SHARES;
  const zone = ZONES.find((each) => (rest -= each.share) < 0) ?? ZONES[0]!;
  const line = pointOn(zone, random.unit() * zone.length);
  const off = zone.width * random.normal();
  return { ...line, ...moved(line, -line.along.north * off, line.along.east * off) };
}

/** A place on a zone by its name and the share (0 to 1) of its length. */
export function placeOn(name: string, share: number): FaultPoint {
  const zone = ZONES.find((each) => each.name === name);
  if (!zone) throw new Error(`there is no zone "${name}"`);
  return pointOn(zone, share * zone.length);
}

/** True epicentres lie here, degrees; reported ones may lie somewhat outside. */
const EXTENT: Box = { south: 34, north: 43, west: 24.4, east: 47.5 };

/** A point that `draw` gives inside the extent, or its last one drawn into it. */
export function withinExtent(draw: () => FaultPoint): FaultPoint {
  let point = draw();
  for (let i = 0; i < 20; i += 1) {
    if (insideBox(point, EXTENT)) break;
    point = draw();
  }
  const latitude = Math.min(EXTENT.north, Math.max(EXTENT.south, point.latitude));
  return { ...point, latitude, longitude: Math.min(EXTENT.east, Math.max(EXTENT.west, point.longitude)) };
}
