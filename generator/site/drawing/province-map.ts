/** A province on the base map as SVG: its outline, its neighbours, active faults, earthquakes. */
import type { Box, Point } from '#core/geo.ts';
import { borderPath, frameOf, landPath, subpath, type Frame, type LandFile } from './land.ts';
import { markup, type Markup } from './markup.ts';
import { depthClass, radiusOf } from './palette.ts';

/** Longitude and latitude in turn. */
export type Rings = readonly Float64Array[];

/** Of at least one ring. */
export function boxOf(rings: Rings): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const ring of rings)
    for (let at = 0; at < ring.length; at += 2) {
      box.west = Math.min(box.west, ring[at]!);
      box.east = Math.max(box.east, ring[at]!);
      box.south = Math.min(box.south, ring[at + 1]!);
      box.north = Math.max(box.north, ring[at + 1]!);
    }
  return box;
}

export interface ProvinceArea {
  rings: Rings;
  box: Box;
  /** Names of the provinces around it. */
  neighbours: readonly string[];
  /** Their outlines. */
  around: Rings;
  /** The base map and traces of active faults, here and around. */
  land: LandFile;
  faults: Rings;
  /** Traces with a kilometre or more in the province, and their length there. */
  crossing: { count: number; km: number };
}

interface MappedEarthquake extends Point {
  magnitude: number | null;
  depthKm: number | null;
}

interface ProvincePicture {
  area: ProvinceArea;
  earthquakes: readonly MappedEarthquake[];
  /** Seats of provinces. */
  seats: readonly (Point & { name: string })[];
  /** Id of the element that names the picture. */
  labelledBy: string;
}

export const MAP_WIDTH = 960;
/** Height by width, at least and at most. */
const SHAPE = { flat: 0.5, tall: 0.85 };
/** Of the province's own width and height, on each side. */
const MARGIN = 0.12;

/** The box with a margin, widened to a shape that suits a page. @param shape height by width, from and to */
export function framedBox({ west, east, south, north }: Box, { flat, tall } = SHAPE): Box {
  const middle = { x: (west + east) / 2, y: (south + north) / 2 };
  const stretch = Math.cos((middle.y * Math.PI) / 180);
  let width = (east - west) * (1 + 2 * MARGIN);
  let height = (north - south) * (1 + 2 * MARGIN);
  width = Math.max(width, height / stretch / tall);
  height = Math.max(height, width * stretch * flat);
  return {
    ...{ west: middle.x - width / 2, east: middle.x + width / 2 },
    ...{ south: middle.y - height / 2, north: middle.y + height / 2 },
  };
}

/** Of rings and lines in the picture; what lies far outside is left out. @param end `Z` closes them */
export function tracePath(rings: Rings, { width, height, place }: Frame, end: '' | 'Z'): string {
  const parts = [...rings].map((ring) => {
    const points: { x: number; y: number }[] = [];
    const seen = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    for (let at = 0; at < ring.length; at += 2) {
      const { x, y } = place({ longitude: ring[at]!, latitude: ring[at + 1]! });
      seen.left = Math.min(seen.left, x);
      seen.right = Math.max(seen.right, x);
      seen.top = Math.min(seen.top, y);
      seen.bottom = Math.max(seen.bottom, y);
      const [point, last] = [{ x: Math.round(x), y: Math.round(y) }, points.at(-1)];
      if (last?.x !== point.x || last.y !== point.y) points.push(point);
    }
    const isSeen = seen.right > 0 && seen.left < width && seen.bottom > 0 && seen.top < height;
    return isSeen && points.length > 1 ? subpath(points) + end : '';
  });
  return parts.join('');
}

/** Letters beside a seat would not fit nearer to the edge, px. */
const EDGE = 90;

/** Offshore earthquakes widen the map by so many degrees at most. */
const MOST_BEYOND = 1;

function boxWith({ west, east, south, north }: Box, points: readonly Point[]): Box {
  const within = (value: number, from: number, to: number): number =>
    Math.min(to + MOST_BEYOND, Math.max(from - MOST_BEYOND, value));
  const longitudes = points.map(({ longitude }) => within(longitude, west, east));
  const latitudes = points.map(({ latitude }) => within(latitude, south, north));
  return {
    ...{ west: Math.min(west, ...longitudes), east: Math.max(east, ...longitudes) },
    ...{ south: Math.min(south, ...latitudes), north: Math.max(north, ...latitudes) },
  };
}

interface Ground {
  /** What the frame follows from, as text. */
  of: string;
  frame: Frame;
  paths: Markup;
}

/** The last one of each area: only an earthquake offshore makes it another. */
const grounds = new WeakMap<ProvinceArea, Ground>();

/** The frame, and what is drawn under the earthquakes. */
function groundOf(area: ProvinceArea, box: Box): Ground {
  const of = Object.values(box).join(' ');
  const last = grounds.get(area);
  if (last?.of === of) return last;
  const frame = frameOf(framedBox(box), MAP_WIDTH);
  const paths = markup`<path class="land" d="${landPath(area.land, frame)}"/>\
<path class="unit" d="${tracePath(area.around, frame, 'Z')}"/><path class="own" d="${tracePath(area.rings, frame, 'Z')}"/>\
<path class="border" d="${borderPath(area.land, frame)}"/><path class="fault" d="${tracePath(area.faults, frame, '')}"/>`;
  const ground = { of, frame, paths };
  grounds.set(area, ground);
  return ground;
}

export function provinceMap({ area, earthquakes, seats, labelledBy }: ProvincePicture): Markup {
  const { frame, paths } = groundOf(area, boxWith(area.box, earthquakes));
  const { place } = frame;
  const dots = earthquakes
    .toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0))
    .map(({ magnitude, depthKm, ...point }) => {
      const { x, y } = place(point);
      const radius = Math.max(4, radiusOf(magnitude) * 0.55);
      return markup`<circle class="depth-${depthClass(depthKm)}" cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius.toFixed(1)}"/>`;
    });
  return mapPicture(frame, { parts: markup`${paths}${dots}`, seats, labelledBy });
}

/** Whether a name fits there. */
export const isInside = ({ x, y }: { x: number; y: number }, { width, height }: Frame): boolean =>
  x > EDGE && x < width - EDGE && y > 30 && y < height - 20;

interface Picture extends Pick<ProvincePicture, 'seats' | 'labelledBy'> {
  /** Below the names. */
  parts: Markup;
}

/** The one frame of maps of an area, with the names of the seats in it. */
export function mapPicture(frame: Frame, { parts, seats, labelledBy }: Picture): Markup {
  const names = seats.flatMap(({ name, ...point }) => {
    const { x, y } = frame.place(point);
    return isInside({ x, y }, frame) ? [markup`<text x="${x.toFixed(0)}" y="${y.toFixed(0)}">${name}</text>`] : [];
  });
  return markup`<svg class="year-map province-map" viewBox="0 0 ${frame.width} ${frame.height}" role="img" \
aria-labelledby="${labelledBy}">${parts}${names}</svg>`;
}
