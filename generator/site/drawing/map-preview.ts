/** The picture that previews of a link to a page show: its title and epicentres on the map, as SVG text. */
import type { Box, Point } from '#core/geo.ts';
import { cityNames } from './city-names.ts';
import { borderPath, frameOf, landPath, type LandFile } from './land.ts';
import { markup } from './markup.ts';
import { COLOURS, depthClass, radiusOf, UNKNOWN_COLOUR } from './palette.ts';
import { PREVIEW } from './preview.ts';

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
  const { width, height } = PREVIEW;
  const frame = frameOf(BOX, width);
  const top = BAND + (height - BAND - frame.height) / 2;
  const within = { left: 8, right: width - 8, top: BAND - top + 8, bottom: height - top - 8 };
  const dots = epicentres
    .toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0))
    .map((one) => {
      const { x, y } = frame.place(one);
      const colour = COLOURS.light.depth[depthClass(one.depthKm)] ?? UNKNOWN_COLOUR.light;
      return markup`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(radiusOf(one.magnitude) * 0.6).toFixed(1)}" \
fill="${colour}" fill-opacity="0.8" stroke="#10222a" stroke-width="1"/>`;
    });
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Hanken Grotesk">
<rect width="${width}" height="${height}" fill="#cfdfe4"/>
<g transform="translate(0 ${top.toFixed(0)})"><path d="${landPath(land, frame)}" fill="#f7f6f0" stroke="#93a9ae" stroke-width="1.5"/>
<path d="${borderPath(land, frame)}" fill="none" stroke="#a9a596" stroke-width="2" stroke-dasharray="8 6"/>
${cityNames(land, frame, { taken: [], within })}${dots}</g>
<rect width="${width}" height="${BAND}" fill="#f4f6f5"/>
<text x="48" y="72" font-size="52" fill="#10222a" stroke="#10222a" stroke-width="1.4">${title}</text>
<text x="48" y="122" font-size="30" fill="#51646c">${lines.join(' · ')}</text>
<text x="${width - 48}" y="72" font-size="34" text-anchor="end" fill="#0b5563" stroke="#0b5563" stroke-width="1.2">${serviceName}</text>
</svg>`.toString();
}
