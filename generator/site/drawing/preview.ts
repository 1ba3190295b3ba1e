/** The picture that previews of a link to an earthquake show: magnitude, place and map, as SVG text. */
import type { Earthquake } from '#core/earthquake.ts';
import { hasTurkishTime, listWords } from '#core/date-words.ts';
import { doubtOfEarthquake } from '#core/unsettled.ts';
import { cityNames } from './city-names.ts';
import { borderPath, frameOf, landPath, type LandFile } from './land.ts';
import { markup, type Markup } from './markup.ts';
import { COLOURS, depthClass, radiusOf, UNKNOWN_COLOUR } from './palette.ts';

/** Pixels. */
export const PREVIEW = { width: 1200, height: 630 };

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

/** Pixels. */
const MAP_PART = { left: PANEL + 8, right: PREVIEW.width - 8, top: 8, bottom: PREVIEW.height - 8 };

const aroundEpicentre = (radius: number) => {
  const { x, y } = EPICENTRE;
  return { left: x - radius - 4, right: x + radius + 4, top: y - radius - 4, bottom: y + radius + 4 };
};

/** Lines of a place's name, at most three. */
function lines(text: string): string[] {
  const made: string[] = [];
  for (const word of text.split(' ')) {
    const last = made.at(-1);
    if (last !== undefined && last.length + word.length < PLACE_WIDTH) made[made.length - 1] = `${last} ${word}`;
    else made.push(word);
  }
  return made.slice(0, 3);
}

export function previewPicture(earthquake: Earthquake, land: LandFile, serviceName: string): string {
  const { magnitude, magnitudeType, depthKm, latitude, longitude, time, precision, location } = earthquake;
  const { width, height } = PREVIEW;
  const west = longitude - (SPAN * EPICENTRE.x) / width;
  const box = { west, east: west + SPAN, north: Math.min(84, latitude + REACH), south: latitude - REACH };
  const wide = frameOf(box, width);
  const shift = EPICENTRE.y - wide.place({ latitude, longitude }).y;
  const frame = {
    ...{ width, height },
    place: (point: { latitude: number; longitude: number }) => {
      const { x, y } = wide.place(point);
      return { x, y: y + shift };
    },
  };
  const doubt = doubtOfEarthquake(earthquake, 'tr');
  const index = depthClass(depthKm);
  const colour = COLOURS.light.depth[index] ?? UNKNOWN_COLOUR.light;
  const radius = Math.max(14, radiusOf(magnitude) * 1.6);
  const ring = (more: number, opacity: number): Markup =>
    markup`<circle cx="${EPICENTRE.x}" cy="${EPICENTRE.y}" r="${(radius + more).toFixed(1)}" fill="none" \
stroke="#10222a" stroke-width="3" stroke-opacity="${opacity}"/>`;
  const text = (y: number, size: number, content: string, more = markup`fill="#10222a"`): Markup =>
    markup`<text x="64" y="${y}" font-size="${size}" ${more}>${content}</text>`;
  const depth = depthKm === null ? '' : ` · ${depthKm} km`;
  const named = lines(location).map((line, row) => text(356 + row * 56, 46, line));
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Hanken Grotesk">
<rect width="${width}" height="${height}" fill="#cfdfe4"/>
<path d="${landPath(land, frame)}" fill="#f7f6f0" stroke="#93a9ae" stroke-width="1.5"/>
<path d="${borderPath(land, frame)}" fill="none" stroke="#a9a596" stroke-width="2" stroke-dasharray="8 6"/>
<rect width="${PANEL}" height="${height}" fill="#f4f6f5"/>
${cityNames(land, frame, { taken: [aroundEpicentre(radius)], within: MAP_PART })}
${ring(16, 0.55)}${ring(36, 0.28)}${ring(60, 0.14)}
<circle cx="${EPICENTRE.x}" cy="${EPICENTRE.y}" r="${radius.toFixed(1)}" fill="${colour}" fill-opacity="0.9"
  stroke="#10222a" stroke-width="2"/>
${text(100, 34, serviceName, markup`fill="#0b5563" stroke="#0b5563" stroke-width="1.2"`)}
${text(270, 170, magnitude === null ? '–' : magnitude.toFixed(1), MAGNITUDE_STYLE)}
${magnitudeType !== null && markup`<text x="330" y="270" font-size="44" fill="#51646c">${magnitudeType}</text>`}
${doubt !== undefined && text(304, 26, doubt, markup`fill="#8a3b12"`)}
${named}
${text(572, 30, `${listWords(time, precision, 'tr')}${hasTurkishTime(time, precision) ? ' TSİ' : ''}${depth}`, markup`fill="#51646c"`)}
</svg>`.toString();
}
