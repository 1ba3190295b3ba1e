/** The epicentres of a sequence on the base map as SVG. */
import { distanceKm, type Box, type Point } from '#core/geo.ts';
import { borderPath, frameOf, landPath, type Frame, type LandFile } from './land.ts';
import { markup, type Markup } from './markup.ts';
import { framedBox, isInside, MAP_WIDTH, mapPicture, tracePath, type Rings } from './province-map.ts';
import { dotsPath } from './sequence-plot.ts';

interface Epicentre extends Point {
  magnitude: number;
}

interface Seats {
  provinces: readonly Seat[];
  districts: readonly Seat[];
}

interface SequencePicture {
  main: Epicentre;
  aftershocks: readonly Epicentre[];
  groundOf(box: Box): { land: LandFile; outlines: Rings; faults: Rings };
  seats: Seats;
  /** Id of the element that names the picture. */
  labelledBy: string;
}

/** Degrees of latitude on each side of the main shock, at least. */
const LEAST_REACH = 0.25;
/** Dots of smaller ones; of these the largest, so that a page stays light. */
const MOST_DOTS = 1000;
/** Larger ones have circles. Inclusive. */
const CIRCLED = 4;

/** Share of the dots on each side that may lie outside of the picture. */
const OUTSIDE = 0.01;

function boxAround({ latitude, longitude }: Point, points: readonly Point[]): Box {
  const wide = LEAST_REACH / Math.cos((latitude * Math.PI) / 180);
  const span = (values: number[], middle: number, reach: number): [from: number, to: number] => {
    values.sort((a, b) => a - b);
    const cut = Math.floor(values.length * OUTSIDE);
    const [low = middle, high = middle] = [values[cut], values[values.length - 1 - cut]];
    return [Math.min(low, middle - reach), Math.max(high, middle + reach)];
  };
  const longitudes = points.map((one) => one.longitude);
  const [west, east] = span(longitudes, longitude, wide);
  const latitudes = points.map((one) => one.latitude);
  const [south, north] = span(latitudes, latitude, LEAST_REACH);
  return { west, east, south, north };
}

type Seat = Point & { name: string };

/** Names that do not cover each other on a phone, px of the picture: height, and width of a letter. */
const NAMES = { most: 7, height: 44, letter: 19 };

/** Seats of provinces before those of districts, of either the nearest first. */
function namesFor(main: Point, { provinces, districts }: Seats, frame: Frame): Seat[] {
  const nearest = (seats: readonly Seat[]) =>
    seats
      .map((seat) => ({ ...seat, ...frame.place(seat) }))
      .filter((at) => isInside(at, frame))
      .sort((a, b) => distanceKm(main, a) - distanceKm(main, b));
  const kept: (Seat & { x: number; y: number })[] = [];
  for (const seat of [...nearest(provinces), ...nearest(districts)]) {
    const { x, y } = seat;
    const meets = (other: (typeof kept)[number]): boolean =>
      Math.abs(other.y - y) < NAMES.height &&
      Math.abs(other.x - x) < (NAMES.letter * (other.name.length + seat.name.length)) / 2;
    if (kept.length < NAMES.most && !kept.some(meets)) kept.push(seat);
  }
  return kept;
}

export function sequenceMap({ main, aftershocks, groundOf, seats, labelledBy }: SequencePicture): Markup {
  const shown = aftershocks.toSorted((a, b) => b.magnitude - a.magnitude);
  const circled = shown.filter(({ magnitude }) => magnitude >= CIRCLED);
  const dotted = shown.slice(circled.length, circled.length + MOST_DOTS);
  const box = framedBox(boxAround(main, [...circled, ...dotted]));
  const frame = frameOf(box, MAP_WIDTH);
  const { land, outlines, faults } = groundOf(box);
  const circle = (one: Epicentre, radius: number, kind: string): Markup => {
    const { x, y } = frame.place(one);
    return markup`<circle class="${kind}" cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" r="${radius}"/>`;
  };
  const radiusOf = ({ magnitude }: Epicentre): number => Math.round(4 * (magnitude - CIRCLED) + 6);
  const parts = markup`<path class="land" d="${landPath(land, frame)}"/>\
<path class="unit" d="${tracePath(outlines, frame, 'Z')}"/><path class="border" d="${borderPath(land, frame)}"/>\
<path class="fault" d="${tracePath(faults, frame, '')}"/><path class="dots" d="${dotsPath(dotted.map(frame.place))}"/>\
${circled.map((one) => circle(one, radiusOf(one), 'after'))}${circle(main, radiusOf(main), 'main')}`;
  return mapPicture(frame, { parts, seats: namesFor(main, seats, frame), labelledBy });
}
