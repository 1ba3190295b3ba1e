/** What the catalogue holds; the setting REGION replaces it. */
import type { Box } from './geo.ts';

/** Türkiye and its surroundings. */
export const REGION: Box = { south: 32, north: 46, west: 22, east: 50 };
