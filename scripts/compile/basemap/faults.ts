/** `data/faults.json`: traces of active faults. */
import { insideBox } from '#core/geo.ts';
import type { Position } from '../places/land.ts';
import { coded, EXTENT, simplified } from './lines.ts';

interface FaultCollection {
  features: { geometry: { type: 'LineString'; coordinates: Position[] } }[];
}

/** Degrees of a step: about 100 m. */
const STEP = 0.001;

/** @param text traces of the GEM Global Active Faults, GeoJSON */
export function compileFaults(text: string): string {
  const lines = (JSON.parse(text) as FaultCollection).features
    .map(({ geometry }) => geometry.coordinates)
    .filter((line) => line.some(([longitude, latitude]) => insideBox({ longitude, latitude }, EXTENT)))
    .map((line) => coded(simplified(line, STEP), STEP));
  const source =
    'GEM Global Active Faults (Styron & Pagani 2020, doi 10.1177/8755293020944182), simplified and rounded';
  return `${JSON.stringify({ source, licence: 'CC BY-SA 4.0', step: STEP, lines })}\n`;
}
