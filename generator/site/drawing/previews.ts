/** The pictures that previews of links show: of an earthquake, of a page with a map, of a province; as SVG text. */
import type { Earthquake } from '#core/earthquake.ts';
import { hasTurkishTime, listWords, TURKISH_TIME } from '#core/date-words.ts';
import type { Box, Point } from '#core/geo.ts';
import { spokenPlace } from '#core/place-form.ts';
import { PREVIEW } from '#core/page-head.ts';
import { provinceWithCode, type Province } from '#core/provinces.ts';
import { fold, magnitudeText, numberText } from '#core/text.ts';
import { doubtOfEarthquake } from '#core/unsettled.ts';
import { borderPath, frameOf, landPath, type Frame, type LandFile } from './land.ts';
import { markup, type Markup } from './markup.ts';
import { COLOURS, depthClass, radiusOf, UNKNOWN_COLOUR } from './palette.ts';
import { framedBox, tracePath, type ProvinceArea } from './province-map.ts';

const { width, height } = PREVIEW;

const pictureOf = (...parts: unknown[]): string =>
  markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Hanken Grotesk">
<rect width="${width}" height="${height}" fill="#cfdfe4"/>
${parts}
</svg>`.toString();

const landOf = (land: LandFile, frame: Frame): Markup =>
  markup`<path d="${landPath(land, frame)}" fill="#f7f6f0" stroke="#93a9ae" stroke-width="1.5"/>`;
const bordersOf = (land: LandFile, frame: Frame): Markup =>
  markup`<path d="${borderPath(land, frame)}" fill="none" stroke="#a9a596" stroke-width="2" stroke-dasharray="8 6"/>`;

/** Below text, from the upper left corner. */
const panel = (wide: number, high: number): Markup => markup`<rect width="${wide}" height="${high}" fill="#f4f6f5"/>`;

const [INK, MUTED] = [markup`fill="#10222a"`, markup`fill="#51646c"`];
const SERVICE = markup`fill="#0b5563" stroke="#0b5563" stroke-width="1.2"`;

const textAt = ([x, y]: readonly [x: number, y: number], size: number, content: string, look: Markup): Markup =>
  markup`<text x="${x}" y="${y}" font-size="${size}" ${look}>${content}</text>`;

const colourOf = (depthKm: number | null): string => COLOURS.light.depth[depthClass(depthKm)] ?? UNKNOWN_COLOUR.light;

/** The same map elsewhere in the picture. */
const moved = (frame: Frame, dx: number, dy: number): Frame => ({
  ...PREVIEW,
  place: (point) => {
    const { x, y } = frame.place(point);
    return { x: x + dx, y: y + dy };
  },
});

/** Degrees of longitude that the map shows. */
const SPAN = 11;
const MAGNITUDE_STYLE = markup`fill="#10222a" stroke="#10222a" stroke-width="7" stroke-linejoin="round" letter-spacing="-6"`;
/** The epicentre's place in the picture, so that the text stands beside it. */
const EPICENTRE = { x: 880, y: 315 };
/** Degrees of latitude on either side, more than enough. */
const REACH = 6;
/** Letters of a line of the place's name. */
const PLACE_WIDTH = 20;
/** Pixels of the part with text. */
const PANEL = 560;
const MAP_PART = { left: PANEL + 8, right: width - 8, top: 8, bottom: height - 8 };

const aroundEpicentre = (radius: number) => {
  const { x, y } = EPICENTRE;
  return { left: x - radius - 4, right: x + radius + 4, top: y - radius - 4, bottom: y + radius + 4 };
};

/** Lines of a place's name: so many letters each. */
function lines(text: string, letters: number): string[] {
  const made: string[] = [];
  for (const word of text.split(' ')) {
    const last = made.at(-1);
    if (last !== undefined && last.length + word.length < letters) made[made.length - 1] = `${last} ${word}`;
    else made.push(word);
  }
  return made;
}

/** In three lines, or where it is long in five smaller ones: the sea and the province stand at its ends. */
function placeLines(place: string): Markup {
  const wide = lines(place, PLACE_WIDTH);
  const [size, high, shown] =
    wide.length <= 3 ? [46, 56, wide] : [36, 42, lines(place, PLACE_WIDTH * (46 / 36)).slice(0, 5)];
  return markup`${shown.map((line, row) => textAt([64, 350 + row * high], size, line, INK))}`;
}

/** With its province, where an agency's text leaves it out. */
function placeIn({ location, locationEn, provinceCode }: Earthquake, language: Look['language']): string {
  const place = language === 'tr' ? spokenPlace(location) : locationEn;
  const name = provinceWithCode(provinceCode)?.name;
  return name === undefined || fold(place).includes(fold(name)) ? place : `${place} (${name})`;
}

/** Of a page in one language. */
export interface Look {
  land: LandFile;
  serviceName: string;
  language: 'tr' | 'en';
}

export function previewPicture(earthquake: Earthquake, { land, serviceName, language }: Look): string {
  const { magnitude, magnitudeType, depthKm, latitude, longitude, time, precision } = earthquake;
  const west = longitude - (SPAN * EPICENTRE.x) / width;
  const box = { west, east: west + SPAN, north: Math.min(84, latitude + REACH), south: latitude - REACH };
  const wide = frameOf(box, width);
  const frame = moved(wide, 0, EPICENTRE.y - wide.place({ latitude, longitude }).y);
  const doubt = doubtOfEarthquake(earthquake, language);
  const radius = Math.max(14, radiusOf(magnitude) * 1.6);
  const ring = (more: number, opacity: number): Markup =>
    markup`<circle cx="${EPICENTRE.x}" cy="${EPICENTRE.y}" r="${(radius + more).toFixed(1)}" fill="none" \
stroke="#10222a" stroke-width="3" stroke-opacity="${opacity}"/>`;
  const text = (y: number, size: number, content: string, look: Markup): Markup => textAt([64, y], size, content, look);
  const depth = depthKm === null ? '' : ` · ${numberText(depthKm, language)} km`;
  const when = `${listWords(time, precision, language)}${hasTurkishTime(time, precision) ? ` ${TURKISH_TIME[language]}` : ''}`;
  return pictureOf(
    ...[landOf(land, frame), bordersOf(land, frame), panel(PANEL, height)],
    cityNames(land, frame, { taken: [aroundEpicentre(radius)], within: MAP_PART }),
    ...[ring(16, 0.55), ring(36, 0.28), ring(60, 0.14)],
    markup`<circle cx="${EPICENTRE.x}" cy="${EPICENTRE.y}" r="${radius.toFixed(1)}" fill="${colourOf(depthKm)}" \
fill-opacity="0.9" stroke="#10222a" stroke-width="2"/>`,
    text(100, 34, serviceName, SERVICE),
    text(270, 170, magnitudeText(magnitude, language), MAGNITUDE_STYLE),
    magnitudeType !== null && textAt([330, 270], 44, magnitudeType, MUTED),
    doubt !== undefined && text(304, 26, doubt, markup`fill="#8a3b12"`),
    placeLines(placeIn(earthquake, language)),
    text(572, 30, when + depth, MUTED),
  );
}

interface Epicentre extends Point {
  magnitude: number | null;
  depthKm: number | null;
}

export interface MapPreview {
  title: string;
  /** Below the title. */
  lines: readonly string[];
  epicentres: readonly Epicentre[];
}

const BOX: Box = { west: 25, east: 45.6, south: 33.2, north: 43.6 };
/** Pixels of the part with text. */
const BAND = 150;

export function mapPreview({ title, lines, epicentres }: MapPreview, land: LandFile, serviceName: string): string {
  const frame = frameOf(BOX, width);
  const top = BAND + (height - BAND - frame.height) / 2;
  const within = { left: 8, right: width - 8, top: BAND - top + 8, bottom: height - top - 8 };
  const dots = epicentres
    .toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0))
    .map((one) => {
      const { x, y } = frame.place(one);
      return markup`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(radiusOf(one.magnitude) * 0.6).toFixed(1)}" \
fill="${colourOf(one.depthKm)}" fill-opacity="0.8" stroke="#10222a" stroke-width="1"/>`;
    });
  return pictureOf(
    markup`<g transform="translate(0 ${top.toFixed(0)})">${landOf(land, frame)}${bordersOf(land, frame)}\
${cityNames(land, frame, { taken: [], within })}${dots}</g>`,
    panel(width, BAND),
    textAt([48, 72], 52, title, markup`fill="#10222a" stroke="#10222a" stroke-width="1.4"`),
    textAt([48, 122], 30, lines.join(' · '), MUTED),
    textAt([width - 48, 72], 34, serviceName, markup`text-anchor="end" ${SERVICE}`),
  );
}

/** Pixels of the part with text. */
const NAME_PANEL = 520;
/** Of letters of the name, by the width of the panel. */
const LETTERS = { most: 92, wide: 760 };

export function provincePreview({ name }: Province, area: ProvinceArea, serviceName: string): string {
  const room = width - NAME_PANEL;
  const shape = height / room;
  const map = frameOf(framedBox(area.box, { flat: shape, tall: shape }), room);
  const frame = moved(map, NAME_PANEL, (height - map.height) / 2);
  const size = Math.round(Math.min(LETTERS.most, LETTERS.wide / name.length));
  const text = (y: number, of: number, content: string, look: Markup): Markup => textAt([56, y], of, content, look);
  return pictureOf(
    landOf(area.land, frame),
    markup`<path d="${tracePath(area.around, frame, 'Z')}" fill="none" stroke="#cbc6b4" stroke-width="2"/>
<path d="${tracePath(area.rings, frame, 'Z')}" fill="#fffdf4" stroke="#10222a" stroke-width="3" stroke-linejoin="round"/>`,
    bordersOf(area.land, frame),
    markup`<path d="${tracePath(area.faults, frame, '')}" fill="none" stroke="#b3402e" stroke-width="3"/>`,
    panel(NAME_PANEL, height),
    text(100, 34, serviceName, SERVICE),
    text(330, size, name, markup`fill="#10222a" stroke="#10222a" stroke-width="3" stroke-linejoin="round"`),
    text(400, 40, 'Son depremler', MUTED),
    text(452, 40, 'Latest earthquakes', MUTED),
    text(572, 22, 'Diri faylar / active faults: GEM, CC BY-SA 4.0', MUTED),
  );
}

interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pixels. */
const SIZE = 25;
/** Of a letter, about. */
const LETTER = 0.56 * SIZE;
const GAP = 10;

const meets = (one: Room, other: Room): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @param taken what no name may cover @param within of the picture */
function cityNames(
  { cities = [] }: LandFile,
  frame: Frame,
  { taken, within }: { taken: Room[]; within: Room },
): Markup {
  const rooms = [...taken];
  const names: Markup[] = [];
  for (const [name, latitude, longitude] of cities.toSorted((a, b) => a[3] - b[3])) {
    const { x, y } = frame.place({ latitude, longitude });
    const room = { left: x - GAP, right: x + GAP + name.length * LETTER, top: y - SIZE * 0.7, bottom: y + SIZE * 0.7 };
    const isInside =
      room.left > within.left && room.right < within.right && room.top > within.top && room.bottom < within.bottom;
    if (!isInside || rooms.some((other) => meets(room, other))) continue;
    rooms.push(room);
    const at = { x: x.toFixed(0), y: y.toFixed(0) };
    names.push(markup`<circle cx="${at.x}" cy="${at.y}" r="4" fill="#51646c"/>\
<text x="${(x + GAP).toFixed(0)}" y="${(y + SIZE / 3).toFixed(0)}" font-size="${SIZE}" fill="#33464e" \
stroke="#f7f6f0" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${name}</text>`);
  }
  return markup`${names}`;
}
